// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0
//
// Reads the rows of a data grid of the Memory panel as a person would: off the
// page, by scrolling. The long grids hold little more rows than are on screen,
// and the padding above and below is a guess, so where a row stands says
// nothing: screens are joined where they overlap, and two that do not overlap
// are an error instead of a shorter table.

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

// Appends what the next screen shows. The screens overlap, so a part of what is
// there must come again; where nothing does, rows are missing.
function append(rows, screen) {
  for (let start = 0; start < rows.length; ++start) {
    const again = rows.length - start;
    if (again <= screen.length &&
        rows.slice(start).every((row, i) => same(row, screen[i]))) {
      return rows.concat(screen.slice(again));
    }
  }
  return null;
}

const same = (a, b) => JSON.stringify(a) === JSON.stringify(b);

// Returns all rows of the grid, from the first to the last, or null where it
// changed meanwhile.
export async function readRows(grid) {
  let rows;
  for (let top = 0;;) {
    const view = await grid.evaluate(scrollTo, top);
    if (view.page < 40) throw new Error('the grid has no room for its rows');
    const screen = await grid.evaluate(rowsOnScreen);
    rows = rows?.length ? append(rows, screen) : screen;
    if (!rows || view.top + view.page >= view.height - 1) break;
    top = view.top + view.page / 2;
  }
  await grid.evaluate(scrollTo, 0);
  return rows;
}

// Returns all rows once there are some and two readings agree.
export async function readSettledRows(grid, deadline) {
  for (let before = null;;) {
    const rows = await readRows(grid);
    if (rows?.length && before && same(rows, before)) return rows;
    if (Date.now() > deadline) {
      throw new Error(rows ? 'a grid stays empty' : 'a grid never rests');
    }
    before = rows;
    await new Promise(done => setTimeout(done, 100));
  }
}
