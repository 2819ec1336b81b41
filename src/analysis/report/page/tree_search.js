// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// What is typed into the boxes of the page: a part of a name, or a regular
// expression between slashes; in the tree also @id and class:name.

// Returns a function from a text to whether it matches; null for nothing typed.
// Throws SyntaxError.
function textMatcher(typed) {
  const text = typed.trim();
  if (text === '') return null;
  const expression = /^\/(.+)\/([a-z]*)$/s.exec(text);
  if (expression) {
    const pattern = new RegExp(expression[1],
                               expression[2].replace(/[gy]/g, ''));
    return name => pattern.test(name);
  }
  const part = text.toLowerCase();
  return name => name.toLowerCase().includes(part);
}

// The same of objects by row, and of bundles by class: [of rows, of classes].
function treeMatchers(tree, typed) {
  const text = typed.trim();
  const id = /^@(\d+)$/.exec(text);
  if (id) return [row => tree.idOf(row) === Number(id[1]), () => false];
  const named = /^class:(.*)$/s.exec(text);
  if (named) {
    const isNamed = name => name === named[1].trim();
    return [row => isNamed(tree.classOf(row)), isNamed];
  }
  const matches = textMatcher(text);
  return [row => matches(tree.nameOf(row)) || matches(tree.classOf(row)),
          matches];
}

// Returns the objects and bundles that match, what retains most first; null for
// nothing typed.
function findParts(tree, typed) {
  if (['', 'class:'].includes(typed.trim())) return null;
  const [matchesRow, matchesClass] = treeMatchers(tree, typed);
  const found = [];
  for (let row = 0; row < tree.count; ++row) {
    if (matchesRow(row)) found.push(tree.object(row));
  }
  for (let bundle = 0; bundle < tree.bundles.row.length; ++bundle) {
    if (matchesClass(tree.classOfBundle(bundle))) {
      found.push(tree.bundle(bundle));
    }
  }
  return found.sort((a, b) => b.bytes - a.bytes || a.row - b.row);
}

// What parts retain together; one inside of another counts once.
function retainedTogether(tree, parts) {
  const found = new Set(parts.filter(({part}) => part === 'object')
      .map(({row}) => row));
  // Whether a row is found, or inside of one that is.
  const isCounted = new Uint8Array(tree.count);
  let bytes = 0;
  for (let row = 0; row < tree.count; ++row) {
    const isInside = row !== 0 && isCounted[tree.parentOf(row)] === 1;
    if (found.has(row) && !isInside) bytes += tree.retainedBy(row);
    isCounted[row] = isInside || found.has(row) ? 1 : 0;
  }
  for (const part of parts) {
    if (part.part === 'bundle' && !isCounted[part.row]) bytes += part.bytes;
  }
  return bytes;
}

function countObjects(tree, parts) {
  return parts.reduce((sum, {part, bundle}) => (
      sum + (part === 'bundle' ? tree.bundles.count[bundle] : 1)), 0);
}
