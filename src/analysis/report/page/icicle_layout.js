// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Where an icicle has its cells (see treemap_layout.js): each object is a bar
// as wide as what it retains, and what it retains is right below it. What is
// above the focus is as wide as all.

const BAR_HEIGHT = 22;
const LEVELS_ABOVE = 6;
const LEVELS_BELOW = 30;
const LEAST_WIDTH = 1.5;

// Returns the cells, and how high they are together.
function layOutIcicle(tree, focus, width) {
  const path = tree.pathTo(focus).slice(-LEVELS_ABOVE - 1);
  const cells = path.map((row, level) => ({
    ...tree.object(row), x: 0, y: level * BAR_HEIGHT, w: width, h: BAR_HEIGHT,
    isAbove: row !== focus,
  }));
  const waiting = [cells[cells.length - 1]];
  const lowest = (path.length + LEVELS_BELOW) * BAR_HEIGHT;
  let height = path.length * BAR_HEIGHT;
  while (waiting.length) {
    const above = waiting.pop();
    const perByte = above.w / tree.retainedBy(above.row);
    let x = above.x;
    const parts = tree.partsOf(above.row);
    if (above.row !== focus && isPlain(parts)) continue;
    for (const part of parts) {
      const w = part.bytes * perByte;
      const cell = {...part, x, y: above.y + BAR_HEIGHT, w, h: BAR_HEIGHT};
      x += w;
      if (w < LEAST_WIDTH || cell.y >= lowest) continue;
      cells.push(cell);
      height = Math.max(height, cell.y + BAR_HEIGHT);
      if (part.part === 'object') waiting.push(cell);
    }
  }
  return {cells, height};
}
