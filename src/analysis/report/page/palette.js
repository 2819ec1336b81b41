// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Colours by group of objects. The style sheet has them, for light and dark,
// so that the bars of the page and the maps agree.

const GROUPS = ['objects', 'functions', 'arrays', 'strings', 'code',
                'native', 'typed arrays', 'system', 'roots'];

function readPalette() {
  const style = getComputedStyle(document.documentElement);
  const colour = name => style.getPropertyValue(name).trim();
  return {
    groups: GROUPS.map((_, group) => colour(`--group-${group}`)),
    // Classes of one group differ a little.
    tints: ['transparent', colour('--tint-1'), colour('--tint-2')],
    text: colour('--cell-text'),
    border: colour('--cell-border'),
    others: colour('--cell-others'),
    stripe: colour('--cell-stripe'),
    page: colour('--page'),
    mark: colour('--mark'),
    cursor: colour('--cursor'),
    font: style.fontFamily,
  };
}

// Diagonal stripes: many small things.
function makeStripes(context, palette) {
  const tile = document.createElement('canvas');
  tile.width = tile.height = 8;
  const inside = tile.getContext('2d');
  inside.strokeStyle = palette.stripe;
  for (const x of [-8, 0, 8]) {
    inside.moveTo(x, 8);
    inside.lineTo(x + 8, 0);
  }
  inside.stroke();
  return context.createPattern(tile, 'repeat');
}

function showLegend(list) {
  const entries = GROUPS.map((name, group) => element(
      'li', {}, element('i', {className: `swatch group-${group}`}), name));
  entries.push(element('li', {}, element('i', {className: 'swatch others'}),
                       'striped: too small to show one by one'));
  list.replaceChildren(...entries);
}
