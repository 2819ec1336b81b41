// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0
//
// Loads many small snapshots with DevTools' own worker, in one process, and
// prints of each a line of JSON: counts, class rows, statistics and the
// difference from the one before, or the error.
//
// Usage: node read_many.mjs INSTALLED < PATHS, one a line

import {createInterface} from 'node:readline';

import {classes, comparison, load} from './worker.mjs';

console.warn = () => {};  // of nodes that only weak edges reach

function describe(before, snapshot) {
  const {nodes, containmentEdges, nodeFieldCount, edgeFieldsCount} = snapshot;
  return {
    node_count: nodes.length / nodeFieldCount,
    edge_count: containmentEdges.length / edgeFieldsCount,
    total_bytes: snapshot.totalSize,
    statistics: snapshot.getStatistics(),
    classes: classes(snapshot),
    comparison: before && comparison(before, snapshot),
  };
}

let before = null;
for await (const path of createInterface({input: process.stdin})) {
  try {
    const snapshot = await load(path);
    console.log(JSON.stringify(describe(before, snapshot)));
    before = snapshot;
  } catch (error) {
    const line = String(error.message ?? error).split('\n')[0];
    console.log(JSON.stringify({error: line}));
    before = null;
  }
}
