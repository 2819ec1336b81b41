// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Brings the page to life. Without it, it shows totals and tables.

// Rows of the table of accumulations lead to the tree.
function linkAccumulations(section) {
  for (const cell of document.querySelectorAll('[data-row]')) {
    const button = element('button', {type: 'button', className: 'link'},
                           ...cell.childNodes);
    button.addEventListener(
        'click', () => section.lookFromAfar(Number(cell.dataset.row)));
    cell.append(button);
  }
}

function start() {
  const data = JSON.parse(byId('data').textContent);
  document.documentElement.classList.remove('no-script');
  const fileName = document.querySelector('h1').textContent;
  const section = new TreeSection(new DominatorTree(data), fileName);
  linkAccumulations(section);
  new ConstructorTable(data, name => section.searchClass(name));
}

start();
