// Bytes by package, as bars.

import { element } from '../dom.js';
import { formatBytes, formatCount, formatInteger, formatPercent } from '../format.js';

const FIRST = 100;

export class PackageList {
  #matches = null;
  #isCharged = false;
  #showsAll = false;

  /**
   * @param {HTMLElement} panel
   * @param {{ onOpen(group: number): void }} listeners
   */
  constructor(panel, listeners) {
    this.panel = panel;
    this.listeners = listeners;
    this.#build();
  }

  /** @param {import('../functions.js').Functions} functions @param {object} view */
  setData(functions, view) {
    this.functions = functions;
    this.sums = view.groups;
    this.bytes = view.bytes;
    this.#showsAll = false;
    this.#render();
  }

  setMatches(matches) {
    this.#matches = matches;
    if (this.functions) {
      this.#render();
    }
  }

  #build() {
    this.count = element('p', { class: 'count', role: 'status' });
    this.charge = element('input', { type: 'checkbox' });
    this.charge.addEventListener('change', () => {
      this.#isCharged = this.charge.checked;
      this.#render();
    });
    const label = element('label', { class: 'check' }, this.charge,
      'Count V8 and runtime internals to the code that called them');
    this.body = element('tbody');
    const head = element('thead', {}, element('tr', {},
      element('th', { scope: 'col' }, 'Package'),
      element('th', { scope: 'col', class: 'bar-column' }, element('span', { class: 'visually-hidden' }, 'Bar')),
      element('th', { scope: 'col', class: 'number' }, 'Size'),
      element('th', { scope: 'col', class: 'number' }, 'Share'),
      element('th', { scope: 'col', class: 'number with-callees' }, 'With all it called')));
    this.more = element('button', { type: 'button', class: 'button small' });
    this.more.addEventListener('click', () => {
      this.#showsAll = true;
      this.#render();
    });
    const table = element('table', { class: 'packages' },
      element('caption', { class: 'visually-hidden' }, 'Bytes by package'), head, this.body);
    this.panel.append(element('div', { class: 'panel-tools' }, this.count, label), table, this.more);
  }

  #render() {
    const { functions, sums } = this;
    const sizes = this.#isCharged ? sums.charged : sums.self;
    const hasMatch = this.#groupsWithMatch();
    const groups = functions.groups.map((group, index) => ({ ...group, index, bytes: sizes[index] }))
      .filter(({ index }) => sums.total[index] > 0 && hasMatch(index))
      .sort((a, b) => b.bytes - a.bytes || sums.total[b.index] - sums.total[a.index]);
    const largest = groups[0]?.bytes || 1;
    const shown = this.#showsAll ? groups : groups.slice(0, FIRST);
    this.body.replaceChildren(...shown.map((group) => this.#row(group, largest)));
    this.count.textContent = formatCount(groups.length, 'package');
    this.more.hidden = shown.length === groups.length;
    this.more.textContent = `Show all ${formatInteger(groups.length)}`;
  }

  #row({ name, index, category, bytes }, largest) {
    const { color } = this.functions.categories[category];
    const total = this.sums.total[index];
    const button = element('button', { type: 'button', class: 'link', title: `Functions of ${name}` }, name);
    button.addEventListener('click', () => this.listeners.onOpen(index));
    const bar = element('span', { class: `bar-fill cat-${color}` });
    bar.style.width = `${(bytes / largest) * 100}%`;
    bar.hidden = bytes === 0;
    const row = element('tr', {},
      element('th', { scope: 'row' },
        element('div', { class: 'package-name' }, element('span', { class: `swatch cat-${color}` }), button)),
      element('td', { class: 'bar-column', 'aria-hidden': 'true' }, bar),
      element('td', { class: 'number size', title: `${formatInteger(bytes)} bytes` }, formatBytes(bytes)),
      element('td', { class: 'number' }, formatPercent(bytes, this.bytes)),
      element('td', { class: 'number with-callees' }, formatBytes(total)));
    row.dataset.bytes = String(bytes);
    return row;
  }

  #groupsWithMatch() {
    if (this.#matches === null) {
      return () => true;
    }
    const has = new Uint8Array(this.functions.groups.length);
    for (let func = 0; func < this.#matches.length; func++) {
      has[this.functions.group[func]] |= this.#matches[func];
    }
    return (group) => has[group] === 1;
  }
}
