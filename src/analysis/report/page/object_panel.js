// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// What is told of the object that is looked into: the way to it, its figures,
// and what is right below it, as a table that adds up to what it retains.

const PARTS_SHOWN = 20;
const STEPS_AT_ROOT = 2;
const STEPS_AT_END = 6;

function showPath(nav, tree, focus, look) {
  const path = tree.pathTo(focus);
  const steps = path.map(row => {
    const step = element('button', {type: 'button', className: 'step'},
                         nameElement(tree.labelOf(row)));
    step.addEventListener('click', () => look(row));
    if (row === focus) step.setAttribute('aria-current', 'true');
    return step;
  });
  const hidden = steps.length - STEPS_AT_ROOT - STEPS_AT_END;
  if (hidden > 0) {
    const gap = element('span', {className: 'gap'}, `… ${hidden} more …`);
    steps.splice(STEPS_AT_ROOT, hidden, gap);
  }
  nav.replaceChildren(...steps);
}

function factsOf(tree, row) {
  const levels = tree.levelsOf(row);
  const retained = tree.retainedBy(row);
  const facts = [
    ['Retained', sizeElement(retained),
     ` · ${formatShare(retained, tree.total)} of all`],
    [levels === 1 ? 'Itself' : 'Themselves', sizeElement(tree.selfOf(row))],
    ['Objects', formatCount(tree.objectsBelow(row))],
    ['Class', nameElement(tree.classOf(row))],
    ['Distance', formatDistance(tree.distanceOf(row))],
  ];
  if (levels > 1) facts.push(['Levels', formatCount(levels)]);
  return element('dl', {className: 'facts'}, ...facts.map(
      ([term, ...values]) => element(
          'div', {}, element('dt', {}, term), element('dd', {}, ...values))));
}

function partRow(tree, row, name, bytes) {
  const whole = tree.retainedBy(row);
  const bar = element('i', {className: 'bar'});
  bar.style.width = `${whole === 0 ? 0 : 100 * bytes / whole}%`;
  return element(
      'tr', {}, element('th', {scope: 'row'}, name),
      element('td', {}, sizeElement(bytes)),
      element('td', {className: 'share'}, bar, formatShare(bytes, whole)));
}

function partName(tree, part, look) {
  if (part.part === 'others' || part.part === 'self') {
    return tree.labelOfPart(part);
  }
  const label = nameElement(tree.labelOfPart(part));
  const swatch = element(
      'i', {className: `swatch group-${tree.groupOfPart(part)}`});
  const named = element('span', {className: 'object-name'}, swatch);
  if (part.part === 'bundle') {
    named.append(label);
    return named;
  }
  const link = element('button', {type: 'button', className: 'link'}, label);
  link.addEventListener('click', () => look(part.row));
  named.append(link, element('span', {className: 'id'},
                             `@${tree.idOf(part.row)}`));
  return named;
}

// Parts behind the first ones are summed up.
function partsTable(tree, row, look) {
  const parts = tree.partsOf(row);
  const rows = parts.slice(0, PARTS_SHOWN).map(
      part => partRow(tree, row, partName(tree, part, look), part.bytes));
  const hidden = parts.slice(PARTS_SHOWN);
  if (hidden.length > 0) {
    const bytes = hidden.reduce((sum, part) => sum + part.bytes, 0);
    rows.push(partRow(tree, row, `${formatCount(hidden.length)} more`, bytes));
  }
  const head = element(
      'tr', {}, element('th', {scope: 'col'}, 'Right below it'),
      element('th', {scope: 'col'}, 'Retained'),
      element('th', {scope: 'col'}, 'Of it'));
  const sum = partRow(tree, row, 'together', tree.retainedBy(row));
  return element('table', {className: 'parts'},
                 element('thead', {}, head), element('tbody', {}, ...rows),
                 element('tfoot', {}, sum));
}

function showObject(panel, tree, row, fileName, look) {
  const title = element(
      'h3', {}, nameElement(tree.labelOf(row)),
      element('span', {className: 'id'}, ` @${tree.idOf(row)}`));
  const command = element(
      'p', {className: 'note'}, 'What holds it: ',
      element('code', {className: 'command'}, 'halfword snapshot retainers ' +
              `${quoteForShell(fileName)} ${tree.idOf(row)}`));
  const parts = [title, factsOf(tree, row)];
  if (row !== 0) parts.push(command);
  panel.replaceChildren(element('div', {}, ...parts),
                        partsTable(tree, row, look));
}

function quoteForShell(text) {
  return /^[\w.,:/+@-]+$/.test(text) ? text :
                                       `'${text.replace(/'/g, "'\\''")}'`;
}
