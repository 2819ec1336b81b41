// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0
//
// Opens snapshots in the Memory panel of real DevTools, in a headless Chromium,
// and prints one JSON document with what the views show, as they show it: texts
// such as "45.9 kB", not numbers. README.md describes the document.
//
// Chromium refuses to be sent to devtools://, but one with a debugging port
// serves its DevTools over HTTP as well. They are opened there, on an empty
// page of the same browser, which they inspect.
//
// Usage: node read_browser.mjs INSTALLED REQUEST, where REQUEST is JSON:
//   files       one path, or the base's and the newer one's
//   nodes       those wanted: `path`, the ids from a child of the root to each,
//               and how many `children` and `retainers` rows to wait for
//   class_names rows of Summary whose first instances are wanted
//   screenshot  PNG file to write, or null; other views go beside it
//   chromium    the browser's program
//   profile     an empty folder for the browser's files
//   give_up_seconds   after how long

import {readFileSync} from 'node:fs';
import {createRequire} from 'node:module';
import {join, resolve} from 'node:path';

import {readRows, readSettledRows} from './grid_rows.mjs';

const [installed, text] = process.argv.slice(2);
const request = JSON.parse(text);
const {chromium} =
    createRequire(resolve(join(installed, 'package.json')))('playwright-core');
const deadline = Date.now() + request.give_up_seconds * 1000;

const isTimeline = path => path.endsWith('.heaptimeline');
const errors = [];  // what DevTools itself ran into

async function openBrowser() {
  return chromium.launchPersistentContext(request.profile, {
    executablePath: request.chromium,
    headless: true,
    viewport: {width: 1600, height: 1400},
    timeout: 60_000,
    // Chromium's sandbox needs a user other than root.
    chromiumSandbox: process.getuid() !== 0,
    args: ['--remote-debugging-port=0', '--remote-allow-origins=*'],
  });
}

async function openMemoryPanel(context) {
  const port = readFileSync(join(request.profile, 'DevToolsActivePort'), 'utf8')
      .split('\n')[0];
  const host = `127.0.0.1:${port}`;
  const targets = await (await fetch(`http://${host}/json/list`)).json();
  const {id} = targets.find(target => target.type === 'page');
  const page = await context.newPage();
  page.setDefaultTimeout(60_000);
  page.on('pageerror', error => errors.push(error.message));
  const inspected = `${host}/devtools/page/${id}`;
  await page.goto(
      `http://${host}/devtools/devtools_app.html?ws=${inspected}`);
  await page.getByRole('tab', {name: 'Memory', exact: true}).click();
  return page;
}

// DevTools shows allocations only of files that end in .heaptimeline, which are
// snapshots else, and only while it would record stacks itself.
async function recordStacks(page) {
  await page.getByRole('radio', {name: /Allocations? .*on timeline/}).click();
  await page.getByRole('checkbox', {name: /Allocation stack traces/}).check();
}

// Returns the list item of the file once the panel has computed its figures.
async function loadFile(page, path, position) {
  await page.locator('.heap-profiler input[type=file]').setInputFiles(path);
  const item = page.locator('li.heap-snapshot-sidebar-tree-item').nth(position);
  await item.waitFor();
  for (;;) {
    const subtitle = (await item.locator('.subtitle').textContent()).trim();
    const total = /^\((.*B)\)$/.exec(subtitle.replace(/\u00a0/g, ' '));
    if (total) return {item, total: total[1]};
    if (errors.length || Date.now() > deadline) {
      throw new Error(`DevTools says: ${errors[0] ?? subtitle}`);
    }
    await page.waitForTimeout(50);
  }
}

const shownRows = grid =>
    grid.locator('tr.data-grid-data-grid-node.revealed');
const masterGrid = page =>
    page.locator('.heap-snapshot-view .data-grid').first();
const retainersGrid = page =>
    page.locator('.heap-snapshot-view .retaining-paths-view .data-grid');
