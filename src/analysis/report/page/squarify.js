// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Squarified treemaps (M. Bruls, K. Huizing, J. J. van Wijk: Squarified
// Treemaps. Data Visualization 2000): rectangles are laid in rows along the
// shorter side of what is left, and a row takes one more as long as that brings
// the worst ratio of its sides nearer to 1.

// The worst ratio in a row of areas from least to most, of a sum, that is laid
// along a side.
function worstRatio(least, most, sum, side) {
  const square = side * side;
  return Math.max(square * most / (sum * sum), sum * sum / (square * least));
}

// How many of the areas from `first` on are the next row, and their sum.
function nextRow(areas, first, side) {
  let sum = areas[first];
  let ratio = worstRatio(areas[first], areas[first], sum, side);
  let end = first + 1;
  for (; end < areas.length; ++end) {
    const more = sum + areas[end];
    const next = worstRatio(areas[end], areas[first], more, side);
    if (next > ratio) break;
    sum = more;
    ratio = next;
  }
  return {end, sum};
}

// Sizes: above zero, the largest first. Returns rectangles {x, y, w, h} in
// their order, which fill {x, y, w, h}.
function squarify(sizes, {x, y, w, h}) {
  const total = sizes.reduce((sum, size) => sum + size, 0);
  const areas = sizes.map(size => size * w * h / total);
  const rectangles = [];
  for (let first = 0; first < areas.length;) {
    const isUpright = w >= h;  // the row stands at the left side
    const side = isUpright ? h : w;
    const {end, sum} = nextRow(areas, first, side);
    const isLast = end === areas.length;
    const depth = isLast ? (isUpright ? w : h) : sum / side;
    let along = isUpright ? y : x;
    for (let i = first; i < end; ++i) {
      const length = side * areas[i] / sum;
      rectangles.push(isUpright ? {x, y: along, w: depth, h: length} :
                                  {x: along, y, w: length, h: depth});
      along += length;
    }
    if (isUpright) {
      x += depth;
      w -= depth;
    } else {
      y += depth;
      h -= depth;
    }
    first = end;
  }
  return rectangles;
}
