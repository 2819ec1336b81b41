// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0
//
// The heap of a page in a headless Chromium: a table of elements that each have
// attributes, a listener and a record, and every tenth row taken out of the
// document but kept.
//
// Usage: node make_page.mjs PACKAGES CHROMIUM ROWS OUT, where PACKAGES is what
// `./dev devtools setup` has filled.

import {closeSync, openSync, renameSync, writeSync} from 'node:fs';

import {packages} from './snapshot.mjs';

const [folder, executablePath, count, out] = process.argv.slice(2);
const {chromium} = packages(folder)('playwright-core');
const CELLS = 4;

// Runs in the page.
function fill({rows, cells}) {
  window.records = new Map();
  window.removed = [];
  const table = document.body.appendChild(document.createElement('table'));
  for (let row = 0; row < rows; ++row) {
    const line = table.insertRow();
    line.id = `row-${row}`;
    for (let column = 0; column < cells; ++column) {
      const cell = line.insertCell();
      cell.dataset.place = `${row}:${column}`;
      cell.textContent = `cell ${row * cells + column}`;
      const record = {cell, row, column, visits: []};
      cell.addEventListener('click', event => record.visits.push(event.type));
      window.records.set(cell.dataset.place, record);
    }
  }
  for (let row = rows - 1; row >= 0; row -= 10) {
    const line = table.rows[row];
    line.remove();
    window.removed.push(line);
  }
}

async function takeSnapshot(page, path) {
  const session = await page.context().newCDPSession(page);
  const file = openSync(path, 'w');
  session.on('HeapProfiler.addHeapSnapshotChunk',
             ({chunk}) => writeSync(file, chunk));
  await session.send('HeapProfiler.enable');
  await session.send('HeapProfiler.collectGarbage');
  await session.send('HeapProfiler.takeHeapSnapshot', {reportProgress: false});
  closeSync(file);
}

const browser = await chromium.launch({
  executablePath,
  headless: true,
  // Chromium's sandbox needs a user other than root.
  chromiumSandbox: process.getuid() !== 0,
});
try {
  const page = await browser.newPage();
  page.setDefaultTimeout(0);
  await page.setContent('<title>rows</title>');
  await page.evaluate(fill, {rows: Number(count), cells: CELLS});
  await takeSnapshot(page, `${out}.unfinished`);
  renameSync(`${out}.unfinished`, out);
} finally {
  await browser.close();
}
