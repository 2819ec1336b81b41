// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Elements of the page, made of texts: nothing out of a snapshot is ever read
// as markup.

// Children are texts or elements; keys are properties.
function element(tag, properties, ...children) {
  const made = Object.assign(document.createElement(tag), properties);
  made.append(...children);
  return made;
}

const byId = id => document.getElementById(id);

// A name: whichever way it is written, the rest of its line stays.
const nameElement = text => element('bdi', {className: 'name'}, text);

const sizeElement = bytes =>
    element('span', {title: formatExactly(bytes)}, formatBytes(bytes));
