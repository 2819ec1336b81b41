// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// Draws cells, and what is written on them.

const TEXT_INSET = 5;
const LEAST_TEXT_WIDTH = 30;
const LINE_HEIGHT = 15;
const FAINT = 0.22;

class CellPainter {
  constructor(context, tree, palette) {
    this.context = context;
    this.tree = tree;
    this.palette = palette;
    this.stripes = makeStripes(context, palette);
    context.textBaseline = 'middle';
    context.direction = 'ltr';
  }

  // As much of a text as fits.
  fit(text, width) {
    const measure = part => this.context.measureText(part).width;
    if (measure(text) <= width) return text;
    let least = 0;
    let most = Math.min(text.length, Math.ceil(width / 3));
    while (least < most) {
      const middle = (least + most + 1) >> 1;
      if (measure(`${text.slice(0, middle)}…`) <= width) {
        least = middle;
      } else {
        most = middle - 1;
      }
    }
    return least < 2 ? '' : `${text.slice(0, least)}…`;
  }

  write(text, x, y, width, weight) {
    this.context.font = `${weight} 12px ${this.palette.font}`;
    this.context.fillText(this.fit(text, width), x, y);
  }

  writeOn(cell) {
    const width = cell.w - 2 * TEXT_INSET;
    if (width < LEAST_TEXT_WIDTH || cell.h < LINE_HEIGHT) return;
    const {context} = this;
    const x = cell.x + TEXT_INSET;
    const isOneLine = cell.isOpen || cell.h < 2.4 * LINE_HEIGHT;
    const head = cell.isOpen ? HEAD_HEIGHT : Math.min(cell.h, BAR_HEIGHT);
    const size = formatBytes(cell.bytes);
    context.fillStyle = this.palette.text;
    context.font = `12px ${this.palette.font}`;
    const sizeWidth = context.measureText(size).width;
    const hasRoom = width > sizeWidth + 60;
    this.write(this.tree.labelOfPart(cell), x, cell.y + head / 2 + 0.5,
               isOneLine && hasRoom ? width - sizeWidth - 8 : width,
               cell.part === 'object' ? 600 : 400);
    if (!isOneLine) {
      this.write(size, x, cell.y + head / 2 + LINE_HEIGHT, width, 400);
    } else if (hasRoom) {
      this.write(size, x + width - sizeWidth, cell.y + head / 2 + 0.5,
                 sizeWidth + 1, 400);
    }
  }

  // Many small things are striped.
  fillsOf(cell) {
    const {palette, stripes} = this;
    if (cell.part === 'others') return [palette.others, stripes];
    const tint = this.tree.classNumberOf(cell) % palette.tints.length;
    const fills = [palette.groups[this.tree.groupOfPart(cell)],
                   palette.tints[tint]];
    return cell.part === 'bundle' ? [...fills, stripes] : fills;
  }

  // What is not found is faint while something is looked for.
  paint(cell, isFaint) {
    const {context, palette} = this;
    const {x, y, w, h} = cell;
    context.fillStyle = palette.border;
    context.fillRect(x, y, w, h);
    const edge = Math.min(w, h) > 6 ? 0.5 : Math.min(w, h) > 3 ? 0.25 : 0;
    context.fillStyle = palette.page;
    context.fillRect(x + edge, y + edge, w - 2 * edge, h - 2 * edge);
    context.globalAlpha = isFaint ? FAINT : cell.isOpen ? 0.55 : 1;
    for (const fill of this.fillsOf(cell)) {
      context.fillStyle = fill;
      context.fillRect(x + edge, y + edge, w - 2 * edge, h - 2 * edge);
    }
    context.globalAlpha = isFaint ? 0.5 : 1;
    if (!cell.isOpen || roomInside(cell).y - y === HEAD_HEIGHT) {
      this.writeOn(cell);
    }
    context.globalAlpha = 1;
  }

  outline({x, y, w, h}, colour, width) {
    const {context} = this;
    context.strokeStyle = colour;
    context.lineWidth = width;
    const inset = width / 2;
    context.strokeRect(x + inset, y + inset, Math.max(0, w - width),
                       Math.max(0, h - width));
  }
}
