// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0
//
// Loads a snapshot with memlab's analysis library and prints one JSON document:
// counts, bytes, and for each node type and name how many nodes there are. The
// figures are the file's: unlike DevTools, memlab moves no sizes.
//
// Usage: node read_memlab.mjs INSTALLED REQUEST, where REQUEST is JSON with
// `files`, one path.

import {createRequire} from 'node:module';
import {join, resolve} from 'node:path';
import {writeSync} from 'node:fs';

const [installed, text] = process.argv.slice(2);
const request = JSON.parse(text);
const required = createRequire(resolve(join(installed, 'package.json')));
const {getFullHeapFromFile} = required('memlab');

const CLASSES_WRITTEN = 1000;

// memlab draws its progress on the terminal.
const silent = (_chunk, encoding, done) => {
  const callback = typeof encoding === 'function' ? encoding : done;
  callback?.();
  return true;
};

function classesOf(heap) {
  const classes = new Map();
  heap.nodes.forEach(node => {
    // A text is not a class; all strings of one type are.
    const name = node.isString || /string$/.test(node.type) ? '' : node.name;
    const key = `${node.type}\n${name}`;
    const row = classes.get(key) ??
        {type: node.type, name, count: 0, bytes: 0};
    row.count += 1;
    row.bytes += node.self_size;
    classes.set(key, row);
  });
  return [...classes.values()].sort((a, b) => b.bytes - a.bytes);
}

async function main() {
  const start = performance.now();
  const heap = await getFullHeapFromFile(request.files[0]);
  const load_seconds = (performance.now() - start) / 1000;
  const classes = classesOf(heap);
  const used = process.resourceUsage();
  return {
    node_count: heap.nodes.length,
    edge_count: heap.edges.length,
    total_bytes: classes.reduce((sum, row) => sum + row.bytes, 0),
    classes: classes.slice(0, CLASSES_WRITTEN),
    nodes: request.ids.map(id => {
      const node = heap.getNodeById(id);
      if (!node) throw new Error(`no node has the id ${id}`);
      return {
        id, type: node.type, name: node.name, shallow: node.self_size,
        retained: node.retainedSize, edge_count: node.edge_count,
        referrers: node.referrers.length,
      };
    }),
    cost: {
      load_seconds,
      cpu_seconds: (used.userCPUTime + used.systemCPUTime) / 1e6,
      peak_bytes: used.maxRSS * 1024,
    },
  };
}

process.stdout.write = silent;
process.stderr.write = silent;
let status = 0;
let output = '';
try {
  output = JSON.stringify(await main()) + '\n';
} catch (error) {
  writeSync(2, String(error.message ?? error).split('\n')[0] + '\n');
  status = 1;
}
for (let bytes = Buffer.from(output); bytes.length;) {
  try {
    bytes = bytes.subarray(writeSync(1, bytes));
  } catch (error) {
    // Node has made the pipe one that does not wait, and it is full.
    if (error.code !== 'EAGAIN') throw error;
    await new Promise(done => setTimeout(done, 1));
  }
}
// memlab leaves handles open, which would keep the process alive.
process.exit(status);
