// The box beside the pointer.

import { element } from '../dom.js';

const DISTANCE = 14;

export class Tooltip {
  constructor() {
    this.box = element('div', { class: 'tooltip', 'aria-hidden': 'true', hidden: true });
    document.body.append(this.box);
  }

  /**
   * @param {number} x
   * @param {number} y
   * @param {string} title
   * @param {string} subtitle
   * @param {[string, string][]} rows
   */
  show(x, y, title, subtitle, rows) {
    const list = element('dl', {}, ...rows.flatMap(([name, value]) =>
      [element('dt', {}, name), element('dd', {}, value)]));
    this.box.replaceChildren(element('strong', {}, title), element('span', {}, subtitle), list);
    this.box.hidden = false;
    const { width, height } = this.box.getBoundingClientRect();
    const left = Math.min(x + DISTANCE, window.innerWidth - width - 8);
    const top = y + DISTANCE + height > window.innerHeight - 8 ? y - height - DISTANCE : y + DISTANCE;
    this.box.style.transform = `translate(${Math.max(8, left)}px, ${Math.max(8, top)}px)`;
  }

  hide() {
    this.box.hidden = true;
  }
}
