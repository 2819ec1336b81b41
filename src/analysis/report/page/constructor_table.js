// Copyright 2026 The Halfword Authors. SPDX-License-Identifier: Apache-2.0

// ConstructorTable: the rows of Summary, filtered and sorted. Rows are made
// when they are scrolled to, some hundred at a time, so that thousands cost no
// more than what is looked at.

const ROWS_AT_A_TIME = 200;

class ConstructorTable {
  // showClass(name) is called for a name that is clicked.
  constructor(data, showClass) {
    this.rows = data.classes.name.map((text, place) => ({
      name: data.texts[text],
      distance: data.classes.distance[place],
      count: data.classes.count[place],
      shallow: data.classes.shallow[place],
      retained: data.classes.retained[place],
      share: data.classes.retained[place],
    }));
    this.rest = data.otherClasses;
    this.total = data.total;
    this.showClass = showClass;
    this.key = 'retained';
    this.isAscending = false;
    this.matches = null;
    this.table = document.querySelector('#constructors table');
    this.body = this.table.tBodies[0];
    this.scroller = this.table.parentElement;
    this.scroller.addEventListener('scroll', () => this.fill());
    this.makeHeadsButtons();
    byId('filter').addEventListener('input', event => (
        this.filter(event.target.value)));
    this.show();
  }

  makeHeadsButtons() {
    for (const head of this.table.tHead.rows[0].cells) {
      const button = element('button', {type: 'button', className: 'sort'},
                             ...head.childNodes);
      button.addEventListener('click', () => this.sortBy(head.dataset.key));
      head.append(button);
    }
  }

  // The same column again: the other way round. Names and distances start with
  // the least, sizes with the largest.
  sortBy(key) {
    const startsLow = key === 'name' || key === 'distance';
    this.isAscending = key === this.key ? !this.isAscending : startsLow;
    this.key = key;
    this.show();
  }

  filter(typed) {
    let status = '';
    try {
      this.matches = textMatcher(typed);
    } catch {
      this.matches = () => false;
      status = 'not a regular expression';
    }
    byId('filter').setAttribute('aria-invalid', String(status !== ''));
    this.show();
    if (this.matches && status === '') {
      status = `${formatCount(this.shown.length)} of ` +
          `${formatCount(this.rows.length)}`;
    }
    byId('filter-status').textContent = status;
  }

  compare(a, b) {
    const [x, y] = [a[this.key], b[this.key]];
    if (x === y) return b.retained - a.retained;
    const order = x < y ? -1 : 1;
    return this.isAscending ? order : -order;
  }

  show() {
    const {matches} = this;
    this.shown = this.rows.filter(row => !matches || matches(row.name))
        .sort((a, b) => this.compare(a, b));
    for (const head of this.table.tHead.rows[0].cells) {
      const order = this.isAscending ? 'ascending' : 'descending';
      const isKey = head.dataset.key === this.key;
      head.setAttribute('aria-sort', isKey ? order : 'none');
    }
    this.body.replaceChildren();
    this.scroller.scrollTop = 0;
    this.fill();
  }

  // Until there is a screen more than what is looked at.
  fill() {
    const {scroller} = this;
    for (;;) {
      const made = this.body.rows.length;
      const bottom = scroller.scrollTop + 2 * scroller.clientHeight;
      const isEnough = made > 0 && scroller.scrollHeight > bottom;
      if (made >= this.shown.length || isEnough) break;
      this.body.append(...this.shown.slice(made, made + ROWS_AT_A_TIME)
          .map(row => this.makeRow(row)));
    }
    this.table.tFoot.hidden = this.matches !== null || this.rest.classes === 0;
  }

  makeRow(row) {
    const name = element('button', {
      type: 'button', className: 'link', title: 'Find in the dominator tree',
    }, nameElement(row.name));
    name.addEventListener('click', () => this.showClass(row.name));
    const bar = element('i', {className: 'bar'});
    bar.style.width =
        `${this.total === 0 ? 0 : 100 * row.retained / this.total}%`;
    return element(
        'tr', {}, element('th', {scope: 'row'}, name),
        element('td', {}, formatDistance(row.distance)),
        element('td', {}, formatCount(row.count)),
        element('td', {}, sizeElement(row.shallow)),
        element('td', {}, sizeElement(row.retained)),
        element('td', {className: 'share'}, bar,
                formatShare(row.retained, this.total)));
  }
}
