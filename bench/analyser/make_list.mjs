// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0
//
// A list so deep that whoever follows it by recursion runs out of stack.
//
// Usage: node make_list.mjs LINKS OUT

import {write} from './snapshot.mjs';

const [count, out] = process.argv.slice(2);

class Link {
  constructor(number, next) {
    this.next = next;
    this.text = `link ${number}`;
    this.parts = [number, this.text];
  }
}

globalThis.list = null;
for (let number = 0; number < Number(count); ++number) {
  globalThis.list = new Link(number, globalThis.list);
}
write(out);
