// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Where a treemap has its cells. A cell is a part of the tree and its place,
// {x, y, w, h}; that of an object may be drawn with what is inside (`isOpen`).
// Outer cells come first.

const HEAD_HEIGHT = 19;
const LEAST_SIDE = 3;
const LEAST_OPEN_SIDE = 14;

// The room inside of a cell, below its head if it has one.
function roomInside({x, y, w, h}) {
  const hasHead = w >= 44 && h >= 2 * HEAD_HEIGHT;
  const head = hasHead ? HEAD_HEIGHT : 2;
  return {x: x + 2, y: y + head, w: w - 4, h: h - head - 2};
}

// Nothing is in an object that can be told.
const isPlain = parts =>
    parts.every(({part}) => part === 'self' || part === 'others');

function layOutTreemap(tree, focus, width, height) {
  const cells = [];
  const waiting = [{...tree.object(focus), x: 0, y: 0, w: width, h: height}];
  while (waiting.length) {
    const cell = waiting.pop();
    cells.push(cell);
    const room = roomInside(cell);
    const isLarge = Math.min(room.w, room.h) >= LEAST_OPEN_SIDE;
    if (cell.part !== 'object' || !isLarge) continue;
    const parts = tree.partsOf(cell.row);
    if (cell.row !== focus && isPlain(parts)) continue;
    cell.isOpen = true;
    const places = squarify(parts.map(({bytes}) => bytes), room);
    for (let i = parts.length; i-- > 0;) {
      if (Math.min(places[i].w, places[i].h) < LEAST_SIDE) continue;
      waiting.push({...parts[i], ...places[i]});
    }
  }
  return cells;
}
