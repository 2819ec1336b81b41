// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// The suite snapshots in Node: FOLDER [--quick] [--list] [GROUP...], as Main()
// of ../../measure.h. Snapshots go to a file in the folder, since that is what
// v8.writeHeapSnapshot() does; the largest heaps are left out, because they
// take minutes.

'use strict';

const fs = require('fs');
const path = require('path');
const v8 = require('v8');
const heaps = require('./heaps.js');

const [folder, ...options] = process.argv.slice(2);
const file = path.join(folder, `${process.pid}.heapsnapshot`);
const nodesOf100Mb = 1830000;

// Bytes behind a key of /proc/self/status.
function statusBytes(key) {
  const status = fs.readFileSync('/proc/self/status', 'latin1');
  return 1024 * Number(status.match(new RegExp(`^${key}:\\s+(\\d+)`, 'm'))[1]);
}

// The counts stand within the first bytes of a snapshot.
function readCounts() {
  const handle = fs.openSync(file);
  const head = Buffer.alloc(4096);
  fs.readSync(handle, head, 0, head.length, 0);
  fs.closeSync(handle);
  const count = (key) => Number(head.toString().match(
      new RegExp(`"${key}":(\\d+)`))[1]);
  return {nodes: count('node_count'), edges: count('edge_count'),
          bytes: fs.statSync(file).size};
}

// Returns the CPU time in ms.
function measure(name, baseMs) {
  gc();
  const heapBytes = process.memoryUsage().heapUsed;
  const residentBytes = statusBytes('VmRSS');
  const wall = process.hrtime.bigint();
  const cpu = process.cpuUsage();
  v8.writeHeapSnapshot(file);
  const {user, system} = process.cpuUsage(cpu);
  const wallMs = Number(process.hrtime.bigint() - wall) / 1e6;
  const cpuMs = (user + system) / 1e3;
  const peakBytes = statusBytes('VmHWM');
  const {nodes, edges, bytes} = readCounts();
  fs.unlinkSync(file);
  console.log(JSON.stringify({
    suite: 'snapshots', row: name, variant: 'node', cpu_ms: cpuMs,
    wall_ms: wallMs, peak_bytes: peakBytes, metric: 'cpu_ms',
    ns_per_op: cpuMs * 1e6 / nodes, mnodes_per_s: nodes / cpuMs / 1e3,
    nodes, edges, bytes, heap_bytes: heapBytes,
    memory_bytes: peakBytes - residentBytes,
    memory_percent: 100 * (peakBytes - residentBytes) / heapBytes,
    ...(baseMs && {growth: cpuMs / baseMs}),
    checksum: heaps.madeCount(),
  }));
  return cpuMs;
}

let kept;

function run(name, make, count) {
  kept = make(count);
  measure(name + '_file');
}

function runRepeat(scale) {
  kept = heaps.makeDocument(scale(nodesOf100Mb / 4));
  const first = measure('repeat_first');
  measure('repeat_second', first);
  for (let i = 3; i < 10; ++i) fs.unlinkSync(v8.writeHeapSnapshot(file));
  measure('repeat_tenth', first);
}

const groups = {
  dom_100mb: (scale) =>
      run('dom_100mb', heaps.makeDocument, scale(nodesOf100Mb)),
  nodes_1m: (scale) => run('nodes_1m', heaps.makeList, scale(1e6)),
  strings_1m: (scale) => run('strings_1m', heaps.makeStrings, scale(1e6)),
  numbers_1m: (scale) => run('numbers_1m', heaps.makeNumbers, scale(1e6)),
  repeat: runRepeat,
};

const chosen = options.filter((option) => !option.startsWith('--'));
for (const option of options) {
  if (!['--quick', '--list'].includes(option) && !(option in groups)) {
    console.error(`snapshots.node: ${option}: no such option or group`);
    process.exit(2);
  }
}
const quick = options.includes('--quick');
const scale = (count) => quick ? Math.floor(count / 16) : count;
for (const [name, group] of Object.entries(groups)) {
  if (options.includes('--list')) {
    console.log(name);
  } else if (chosen.length === 0 || chosen.includes(name)) {
    group(scale);
  }
}
