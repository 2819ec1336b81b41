// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0
//
// Loads many small snapshots with DevTools' own worker, in one process, and
// prints of each a line of JSON: class rows and statistics, or the error.
//
// Usage: node read_many.mjs INSTALLED < PATHS, one a line

import {createInterface} from 'node:readline';

import {classes, load} from './worker.mjs';

console.warn = () => {};  // of nodes that only weak edges reach

async function describe(path) {
  try {
    const snapshot = await load(path);
    return {
      total_bytes: snapshot.totalSize,
      statistics: snapshot.getStatistics(),
      classes: classes(snapshot),
    };
  } catch (error) {
    return {error: String(error.message ?? error).split('\n')[0]};
  }
}

for await (const path of createInterface({input: process.stdin})) {
  console.log(JSON.stringify(await describe(path)));
}
