// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0
//
// Reads the rows of a data grid of the Memory panel as a person would: off the
// page, by scrolling. The long grids hold no more rows than are on screen, with
// padding above and below, so rows are known by where they stand, and a gap
// between two of them is an error instead of a shorter table.

// Runs in the page. Returns what stands in the rows that are there now.
function rowsOnScreen(grid) {
  const text = element => element?.textContent ?? '';
  const plain = string => string.replace(/\u00a0/g, ' ').trim();
  const valueOf = cell => {
    const value = cell.querySelector('span:not(.percent-column)');
    return {
      text: plain(value ? text(value) : text(cell)),
      tooltip: plain(value?.title ?? ''),
      percent: plain(text(cell.querySelector('.percent-column'))),
    };
  };
  const objectOf = cell => {
    const id = text(cell.querySelector('.object-value-id'));
    if (!id) {
      const copy = cell.cloneNode(true);
      const count = copy.querySelector('.objects-count');
      count?.remove();
      return {name: text(copy), times: plain(text(count))};
    }
    return {
      edge: text(cell.querySelector('.property-name')),
      name: text(cell.querySelector('.value')), id: Number(id.slice(1)),
    };
  };
  // The rows inside of a closed one stay on the page, without a height.
  const rows = grid.querySelectorAll('tr.data-grid-data-grid-node.revealed');
  return [...rows].map(row => {
    const cells = [...row.querySelectorAll('td:not(.corner)')];
    return {
      ...objectOf(cells[0]),
      indent: parseFloat(cells[0].style.paddingLeft) || 0,
      expanded: row.classList.contains('expanded'),
      selected: row.classList.contains('selected'),
      values: cells.slice(1).map(valueOf),
      top: row.offsetTop, height: row.offsetHeight,
    };
  });
}

// Runs in the page. Scrolls and returns where that led, once it is drawn.
async function scrollTo(grid, top) {
  const scroller = grid.querySelector('.data-container') ?? grid;
  const drawn = () => new Promise(
      done => requestAnimationFrame(() => requestAnimationFrame(done)));
  scroller.scrollTop = top;
  await drawn();
  await drawn();
  return {
    top: scroller.scrollTop, page: scroller.clientHeight,
    height: scroller.scrollHeight,
  };
}

// Returns what is between two rows that should touch, or null. A table that
// grows while it is read has such gaps too.
function findGap(rows) {
  for (let i = 1; i < rows.length; ++i) {
    const end = rows[i - 1].top + rows[i - 1].height;
    if (Math.abs(rows[i].top - end) > 1) {
      return `between "${rows[i - 1].name}" and "${rows[i].name}"`;
    }
  }
  return null;
}

// Returns all rows of the grid, from the first to the last, as they stand now.
export async function readRows(grid) {
  const found = new Map();
  for (let top = 0;;) {
    const view = await grid.evaluate(scrollTo, top);
    for (const row of await grid.evaluate(rowsOnScreen)) {
      found.set(row.top, row);
    }
    if (view.top + view.page >= view.height - 1) break;
    if (view.page < 40) throw new Error('the grid has no room for its rows');
    top = view.top + view.page / 2;
  }
  await grid.evaluate(scrollTo, 0);
  return [...found.values()].sort((a, b) => a.top - b.top);
}

// Returns all rows once there are some and two readings agree.
export async function readSettledRows(grid, deadline) {
  for (let before = '';;) {
    const rows = await readRows(grid);
    const now = JSON.stringify(rows);
    const gap = findGap(rows);
    if (rows.length && !gap && now === before) return rows;
    if (Date.now() > deadline) {
      throw new Error(gap ? `rows are missing ${gap}` : 'a grid stays empty');
    }
    before = now;
    await new Promise(done => setTimeout(done, 100));
  }
}
