// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0
//
// Opens a report's page in a headless Chromium, takes steps on it, and prints
// what each has made of it, as one JSON list.
//
// Usage: node open_page.mjs INSTALLED REQUEST, where REQUEST is JSON:
//   file      the page
//   chromium  the browser's program
//   options   of the browser's context: viewport, colorScheme, ...
//   steps     lists of a verb and its arguments, see STEPS
//
// The document has `results`, by step; `requests`, the addresses that were
// asked for beside the page itself; `errors`, what the console shows.

import {createRequire} from 'node:module';
import {join, resolve} from 'node:path';
import {pathToFileURL} from 'node:url';

const [installed, text] = process.argv.slice(2);
const request = JSON.parse(text);
const {chromium} =
    createRequire(resolve(join(installed, 'package.json')))('playwright-core');

const textsOf = (page, selector) => page.locator(selector).evaluateAll(
    list => list.map(node => node.innerText.replace(/\s+/g, ' ').trim()));

// The colour at a place of a canvas.
const colourAt = (page, selector, x, y) => page.locator(selector).first()
    .evaluate((canvas, place) => {
      const copy = document.createElement('canvas');
      [copy.width, copy.height] = [canvas.width, canvas.height];
      const context = copy.getContext('2d', {willReadFrequently: true});
      context.drawImage(canvas, 0, 0);
      return Array.from(context.getImageData(...place, 1, 1).data);
    }, [x, y]);

// Until the page has heard of what was done before.
const pastFrame = page => page.evaluate(() => new Promise(next => (
    requestAnimationFrame(() => requestAnimationFrame(() => next())))));

const STEPS = {
  texts: textsOf,
  colour: colourAt,
  count: (page, selector) => page.locator(selector).count(),
  fill: (page, selector, value) => page.fill(selector, value),
  press: (page, key) => page.keyboard.press(key),
  focus: (page, selector) => page.focus(selector),
  click: (page, selector) => page.locator(selector).first().click(),
  // At a part of a box: (0.5, 0.5) is its middle.
  async point(page, selector, action, x, y) {
    const {width, height} = await page.locator(selector).boundingBox();
    const position = {x: x * width, y: y * height};
    await page.locator(selector)[action]({position});
  },
  async scroll(page, selector) {
    await page.locator(selector).evaluate(
        node => { node.scrollTop = node.scrollHeight; });
    await pastFrame(page);
  },
  evaluate: (page, expression) => page.evaluate(expression),
  async scheme(page, colorScheme) {
    await page.emulateMedia({colorScheme});
    await pastFrame(page);
  },
  resize: (page, width, height) => page.setViewportSize({width, height}),
  screenshot: (page, path) => page.screenshot({path, fullPage: true}),
};

async function main() {
  const browser = await chromium.launch({
    executablePath: request.chromium,
    // Chromium's sandbox needs a user other than root.
    chromiumSandbox: process.getuid() !== 0,
  });
  try {
    const context = await browser.newContext(
        {viewport: {width: 1400, height: 1000}, ...request.options});
    const page = await context.newPage();
    page.setDefaultTimeout(30_000);
    const address = pathToFileURL(request.file).href;
    const report = {results: [], requests: [], errors: []};
    await context.route('**', route => {
      if (route.request().url() === address) return route.continue();
      report.requests.push(route.request().url());
      return route.abort();
    });
    page.on('console', line => report.errors.push(line.text()));
    page.on('pageerror', error => report.errors.push(error.message));
    page.on('dialog', dialog => {
      report.errors.push(`a dialog says ${dialog.message()}`);
      dialog.dismiss();
    });
    await page.goto(address);
    for (const [verb, ...rest] of request.steps) {
      report.results.push(await STEPS[verb](page, ...rest) ?? null);
    }
    return report;
  } finally {
    await browser.close();
  }
}

console.log(JSON.stringify(await main()));
