// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0
//
// Writes a snapshot of the process that imports it, and what the makers beside
// it share. Snapshots of large heaps take all memory that Node may have, so
// analyser.py starts the makers with a large limit.

import {renameSync, rmSync} from 'node:fs';
import {createRequire} from 'node:module';
import {Session} from 'node:inspector';
import {join, resolve} from 'node:path';
import {writeHeapSnapshot} from 'node:v8';

// Packages are in the folder that npm has filled, not beside the sources.
export const packages = folder =>
    createRequire(resolve(join(folder, 'package.json')));

// Where each function stands is part of a snapshot. Node 20 and older search
// the source from its beginning for each of them, which takes minutes, unless
// they have looked for the line ends before; a debugger makes them do that.
function findLineEnds() {
  const session = new Session();
  session.connect();
  session.post('Debugger.enable');
  session.post('Debugger.disable');
  session.disconnect();
}

// The file has its name only once it is complete.
export function write(path) {
  findLineEnds();
  globalThis.gc?.();
  const unfinished = `${path}.unfinished`;
  rmSync(unfinished, {force: true});
  writeHeapSnapshot(unfinished);
  renameSync(unfinished, path);
}
