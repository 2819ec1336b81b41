// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0
//
// Makes one module of DevTools' heap snapshot worker, whose sources the package
// chrome-devtools-frontend brings as TypeScript: the loader of files, and the
// class that computes every figure of the Memory panel. `run.py setup` calls
// it; read_worker.mjs loads what comes out.
//
// Usage: node bundle_worker.mjs INSTALLED

import {createRequire} from 'node:module';
import {join, resolve} from 'node:path';

const installed = resolve(process.argv[2]);
const {build} = createRequire(join(installed, 'package.json'))('esbuild');
const frontend = join(installed, 'node_modules', 'chrome-devtools-frontend',
                      'front_end');

// Chromium's build writes this module; the package leaves it out.
const LOCALES = `
  export const LOCALES = ['en-US'];
  export const BUNDLED_LOCALES = ['en-US'];
  export const DEFAULT_LOCALE = 'en-US';
  export const REMOTE_FETCH_PATTERN = '';
  export const LOCAL_FETCH_PATTERN = '';
`;
const locales = {
  name: 'locales',
  setup(bundler) {
    bundler.onResolve({filter: /\/locales\.js$/}, found => ({
      path: found.path, namespace: 'locales',
    }));
    bundler.onLoad({filter: /.*/, namespace: 'locales'}, () => ({
      contents: LOCALES,
    }));
  },
};

await build({
  stdin: {
    contents: `
      export * from './entrypoints/heap_snapshot_worker/HeapSnapshot.js';
      export * from './entrypoints/heap_snapshot_worker/HeapSnapshotLoader.js';
      export * from './models/heap_snapshot/HeapSnapshotModel.js';
    `,
    resolveDir: frontend,
    loader: 'ts',
  },
  bundle: true,
  plugins: [locales],
  format: 'esm',
  platform: 'node',
  target: 'node22',
  outfile: join(installed, 'heap_snapshot_worker.mjs'),
  logLevel: 'error',
});