const perspectives = page => page.locator('select[aria-label="Perspective"]');

async function show(page, perspective) {
  await perspectives(page).selectOption({label: perspective});
}

async function screenshot(page, view) {
  if (!request.screenshot) return;
  const path = view ? request.screenshot.replace(/(\.png)?$/, `-${view}.png`) :
                      request.screenshot;
  await page.screenshot({path});
}

const cellsOf = ({values: [distance, shallow, retained]}) => ({
  distance: distance.text, shallow: shallow.text, retained: retained.text,
  shallow_exact: shallow.tooltip, retained_exact: retained.tooltip,
  shallow_percent: shallow.percent, retained_percent: retained.percent,
});

const classRow = row => ({
  name: row.name, count: row.times ? row.times.replace('\u00d7', '') : '1',
  ...cellsOf(row),
});

const objectRow = row => ({
  edge: row.edge, name: row.name, id: row.id, ...cellsOf(row),
});

const comparisonRow = ({name, values}) => {
  const [added_count, removed_count, count_delta, added, removed, delta] =
      values.map(value => value.text);
  return {name, added_count, removed_count, count_delta, added, removed, delta};
};

// This grid has no objects; the function's name is in its last column.
const allocationRow = row => {
  const [count, live, size, name] = row.values.map(value => value.text);
  const live_count = row.name.replace(/\u00a0/g, ' ');
  return {name, live_count, count, live, size};
};

// The rows below a row and one level deeper, "Show more" buttons left out.
function rowsInside(rows, parent) {
  const inside = [];
  for (const row of rows.slice(parent + 1)) {
    if (row.indent <= rows[parent].indent) break;
    if (!inside.length || row.indent === inside[0].indent) inside.push(row);
  }
  return inside.filter(row => row.id !== undefined);
}

const topRows = rows => rows.filter(
    row => row.indent === rows[0].indent && row.id !== undefined);

// Clicks a row, which shows its retainers, and returns where it stands. Waits
// until the retainers of the row selected before are gone.
async function selectRow(page, grid, rows, wanted) {
  const index = rows.indexOf(wanted);
  const before = retainersGrid(page).locator('tr.data-grid-data-grid-node');
  await before.evaluateAll(list => {
    for (const row of list) row.classList.add('before-selection');
  });
  // The first cell has a triangle that opens and closes the row.
  await shownRows(grid).nth(index).locator('td').nth(1).click();
  if (!wanted.selected) {
    await retainersGrid(page).locator('.before-selection').first()
        .waitFor({state: 'detached'});
  }
  return index;
}

async function expandRow(page, grid, rows, wanted) {
  const index = await selectRow(page, grid, rows, wanted);
  if (!wanted.expanded) await page.keyboard.press('ArrowRight');
  for (let after = rows;;) {
    after = await readSettledRows(grid, deadline);
    if (rowsInside(after, index).length) return {rows: after, index};
    if (Date.now() > deadline) throw new Error(`@${wanted.id} stays closed`);
  }
}

// Opens Containment along the ids and reads the last one's two sides.
async function readNode(page, {path, children, retainers}) {
  const grid = masterGrid(page);
  let rows = await readSettledRows(grid, deadline);
  let inside = topRows(rows);
  let row;
  for (const id of path) {
    row = inside.find(candidate => candidate.id === id);
    if (!row) throw new Error(`@${id} is not among the first rows shown`);
    if (id === path.at(-1)) break;
    const expanded = await expandRow(page, grid, rows, row);
    rows = expanded.rows;
    inside = rowsInside(rows, expanded.index);
  }
  const index = await selectRow(page, grid, rows, row);
  const report = {id: path.at(-1), children: [], retainers: []};
  if (retainers) {
    report.retainers = await readRetainers(page, retainers);
  } else {
    await page.waitForTimeout(500);  // for rows that should not come
    report.retainers = (await readRows(retainersGrid(page))).map(objectRow);
  }
  if (children) {
    rows[index].selected = true;
    const expanded = await expandRow(page, grid, rows, row);
    report.children = rowsInside(expanded.rows, expanded.index).map(objectRow);
  }
  return report;
}

