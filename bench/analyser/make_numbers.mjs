// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0
//
// A map whose keys are numbers as texts. V8 hashes such texts by their value,
// and so slowed down its own snapshots of them.
//
// Usage: node make_numbers.mjs KEYS OUT

import {write} from './snapshot.mjs';

const [count, out] = process.argv.slice(2);

globalThis.records = new Map();
for (let number = 0; number < Number(count); ++number) {
  globalThis.records.set(String(number), {
    amount: number + 0.5,
    place: {row: number >> 10, column: number & 1023},
    name: `record ${number}`,
    marks: [number, String(number + Number(count))],
  });
}
write(out);
