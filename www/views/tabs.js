// Tabs: one is in the order of the Tab key, arrow keys go to the others.

import { byId } from '../dom.js';

export class Tabs {
  /**
   * @param {string[]} names of the elements tab-… and panel-…
   * @param {(name: string) => void} onShow
   */
  constructor(names, onShow) {
    this.names = names;
    this.onShow = onShow;
    for (const [i, name] of names.entries()) {
      const tab = byId(`tab-${name}`);
      tab.addEventListener('click', () => this.select(name));
      tab.addEventListener('keydown', (event) => {
        const moves = { ArrowRight: i + 1, ArrowLeft: i - 1 + names.length, Home: 0, End: names.length - 1 };
        if (event.key in moves) {
          event.preventDefault();
          this.select(names[moves[event.key] % names.length], { focus: true });
        }
      });
    }
  }

  /**
   * @param {string} selected
   * @param {{ focus?: boolean }} [options] whether the tab gets the focus
   */
  select(selected, { focus = false } = {}) {
    for (const name of this.names) {
      const tab = byId(`tab-${name}`);
      tab.setAttribute('aria-selected', String(name === selected));
      tab.tabIndex = name === selected ? 0 : -1;
      byId(`panel-${name}`).hidden = name !== selected;
    }
    if (focus) {
      byId(`tab-${selected}`).focus();
    }
    this.onShow(selected);
  }
}
