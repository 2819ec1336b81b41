// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0
//
// DevTools' own heap snapshot worker, as a library: loads a snapshot without a
// browser, and gives the rows of its views. The first argument of the program
// is the folder that `./dev devtools setup` has filled.

import {createReadStream} from 'node:fs';
import {join, resolve} from 'node:path';
import {pathToFileURL} from 'node:url';

const CHUNK_BYTES = 10_000_000;  // as the Memory panel reads files

export const devtools = await import(
    pathToFileURL(resolve(join(process.argv[2], 'heap_snapshot_worker.mjs'))));

// The panel's second worker is an object here, at the other end of a channel.
export async function load(path) {
  const loader = new devtools.HeapSnapshotLoader({sendEvent() {}});
  const chunks = createReadStream(path, {
    encoding: 'utf8', highWaterMark: CHUNK_BYTES,
  });
  for await (const chunk of chunks) {
    loader.write(chunk);
    // Lets the loader take the chunk before the next is read.
    await new Promise(setImmediate);
  }
  loader.close();
  const {port1, port2} = new MessageChannel();
  new devtools.SecondaryInitManager(port2);
  try {
    return await loader.buildSnapshot(port1);
  } finally {
    port1.close();  // open, it would keep the process alive
  }
}

const order = (a, b) => a < b ? -1 : a > b ? 1 : 0;

export function classes(snapshot) {
  const aggregates = snapshot.aggregatesWithFilter(new devtools.NodeFilter());
  return Object.entries(aggregates).map(([key, row]) => ({
    key, name: row.name, count: row.count, distance: row.distance,
    shallow: row.self, retained: row.maxRet,
  })).sort((a, b) => b.retained - a.retained || order(a.name, b.name));
}

// What `Comparison` shows of the newer snapshot beside the base.
export function comparison(base, newer) {
  const diff = newer.calculateSnapshotDiff(
      1, base.aggregatesForDiff(newer.interfaceDefinitions()));
  return Object.entries(diff).map(([key, row]) => ({
    key, name: row.name, added_count: row.addedCount,
    removed_count: row.removedCount, count_delta: row.countDelta,
    added_bytes: row.addedSize, removed_bytes: row.removedSize,
    bytes_delta: row.sizeDelta, added_ids: row.addedIds.slice(0, 100),
    removed_ids: row.deletedIds.slice(0, 100),
  })).sort((a, b) => b.added_bytes - a.added_bytes || order(a.name, b.name));
}
