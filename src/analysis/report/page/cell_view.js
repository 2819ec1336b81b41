// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// CellView: a treemap or an icicle on the page: two canvases, one of cells, and
// one above it for what follows the pointer and the keyboard.
//
// What is looked into, and where the cursor is, is the section's
// (tree_section.js), so that both views show the same.

class CellView {
  // layOut(width) returns {cells, height}.
  constructor(box, section, layOut) {
    this.box = box;
    this.section = section;
    this.layOut = layOut;
    [this.base, this.overlay] = box.querySelectorAll('canvas');
    this.cells = [];
    this.hovered = null;
    new ResizeObserver(() => this.resize()).observe(box);
    box.addEventListener('pointermove', event => this.hover(event));
    box.addEventListener('pointerleave', () => this.leave());
    box.addEventListener('click', event => this.click(event));
    box.addEventListener('keydown', event => this.press(event));
    box.addEventListener('focus', () => section.drawCursor());
    box.addEventListener('blur', () => section.drawCursor());
  }

  resize() {
    if (this.box.clientWidth !== this.width) this.draw();
  }

  prepare(canvas, height) {
    const scale = Math.max(window.devicePixelRatio || 1, 1);
    canvas.width = Math.round(this.width * scale);
    canvas.height = Math.round(height * scale);
    canvas.style.height = `${height}px`;
    const context = canvas.getContext('2d');
    context.setTransform(scale, 0, 0, scale, 0, 0);
    return context;
  }

  draw() {
    this.width = this.box.clientWidth;
    if (this.width === 0) return;
    const {cells, height} = this.layOut(this.width);
    this.cells = cells;
    this.height = height;
    const {tree, palette, matches} = this.section;
    const painter =
        new CellPainter(this.prepare(this.base, height), tree, palette);
    for (const cell of cells) {
      painter.paint(cell, matches && !matches.has(tree.keyOf(cell)));
    }
    if (matches) this.outlineMatches(painter);
    this.overlayPainter =
        new CellPainter(this.prepare(this.overlay, height), tree, palette);
    this.drawOverlay();
  }

  outlineMatches(painter) {
    const {tree, matches, palette} = this.section;
    for (const cell of this.cells) {
      if (!matches.has(tree.keyOf(cell))) continue;
      painter.outline(cell, palette.mark, Math.min(3, cell.w, cell.h));
    }
  }

  drawOverlay() {
    const painter = this.overlayPainter;
    if (!painter) return;
    const {section} = this;
    const {tree, palette, hovered: other, cursor} = section;
    painter.context.clearRect(0, 0, this.width, this.height);
    const hovered =
        this.hovered ?? (other && this.cellOf(tree.keyOf(other)));
    if (hovered) painter.outline(hovered, palette.text, 2);
    const isActive =
        section.usesKeys && document.activeElement === this.box;
    const atCursor = isActive && this.cellOf(cursor);
    if (atCursor) painter.outline(atCursor, palette.cursor, 3);
  }

  cellOf(key) {
    return this.cells.find(cell => this.section.tree.keyOf(cell) === key);
  }

  cellAt(event) {
    const {left, top} = this.base.getBoundingClientRect();
    const [x, y] = [event.clientX - left, event.clientY - top];
    return this.cells.findLast(cell => x >= cell.x && x < cell.x + cell.w &&
                                       y >= cell.y && y < cell.y + cell.h);
  }

  hover(event) {
    this.hovered = this.cellAt(event);
    this.section.hover(this.hovered, event);
  }

  leave() {
    this.hovered = null;
    this.section.hover(null);
  }

  click(event) {
    const cell = this.cellAt(event);
    this.section.usesKeys = false;
    if (cell) this.section.look(cell.row);
  }

  press(event) {
    const {section} = this;
    const moves = {ArrowRight: 1, ArrowLeft: -1};
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    section.usesKeys = true;
    if (event.key in moves) {
      section.moveAside(moves[event.key]);
    } else if (event.key === 'ArrowDown') {
      section.moveInside();
    } else if (event.key === 'ArrowUp') {
      section.moveOutside();
    } else if (event.key === 'Enter' || event.key === ' ') {
      section.look(section.cursor);
    } else {
      return;
    }
    event.preventDefault();
  }
}
