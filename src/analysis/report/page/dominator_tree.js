// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// DominatorTree: the rows of the tree that came with the page. A row is a
// number; the root is 0, and what is above a row comes before it. Of a row,
//
//    retained = self + retained of the rows below + bundles + others
//
// A row stands for one object, or for the middle of a long way (`levels`); a
// bundle for objects of one class that are too small for rows.
//
// A part is what is drawn or found: {row, part, bundle, bytes}, where `part` is
// 'object' (the row itself), or of a row: 'self', 'bundle' or 'others'.

class DominatorTree {
  constructor(data) {
    this.columns = data.tree;
    this.bundles = data.bundles;
    this.texts = data.texts;
    this.total = data.total;
    this.least = data.least;
    this.count = this.columns.parent.length;
    this.linkChildren();
    this.linkBundles();
  }

  // The rows below row i stand in `list` from starts[i] to starts[i + 1], what
  // retains most first. `otherBytes` is what a row has no rows for.
  linkChildren() {
    const {parent, retained, self} = this.columns;
    const starts = new Uint32Array(this.count + 2);
    for (let row = 1; row < this.count; ++row) ++starts[parent[row] + 2];
    for (let row = 1; row < starts.length; ++row) {
      starts[row] += starts[row - 1];
    }
    const rows = Array.from({length: this.count}, (_, row) => row);
    rows.sort((a, b) => retained[b] - retained[a] || a - b);
    this.list = new Uint32Array(Math.max(0, this.count - 1));
    this.otherBytes = retained.map((bytes, row) => bytes - self[row]);
    for (const row of rows) {
      if (row === 0) continue;
      this.list[starts[parent[row] + 1]++] = row;
      this.otherBytes[parent[row]] -= retained[row];
    }
    this.starts = starts;
  }

  // The bundles of a row stand together, the largest first.
  linkBundles() {
    const {row, bytes} = this.bundles;
    this.firstBundles = new Uint32Array(this.count + 1);
    for (let bundle = 0; bundle < row.length; ++bundle) {
      ++this.firstBundles[row[bundle] + 1];
      this.otherBytes[row[bundle]] -= bytes[bundle];
    }
    for (let i = 1; i <= this.count; ++i) {
      this.firstBundles[i] += this.firstBundles[i - 1];
    }
  }

  childrenOf(row) {
    return this.list.subarray(this.starts[row], this.starts[row + 1]);
  }

  parentOf(row) { return this.columns.parent[row]; }
  idOf(row) { return this.columns.id[row]; }
  selfOf(row) { return this.columns.self[row]; }
  retainedBy(row) { return this.columns.retained[row]; }
  objectsBelow(row) { return this.columns.objects[row]; }
  levelsOf(row) { return this.columns.levels[row]; }
  groupOf(row) { return this.columns.group[row]; }
  distanceOf(row) { return this.columns.distance[row]; }
  otherCount(row) { return this.columns.others[row]; }
  classOf(row) { return this.texts[this.columns.class[row]]; }
  nameOf(row) { return this.texts[this.columns.name[row]]; }

  object(row) {
    return {row, part: 'object', bytes: this.retainedBy(row)};
  }

  bundle(bundle) {
    const {row, bytes} = this.bundles;
    return {row: row[bundle], part: 'bundle', bundle, bytes: bytes[bundle]};
  }

  bundlesOf(row) {
    const [first, end] = [this.firstBundles[row], this.firstBundles[row + 1]];
    return Array.from({length: end - first}, (_, i) => this.bundle(first + i));
  }

  // What an object consists of, the largest part first.
  partsOf(row) {
    const parts = Array.from(this.childrenOf(row), child => this.object(child));
    parts.push(...this.bundlesOf(row));
    parts.push({row, part: 'self', bytes: this.selfOf(row)});
    parts.push({row, part: 'others', bytes: this.otherBytes[row]});
    return parts.filter(({bytes}) => bytes > 0)
        .sort((a, b) => b.bytes - a.bytes);
  }

  // What tells an object or a bundle from all others.
  keyOf({row, part, bundle}) {
    return part === 'bundle' ? -1 - bundle : part === 'object' ? row : NaN;
  }

  groupOfPart({row, part, bundle}) {
    return part === 'bundle' ? this.bundles.group[bundle] : this.groupOf(row);
  }

  // A number for its class.
  classNumberOf({row, bundle}) {
    return bundle === undefined ? this.columns.class[row] :
                                  this.bundles.class[bundle];
  }

  classOfBundle(bundle) { return this.texts[this.bundles.class[bundle]]; }

  labelOfPart({row, part, bundle}) {
    switch (part) {
      case 'self':
        return this.levelsOf(row) === 1 ? 'itself' : 'themselves';
      case 'others':
        return formatSome(this.otherCount(row), 'other');
      case 'bundle':
        return `${formatCount(this.bundles.count[bundle])} × ` +
            this.classOfBundle(bundle);
      default:
        return this.labelOf(row);
    }
  }

  // What is written on a row: a name, or how much of a way it stands for.
  labelOf(row) {
    const levels = this.levelsOf(row);
    const name = this.nameOf(row);
    return levels === 1 ? name : `… ${formatCount(levels)} levels: ${name}`;
  }

  // From the root to a row, both included.
  pathTo(row) {
    const path = [row];
    while (path[0] !== 0) path.unshift(this.parentOf(path[0]));
    return path;
  }

  isInside(row, outer) {
    while (row > outer) row = this.parentOf(row);
    return row === outer;
  }
}
