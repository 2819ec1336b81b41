// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// The heaps of ../heaps.h: as many objects, with the same references, and
// strings of the same bytes.

'use strict';

const filler = Buffer.from(
    'the quick brown fox jumps over the lazy dog and runs away again ');
let madeCount = 0;

class Node {
  constructor() {
    ++madeCount;
    this.parent = null;
    this.firstChild = null;
    this.lastChild = null;
    this.next = null;
    this.previous = null;
  }

  append(child) {
    const last = this.lastChild;
    child.parent = this;
    child.previous = last;
    if (last === null) {
      this.firstChild = child;
    } else {
      last.next = child;
    }
    this.lastChild = child;
  }
}

class Element extends Node {
  constructor(tag) {
    super();
    this.tag = tag;
    this.attribute = null;
  }
}

class Text extends Node {
  constructor(text) {
    super();
    this.text = text;
  }
}

class Attribute {
  constructor(name, value) {
    ++madeCount;
    this.next = null;
    this.name = name;
    this.value = value;
  }
}

class Item {
  constructor(number) {
    ++madeCount;
    this.next = null;
    this.previous = null;
    this.earlier = null;
    this.number = number;
  }

  link(previous, earlier) {
    this.previous = previous;
    previous.next = this;
    this.earlier = earlier;
  }
}

// Written into a buffer, so that it is one piece, and nobody else's.
function makeString(number, bytes) {
  for (let i = 0; i < 7; ++i) {
    filler[i] = 97 + number % 26;
    number = Math.floor(number / 26);
  }
  ++madeCount;
  return filler.latin1Slice(0, bytes);
}

function makeDocument(nodeCount) {
  madeCount = 0;
  const tags = Array.from({length: 16}, (_, i) => 'element-' + i);
  const names = Array.from({length: 8}, (_, i) => 'attribute-' + i);
  let state = 1;
  const next = () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state >>> 8;
  };
  const root = new Element(tags[0]);
  let parent = root;
  let depth = 0;
  for (let i = 1; i < nodeCount; ++i) {
    const number = next();
    if (number >>> 22 === 0) {
      parent.append(new Text(makeString(i, 8 + (number >>> 16) % 56)));
    } else {
      const element = new Element(tags[(number >>> 12) % 16]);
      parent.append(element);
      if ((number >>> 16 & 1) !== 0) {
        const value = makeString(i, 8 + (number >>> 18) % 16);
        element.attribute = new Attribute(names[(number >>> 8) % 8], value);
      }
      if ((number >>> 17 & 1) !== 0 && depth < 20) {
        parent = element;
        ++depth;
      }
    }
    if (depth > 0 && next() % 8 < 3) {
      parent = parent.parent;
      --depth;
    }
  }
  return root;
}

function makeList(itemCount) {
  madeCount = 0;
  const first = new Item(0);
  let last = first;
  let earlier = first;
  for (let i = 1; i < itemCount; ++i) {
    const item = new Item(i);
    item.link(last, earlier);
    last = item;
    if (i % 8 === 0) earlier = item;
  }
  return first;
}

function makeStrings(count) {
  madeCount = 0;
  const strings = [];
  for (let i = 0; i < count; ++i) strings.push(makeString(i, 8 + i % 16));
  return strings;
}

function makeNumbers(count) {
  madeCount = 0;
  const numbers = new Map();
  for (let i = 0; i < count; ++i) {
    ++madeCount;
    numbers.set(String(i), new Item(i));
  }
  return numbers;
}

module.exports = {
  makeDocument,
  makeList,
  makeStrings,
  makeNumbers,
  madeCount: () => madeCount,
};
