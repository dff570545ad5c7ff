// The table of functions. Only the rows in sight are in the document, so a hundred thousand scroll like a dozen. To
// users of screen readers it is the view that has all the numbers.

import { element } from '../dom.js';
import { formatBytes, formatCount, formatError, formatInteger, formatPercent } from '../format.js';

const ROW = 34;
const SPARE = 6;

const COLUMNS = [
  { key: 'name', label: 'Function', title: 'Name of the function' },
  { key: 'location', label: 'Location', title: 'Where the function begins' },
  { key: 'group', label: 'Package', title: 'Package, origin or part of the runtime' },
  { key: 'self', label: 'Self', title: 'Bytes that the function allocated itself', isNumber: true },
  {
    key: 'error',
    label: '± Error',
    title: 'Standard error of the self size: one by the root of its samples',
    isNumber: true,
  },
  { key: 'total', label: 'Total', title: 'Bytes that it allocated with all that it called', isNumber: true },
  { key: 'samples', label: 'Samples', title: 'Samples of the self size', isNumber: true },
];

export class FunctionTable {
  #sort = { key: 'self', isDescending: true };
  #rows = new Int32Array(0);
  #matches = null;
  #group = -1;
  #selected = -1;
  #cursor = 0;
  #isQueued = false;
  #isStale = false;
  #rendered = { rows: null, from: 0, to: 0 };

  /**
   * @param {HTMLElement} panel
   * @param {object} listeners
   * @param {(func: number) => void} listeners.onSelect
   * @param {() => void} listeners.onClearGroup
   */
  constructor(panel, listeners) {
    this.panel = panel;
    this.listeners = listeners;
    this.#build();
  }

  /** @param {import('../functions.js').Functions} functions @param {object} view */
  setData(functions, view) {
    this.functions = functions;
    this.sums = view.functions;
    this.bytes = view.bytes;
    this.largest = largestOf(view.functions.self);
    this.hasSamples = view.hasSamples;
    this.groupRank = rankOf(functions.groups.map(({ name }) => name));
    this.update();
  }

  setMatches(matches) {
    this.#matches = matches;
    this.update();
  }

  /** @param {number} group shows only its functions; -1 shows all */
  setGroup(group) {
    this.#group = group;
    this.update();
  }

  /** @param {number} func or -1 */
  setSelected(func) {
    this.#selected = func;
    this.#queue();
  }

  /** Scrolls to a function. @param {number} func */
  reveal(func) {
    const row = this.#rows.indexOf(func);
    if (row !== -1) {
      this.#moveTo(row);
    }
  }

  show() {
    if (this.#isStale) {
      this.update();
    }
    this.#queue();
  }

