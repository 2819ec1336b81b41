// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0
//
// Loads snapshots with DevTools' own heap snapshot worker, without a browser,
// and prints one JSON document with what the Memory panel would show, sizes in
// bytes and rows in the panel's order. README.md describes the document.
//
// Usage: node read_worker.mjs INSTALLED REQUEST, where REQUEST is JSON:
//   files      one path, or the base's and the newer one's
//   ids        nodes of the last file whose children and retainers are wanted
//   samples    how many more nodes to choose, of those that hold the most
//   row_limit  how many children or retainers are written of each node
//   all_nodes  whether to write every node, which only small files allow

import {classes, comparison, devtools, load} from './worker.mjs';

const request = JSON.parse(process.argv[3]);
const {ComparatorConfig} = devtools;

function edgeRow(edge) {
  const {node} = edge;
  return {
    edge: edge.name, edge_type: edge.type, id: node.id, type: node.type,
    name: node.name, distance: node.distance, shallow: node.selfSize,
    retained: node.retainedSize,
  };
}

function edgeRows(provider, comparator) {
  provider.sortAndRewind(comparator);
  const {items, totalLength} =
      provider.serializeItemsRange(0, request.row_limit);
  return {count: totalLength, rows: items.map(edgeRow)};
}

const children = (snapshot, index) =>
    edgeRows(snapshot.createEdgesProvider(index),
             new ComparatorConfig('retainedSize', false, '!edgeName', true));

const retainers = (snapshot, index) =>
    edgeRows(snapshot.createRetainingEdgesProvider(index),
             new ComparatorConfig('!edgeDistance', true, 'name', true));

// The ids from a child of the root to the node, along a shortest way of strong
// edges, which is how the browser's test opens the Containment view.
function pathTo(snapshot, goal) {
  const {nodeFieldCount} = snapshot;
  const parents = new Map([[snapshot.rootNodeIndex, null]]);
  const queue = [snapshot.rootNodeIndex];
  for (let next = 0; next < queue.length && !parents.has(goal); ++next) {
    const edges = snapshot.createNode(queue[next]).edges();
    for (; edges.hasNext(); edges.next()) {
      const edge = edges.item();
      if (!edge.isWeak() && !parents.has(edge.nodeIndex())) {
        parents.set(edge.nodeIndex(), queue[next]);
        queue.push(edge.nodeIndex());
      }
    }
  }
  const path = [];
  for (let index = goal; parents.get(index) !== null;
       index = parents.get(index)) {
    if (!parents.has(index) || index % nodeFieldCount) return null;
    path.unshift(snapshot.createNode(index).id());
  }
  return path;
}

function nodeRow(snapshot, index) {
  const node = snapshot.createNode(index);
  return {
    id: node.id(), type: node.type(), name: node.name(),
    class: node.className(), shallow: node.selfSize(),
    retained: node.retainedSize(), distance: node.distance(),
    dominator: snapshot.createNode(node.dominatorIndex()).id(),
    detachedness: node.detachedness(),
  };
}

function nodeDetails(snapshot, id, path) {
  const index = snapshot.nodeIndexForId(id);
  if (index === undefined) throw new Error(`no node has the id ${id}`);
  return {
    ...nodeRow(snapshot, index), path: path ?? pathTo(snapshot, index),
    children: children(snapshot, index), retainers: retainers(snapshot, index),
    ...(isTracked(snapshot) && {stack: stackOf(snapshot, index)}),
  };
}

const isTracked =
    snapshot => snapshot.profile.snapshot.trace_function_count > 0;

const stackOf = (snapshot, index) =>
    (snapshot.allocationStack(index) ?? []).map(frame => frame.functionName);

const allocationRow = node => ({
  name: node.name, file: node.scriptName, count: node.count, bytes: node.size,
  live_count: node.liveCount, live_bytes: node.liveSize,
});

// The rows of `Allocation`, each with what opening it adds: its callers while
// there is one, and those where there are more.
function allocations(snapshot) {
  return snapshot.allocationTracesTops().map(top => {
    const callers = snapshot.allocationNodeCallers(top.id);
    return {
      ...allocationRow(top),
      chain: callers.nodesWithSingleCaller.map(allocationRow),
      branches: callers.branchingCallers.map(allocationRow),
    };
  });
}

// The bars above a recording of allocations.
function timeline(snapshot) {
  const samples = snapshot.getSamples();
  return samples.timestamps.map((time_ms, i) => ({
    time_ms, last_id: samples.lastAssignedIds[i],
    bytes: samples.sizes[i],
  }));
}

// Nodes that a person would open: below each child of the root the one that
// holds the most, and below that again. Returns the ways to them, by id.
function heaviest(snapshot) {
  const heads = children(snapshot, snapshot.rootNodeIndex).rows
      .map(row => ({id: row.id, path: [row.id]}));
  const found = new Map();
  for (let step = 0; step < 3; ++step) {
    for (const [place, head] of heads.entries()) {
      if (!head) continue;
      found.set(head.id, head.path);
      const index = snapshot.nodeIndexForId(head.id);
      const next = children(snapshot, index).rows.find(
          row => row.edge_type !== 'weak' && !found.has(row.id));
      heads[place] = next && {id: next.id, path: [...head.path, next.id]};
    }
  }
  return new Map([...found].slice(0, request.samples));
}

function describe(snapshot) {
  const {node_count, edge_count} = snapshot.profile.snapshot;
  const {nodes, containmentEdges, nodeFieldCount, edgeFieldsCount} = snapshot;
  return {
    header: {node_count, edge_count},
    node_count: nodes.length / nodeFieldCount,
    edge_count: containmentEdges.length / edgeFieldsCount,
    total_bytes: snapshot.totalSize,
    statistics: snapshot.getStatistics(),
    classes: classes(snapshot),
    containment: children(snapshot, snapshot.rootNodeIndex),
  };
}

async function main() {
  // The worker warns of nodes that nothing but weak edges reaches.
  const warnings = [];
  console.warn = text => warnings.push(text);
  const start = performance.now();
  const snapshots = [];
  for (const path of request.files) snapshots.push(await load(path));
  const load_seconds = (performance.now() - start) / 1000;
  const snapshot = snapshots.at(-1);
  const report = describe(snapshot);
  report.warnings = warnings;
  const samples = heaviest(snapshot);
  report.nodes = [...new Set([...request.ids, ...samples.keys()])].map(
      id => nodeDetails(snapshot, id, samples.get(id)));
  if (isTracked(snapshot)) report.allocations = allocations(snapshot);
  if (snapshot.getSamples()) report.timeline = timeline(snapshot);
  if (snapshots.length > 1) report.comparison = comparison(...snapshots);
  if (request.all_nodes) {
    report.all_nodes = Array.from(
        {length: snapshot.nodeCount},
        (_, i) => nodeRow(snapshot, i * snapshot.nodeFieldCount));
  }
  const used = process.resourceUsage();
  report.cost = {
    load_seconds,
    cpu_seconds: (used.userCPUTime + used.systemCPUTime) / 1e6,
    peak_bytes: used.maxRSS * 1024,
  };
  console.log(JSON.stringify(report));
}

try {
  await main();
} catch (error) {
  console.error(String(error.message ?? error).split('\n')[0]);
  process.exitCode = 1;
}
