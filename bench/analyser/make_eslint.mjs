// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0
//
// What ESLint makes of a source of 6 MB, TypeScript's compiler: its syntax tree
// with tokens and comments. The scopes are gone.
//
// Usage: node make_eslint.mjs PACKAGES OUT

import {readFileSync} from 'node:fs';

import {packages, write} from './snapshot.mjs';

const [folder, out] = process.argv.slice(2);
const required = packages(folder);

function treeOf(path) {
  const {Linter} = required('eslint');
  const linter = new Linter();
  linter.verify(readFileSync(path, 'utf8'),
                {languageOptions: {sourceType: 'commonjs'}});
  return linter.getSourceCode().ast;
}

globalThis.tree = treeOf(required.resolve('typescript/lib/_tsc.js'));
write(out);