  /** Filters and sorts: at once if the table is in sight, else when it comes into sight. */
  update() {
    const { functions, sums } = this;
    this.#isStale = this.panel.hidden;
    if (!functions || this.#isStale) {
      return;
    }
    const rows = [];
    for (let func = 0; func < functions.length; func++) {
      if (sums.total[func] > 0 && this.#matches?.[func] !== 0 &&
          (this.#group === -1 || functions.group[func] === this.#group)) {
        rows.push(func);
      }
    }
    const values = this.#valuesOf(this.#sort.key);
    const sign = this.#sort.isDescending ? -1 : 1;
    this.#rows = Int32Array.from(rows).sort((a, b) =>
      sign * (values[a] - values[b]) || sums.total[b] - sums.total[a] || a - b);
    this.#cursor = 0;
    this.scroller.scrollTop = 0;
    this.table.setAttribute('aria-rowcount', String(this.#rows.length + 1));
    this.#describe();
    this.#queue();
  }

  #valuesOf(key) {
    const { functions, sums } = this;
    return {
      name: functions.nameRank,
      location: functions.locationRank,
      group: functions.group.map((group) => this.groupRank[group]),
      self: sums.self,
      // Few samples are a large error; none are none.
      error: Float64Array.from(sums.selfSamples, (count) => (count === 0 ? 0 : 1 / Math.sqrt(count))),
      total: sums.total,
      samples: sums.selfSamples,
    }[key];
  }

  #build() {
    this.count = element('p', { class: 'count', role: 'status' });
    this.chip = element('button', { type: 'button', class: 'chip', hidden: true });
    this.chip.addEventListener('click', () => this.listeners.onClearGroup());
    this.head = element('tr', { 'aria-rowindex': '1' }, ...COLUMNS.map((column) => this.#header(column)));
    this.body = element('tbody');
    this.table = element('table', {
      class: 'functions', role: 'grid', tabIndex: 0, 'aria-label': 'Functions', 'aria-colcount': String(COLUMNS.length),
    }, element('thead', {}, this.head), this.body);
    this.scroller = element('div', { class: 'table-scroll' }, this.table);
    this.panel.append(element('div', { class: 'panel-tools' }, this.count, this.chip), this.scroller);
    this.scroller.addEventListener('scroll', () => this.#queue(), { passive: true });
    new ResizeObserver(() => this.#queue()).observe(this.scroller);
    this.table.addEventListener('keydown', (event) => this.#key(event));
    this.body.addEventListener('click', ({ target }) => {
      const row = target.closest('tr')?.dataset.row;
      if (row !== undefined) {
        this.#cursor = Number(row);
        this.listeners.onSelect(this.#rows[this.#cursor]);
      }
    });
  }

  #header({ key, label, title, isNumber }) {
    const button = element('button', { type: 'button', title }, label);
    button.addEventListener('click', () => {
      const isSame = this.#sort.key === key;
      this.#sort = { key, isDescending: isSame ? !this.#sort.isDescending : Boolean(isNumber) };
      this.update();
    });
    return element('th', { class: `col-${key}${isNumber ? ' number' : ''}`, scope: 'col' }, button);
  }

  #describe() {
    const { key, isDescending } = this.#sort;
    COLUMNS.forEach((column, i) => {
      const cell = this.head.cells[i];
      if (column.key === key) {
        cell.setAttribute('aria-sort', isDescending ? 'descending' : 'ascending');
      } else {
        cell.removeAttribute('aria-sort');
      }
    });
    this.count.textContent = formatCount(this.#rows.length, 'function');
    this.chip.hidden = this.#group === -1;
    if (this.#group !== -1) {
      const { name } = this.functions.groups[this.#group];
      this.chip.replaceChildren(`${name} `, element('span', { 'aria-hidden': 'true' }, '×'));
      this.chip.setAttribute('aria-label', `Show all packages, not only ${name}`);
    }
  }

  #queue() {
    if (!this.#isQueued) {
      this.#isQueued = true;
      requestAnimationFrame(() => {
        this.#isQueued = false;
        if (this.functions && this.scroller.clientHeight > 0) {
          this.#render();
        }
      });
    }
  }

  #render() {
    const visible = Math.ceil(this.scroller.clientHeight / ROW);
    const first = Math.max(0, Math.floor(this.scroller.scrollTop / ROW) - SPARE);
    const end = Math.min(this.#rows.length, first + visible + 2 * SPARE);
    const { rows, from, to } = this.#rendered;
    if (rows !== this.#rows || from !== first || to !== end) {
      this.#replaceRows(first, end);
    }
    for (const row of this.body.querySelectorAll('tr[id]')) {
      const index = Number(row.dataset.row);
      row.setAttribute('aria-selected', String(this.#rows[index] === this.#selected));
      // Seen only while the table has the focus.
      row.classList.toggle('cursor', index === this.#cursor);
    }
    if (this.#cursor >= first && this.#cursor < end) {
      this.table.setAttribute('aria-activedescendant', `function-${this.#cursor}`);
    } else {
      this.table.removeAttribute('aria-activedescendant');
    }
  }

  // Rows that stay in sight stay the same elements: one that is replaced while it is pressed isn't clicked.
  #replaceRows(first, end) {
    const { rows, from, to } = this.#rendered;
    const old = rows === this.#rows ? [...this.body.querySelectorAll('tr[id]')] : [];
    const shown = [];
    for (let row = first; row < end; row++) {
      shown.push(row >= from && row < to && old.length > 0 ? old[row - from] : this.#row(row));
    }
    this.body.replaceChildren(spacer(first), ...shown, spacer(this.#rows.length - end));
    this.#rendered = { rows: this.#rows, from: first, to: end };
  }

  #row(row) {
    const { functions, sums, bytes } = this;
    const func = this.#rows[row];
    const [self, total, samples] = [sums.self[func], sums.total[func], sums.selfSamples[func]];
    const name = element('td', { class: 'col-name' },
      element('span', { class: `swatch cat-${functions.categoryOf(func).color}`, title: functions.kindOf(func) }),
      element('span', { class: 'name' }, functions.nameOf(func)));
    const bar = element('span', { class: 'cell-bar', 'aria-hidden': 'true' });
    bar.style.width = `${(self / this.largest) * 100}%`;
    const result = element('tr', { id: `function-${row}`, 'aria-rowindex': String(row + 2) },
      name,
      element('td', { class: 'col-location', title: functions.locationOf(func) },
        functions.shortLocationOf(func) || functions.kindOf(func)),
      element('td', { class: 'col-group' }, functions.groupOf(func).name),
      sizeCell('col-self number', self, bytes, bar),
      element('td', { class: 'col-error number' }, this.hasSamples ? formatError(samples) : '–'),
      sizeCell('col-total number', total, bytes),
      element('td', { class: 'col-samples number' }, this.hasSamples ? formatInteger(samples) : '–'));
    result.dataset.row = String(row);
    return result;
  }

  #key(event) {
    const page = Math.max(1, Math.floor(this.scroller.clientHeight / ROW) - 2);
    const last = this.#rows.length - 1;
    const moves = {
      ArrowDown: this.#cursor + 1,
      ArrowUp: this.#cursor - 1,
      PageDown: this.#cursor + page,
      PageUp: this.#cursor - page,
      Home: 0,
      End: last,
    };
    if (event.target !== this.table || last < 0) {
      return;
    }
    if (event.key in moves) {
      this.#moveTo(Math.min(last, Math.max(0, moves[event.key])));
    } else if (event.key === 'Enter' || event.key === ' ') {
      this.listeners.onSelect(this.#rows[this.#cursor]);
    } else {
      return;
    }
    event.preventDefault();
  }

  #moveTo(row) {
    this.#cursor = row;
    if (this.#rendered.rows !== this.#rows) {
      // The height is still that of other rows.
      this.#render();
    }
    const height = this.scroller.clientHeight - this.head.offsetHeight;
    if (row * ROW < this.scroller.scrollTop) {
      this.scroller.scrollTop = row * ROW;
    } else if ((row + 1) * ROW > this.scroller.scrollTop + height) {
      this.scroller.scrollTop = (row + 1) * ROW - height;
    }
    this.#queue();
  }
}

function sizeCell(className, bytes, whole, ...more) {
  const percent = element('span', { class: 'percent' }, formatPercent(bytes, whole));
  const title = `${formatInteger(bytes)} bytes`;
  return element('td', { class: className, title }, ...more, formatBytes(bytes), percent);
}

// Stands for the rows above or below.
function spacer(rows) {
  const result = element('tr', { class: 'spacer', 'aria-hidden': 'true' });
  result.style.height = `${rows * ROW}px`;
  return result;
}

function largestOf(sizes) {
  return sizes.reduce((most, size) => Math.max(most, size), 1);
}

function rankOf(names) {
  const order = names.map((_, i) => i).sort((a, b) => names[a].localeCompare(names[b]));
  const rank = new Int32Array(names.length);
  order.forEach((group, i) => {
    rank[group] = i;
  });
  return rank;
}
