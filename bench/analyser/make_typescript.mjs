// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0
//
// The heap of TypeScript's checker: programs that declare the compiler itself
// and all of the web's interfaces are checked and kept. With LATER, a second
// snapshot is written once one of them has gone and another has come.
//
// Usage: node make_typescript.mjs PACKAGES PROGRAMS OUT [LATER]

import {packages, write} from './snapshot.mjs';

const [folder, count, out, later] = process.argv.slice(2);
const required = packages(folder);
const ts = required('typescript');

function check() {
  const program = ts.createProgram([required.resolve(
      'typescript/lib/typescript.d.ts')], {
    target: ts.ScriptTarget.ESNext,
    lib: ['lib.esnext.full.d.ts'],
    types: [],
    noEmit: true,
  });
  const checker = program.getTypeChecker();
  return {program, checker, found: program.getSemanticDiagnostics()};
}

globalThis.programs = Array.from({length: Number(count)}, check);
write(out);
if (later) {
  globalThis.programs.shift();
  globalThis.programs.push(check());
  write(later);
}
