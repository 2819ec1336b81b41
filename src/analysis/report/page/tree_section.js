// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// TreeSection: the dominator tree on the page. It knows which object is looked
// into (`focus`), where the keyboard is (`cursor`, a row at or below the focus)
// and what was searched for (`matches`, null or a set), and shows all of it.

class TreeSection {
  constructor(tree, fileName) {
    this.tree = tree;
    this.fileName = fileName;
    this.focus = 0;
    this.cursor = 0;
    this.matches = null;
    this.found = [];
    this.foundAt = -1;
    this.hovered = null;
    this.usesKeys = true;  // or a pointer, which needs no cursor
    this.palette = readPalette();
    const treemap = byId('treemap');
    this.views = [
      new CellView(treemap, this, width => this.layOutTreemap(width)),
      new CellView(byId('icicle'), this,
                   width => layOutIcicle(tree, this.focus, width)),
    ];
    this.listen();
    showLegend(byId('legend'));
    this.look(0);
  }

  layOutTreemap(width) {
    const height = Math.round(
        Math.min(Math.max(width * 0.62, 320), 760, window.innerHeight * 0.85));
    return {cells: layOutTreemap(this.tree, this.focus, width, height), height};
  }

  listen() {
    const search = byId('search');
    search.addEventListener('input', () => this.search(search.value));
    search.addEventListener('keydown', event => {
      if (event.key === 'Enter') this.showMatch(event.shiftKey ? -1 : 1);
    });
    byId('next-match').addEventListener('click', () => this.showMatch(1));
    byId('previous-match').addEventListener('click', () => this.showMatch(-1));
    byId('tree').addEventListener('keydown', event => {
      if (event.key !== 'Escape' || event.target === search) return;
      this.look(this.tree.parentOf(this.focus));
    });
    const dark = matchMedia('(prefers-color-scheme: dark)');
    dark.addEventListener('change', () => {
      this.palette = readPalette();
      this.draw();
    });
  }

  draw() {
    for (const view of this.views) view.draw();
  }

  // Looks into an object.
  look(row) {
    const {tree} = this;
    const isOut = tree.isInside(this.focus, row);
    this.cursor = isOut && row !== this.focus ?
        this.focus : tree.childrenOf(row)[0] ?? row;
    this.focus = row;
    const look = next => this.look(next);
    showPath(byId('path'), tree, row, look);
    showObject(byId('object'), tree, row, this.fileName, look);
    this.hover(null);
    this.draw();
    this.tellCursor();
  }

  // From elsewhere on the page.
  lookFromAfar(row) {
    this.look(row);
    byId('tree').scrollIntoView({block: 'start'});
    byId('treemap').focus({preventScroll: true});
  }

  moveTo(row) {
    this.cursor = row;
    this.drawCursor();
    this.tellCursor();
  }

  moveAside(step) {
    if (this.cursor === this.focus) {
      this.moveInside();
      return;
    }
    const siblings = this.tree.childrenOf(this.tree.parentOf(this.cursor));
    const next = siblings[siblings.indexOf(this.cursor) + step];
    if (next !== undefined) this.moveTo(next);
  }

  moveInside() {
    const first = this.tree.childrenOf(this.cursor)[0];
    if (first !== undefined) this.moveTo(first);
  }

  moveOutside() {
    if (this.cursor !== this.focus) {
      this.moveTo(this.tree.parentOf(this.cursor));
    }
  }

  drawCursor() {
    for (const view of this.views) view.drawOverlay();
  }

  tellCursor() {
    byId('cursor-status').textContent =
        this.describe(this.tree.object(this.cursor)).join(' · ');
  }

  // Lines about a part, the name first.
  describe(cell) {
    const {tree} = this;
    const {row, part, bytes, bundle} = cell;
    const size = `${formatBytes(bytes)}, ${formatShare(bytes, tree.total)} ` +
        'of all';
    const above = `below ${tree.labelOf(row)} @${tree.idOf(row)}`;
    if (part === 'self') {
      const name = `${tree.labelOf(row)} @${tree.idOf(row)}`;
      return [name, `${tree.labelOfPart(cell)} ${size}`];
    }
    if (part === 'others') {
      return [tree.labelOfPart(cell), `retain ${size}`, above];
    }
    if (part === 'bundle') {
      const mean = Math.round(bytes / tree.bundles.count[bundle]);
      return [tree.labelOfPart(cell), `retain ${size}`,
              `${formatBytes(mean)} each on average`, above];
    }
    return [
      `${tree.labelOf(row)} @${tree.idOf(row)}`, `retains ${size}`,
      `itself ${formatBytes(tree.selfOf(row))}`,
      formatSome(tree.objectsBelow(row), 'object'),
      `class ${tree.classOf(row)}`,
    ];
  }

  hover(cell, event) {
    this.hovered = cell;
    this.drawCursor();
    const tip = byId('tip');
    tip.hidden = !cell;
    if (!cell) return;
    const [name, ...lines] = this.describe(cell);
    tip.replaceChildren(element('b', {}, nameElement(name)),
                        ...lines.map(line => element('div', {}, line)));
    const {offsetWidth: width, offsetHeight: height} = tip;
    const x = Math.min(event.clientX + 14, innerWidth - width - 8);
    const isLow = event.clientY + height + 24 > innerHeight;
    const y = isLow ? event.clientY - height - 10 : event.clientY + 18;
    tip.style.transform = `translate(${Math.max(4, x)}px, ${Math.max(4, y)}px)`;
  }

  search(typed) {
    let parts = null;
    let status = '';
    try {
      parts = findParts(this.tree, typed);
    } catch {
      status = 'not a regular expression';
    }
    if (parts) status = this.sumUp(parts);
    this.found = parts ?? [];
    this.foundAt = -1;
    this.matches = this.found.length === 0 ?
        null : new Set(this.found.map(part => this.tree.keyOf(part)));
    byId('search').setAttribute('aria-invalid',
                                String(!parts && status !== ''));
    byId('search-status').textContent = status;
    for (const id of ['next-match', 'previous-match']) {
      byId(id).disabled = this.found.length === 0;
    }
    this.draw();
  }

  sumUp(parts) {
    if (parts.length === 0) return 'nothing found among what is shown';
    const {tree} = this;
    return `${formatSome(countObjects(tree, parts), 'object')} in ` +
        `${formatSome(parts.length, 'place')}, together ` +
        formatBytes(retainedTogether(tree, parts));
  }

  // Goes to the next match, and looks into what is right above it.
  showMatch(step) {
    const {tree, found} = this;
    const count = found.length;
    if (count === 0) return;
    this.foundAt = this.foundAt < 0 && step < 0 ?
        count - 1 : (this.foundAt + step + count) % count;
    const match = found[this.foundAt];
    const isObject = match.part === 'object';
    this.look(isObject ? tree.parentOf(match.row) : match.row);
    if (isObject) this.cursor = match.row;
    this.hovered = match;
    this.drawCursor();
    this.tellCursor();
    byId('search-status').textContent =
        `${formatCount(this.foundAt + 1)} of ${formatCount(count)}: ` +
        this.describe(match).slice(0, 2).join(' · ');
  }

  searchClass(name) {
    const search = byId('search');
    search.value = `class:${name}`;
    this.look(0);
    this.search(search.value);
    byId('tree').scrollIntoView({block: 'start'});
    search.focus({preventScroll: true});
  }
}