// The first retainer is opened by DevTools itself, again and again.
async function readRetainers(page, count) {
  for (;;) {
    const rows = await readSettledRows(retainersGrid(page), deadline);
    const found = topRows(rows).map(objectRow);
    if (found.length >= count || Date.now() > deadline) return found;
  }
}

async function readInstances(page, name) {
  const filter = page.getByRole('textbox', {name: 'Filter by class'});
  await filter.fill(name);
  await page.waitForTimeout(500);  // the box waits for the next key
  const grid = masterGrid(page);
  const rows = await readSettledRows(grid, deadline);
  const row = rows.find(candidate => candidate.name === name);
  if (!row) throw new Error(`no class row is named ${name}`);
  const expanded = await expandRow(page, grid, rows, row);
  const instances = rowsInside(expanded.rows, expanded.index);
  await page.keyboard.press('ArrowLeft');
  await filter.fill('');
  await page.waitForTimeout(500);
  return {name, rows: instances.map(objectRow)};
}

async function readStatistics(page) {
  await show(page, 'Statistics');
  const rows = page.locator('.heap-snapshot-statistics-view')
      .locator('.pie-chart-legend-row');
  await rows.first().waitFor();
  return Object.fromEntries(await rows.evaluateAll(list => list.map(row => {
    const part = name => row.querySelector(`.pie-chart-${name}`).textContent
        .replace(/\u00a0/g, ' ').trim();
    return [part('name'), part('size')];
  })));
}

async function readAllocations(page) {
  await show(page, 'Allocation');
  const rows = await readSettledRows(masterGrid(page), deadline);
  await screenshot(page, 'allocation');
  return rows.map(allocationRow);
}

async function readComparison(page) {
  await show(page, 'Comparison');
  await page.locator('select[aria-label="Base snapshot"]')
      .selectOption({index: 0});
  return (await readSettledRows(masterGrid(page), deadline)).map(comparisonRow);
}

async function readViews(page, report) {
  await page.locator('.heap-snapshot-view').waitFor();
  const summary = await readSettledRows(masterGrid(page), deadline);
  report.classes = summary.map(classRow);
  report.instances = [];
  for (const name of request.class_names) {
    report.instances.push(await readInstances(page, name));
  }
  await screenshot(page, '');
  await show(page, 'Containment');
  const containment = await readSettledRows(masterGrid(page), deadline);
  report.containment = topRows(containment).map(objectRow);
  report.nodes = [];
  for (const node of request.nodes) {
    report.nodes.push(await readNode(page, node));
  }
  await screenshot(page, 'containment');
  if (isTimeline(request.files.at(-1))) {
    report.allocations = await readAllocations(page);
  }
  report.statistics = await readStatistics(page);
  await screenshot(page, 'statistics');
  if (request.files.length > 1) {
    report.comparison = await readComparison(page);
    await screenshot(page, 'comparison');
  }
}

async function main() {
  const context = await openBrowser();
  try {
    const page = await openMemoryPanel(context);
    if (request.files.some(isTimeline)) await recordStacks(page);
    const report = {version: context.browser()?.version() ?? ''};
    const start = performance.now();
    let loaded;
    for (const [position, path] of request.files.entries()) {
      loaded = await loadFile(page, path, position);
    }
    report.total = loaded.total;
    report.cost = {load_seconds: (performance.now() - start) / 1000};
    await loaded.item.click();
    await readViews(page, report);
    report.cost.seconds = (performance.now() - start) / 1000;
    return report;
  } finally {
    await context.close();
  }
}

try {
  console.log(JSON.stringify(await main()));
} catch (error) {
  console.error(String(error.message ?? error).split('\n')[0]);
  if (process.env.HALFWORD_DEVTOOLS_TRACE) console.error(error.stack);
  process.exitCode = 1;
}
