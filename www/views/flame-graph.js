// The flame graph: roots on top, widths are bytes. It is a canvas of our own: libraries draw an element of the document
// for each box, and large profiles have hundreds of thousands.

import { announce, element } from '../dom.js';
import { formatBytes, formatError, formatPercent } from '../format.js';
import { firstChild, levelOf, nodeAt, ROW } from './flame-geometry.js';
import { FlamePainter } from './flame-painter.js';
import { Tooltip } from './tooltip.js';

const HELP = 'Arrow keys move, Enter zooms in, Escape zooms out. ' +
  'The tab “Functions” has the same numbers as a table.';

export class FlameGraph {
  #selected = -1;
  #matches = null;
  #cursor = -1;
  #zoomed = 0;
  #isQueued = false;
  #layouts = { down: null, up: null };
  #direction = 'down';

  /**
   * @param {HTMLElement} panel
   * @param {object} listeners
   * @param {(func: number) => void} listeners.onSelect
   * @param {() => Promise<import('../model/layout.js').Layout>} listeners.loadInverted
   */
  constructor(panel, listeners) {
    this.listeners = listeners;
    this.panel = panel;
    this.tooltip = new Tooltip();
    this.#build();
    this.painter = new FlamePainter(this.canvas);
    this.#listen();
  }

  /** @param {import('../functions.js').Functions} functions @param {object} view */
  setData(functions, view) {
    this.functions = functions;
    this.#layouts = { down: view.flame, up: null };
    this.#cursor = -1;
    this.#showLegend(view);
    this.#setDirection('down');
  }

  setMatches(matches) {
    this.#matches = matches;
    this.#queue();
  }

  /** @param {number} func or -1 */
  setSelected(func) {
    this.#selected = func;
    this.#queue();
  }

  /** Brings the largest box of a function into sight. @param {number} func */
  reveal(func) {
    const { func: funcs, total } = this.layout;
    let best = -1;
    for (let node = 1; node < funcs.length; node++) {
      if (funcs[node] === func && (best === -1 || total[node] > total[best])) {
        best = node;
      }
    }
    if (best !== -1) {
      this.#zoomTo(this.layout.parent[best]);
      this.#moveCursor(best);
    }
  }

  /** Has to be called when the panel has become visible: before that it has no size. */
  show() {
    this.#resize();
  }

  get layout() {
    return this.#layouts[this.#direction];
  }

  #build() {
    const toggle = (direction, text) => {
      const button = element('button', { type: 'button', class: 'toggle', 'aria-pressed': 'false' }, text);
      button.addEventListener('click', () => this.#setDirection(direction));
      return button;
    };
    this.toggles = { down: toggle('down', 'Top-down'), up: toggle('up', 'Inverted') };
    this.reset = element('button', { type: 'button', class: 'button small', disabled: true }, 'Reset zoom');
    this.reset.addEventListener('click', () => this.#zoomTo(0));
    this.legend = element('ul', { class: 'legend', 'aria-label': 'Categories by self size' });
    const group = element('div', { class: 'toggles', role: 'group', 'aria-label': 'Direction of the flame graph' },
      this.toggles.down, this.toggles.up);
    const help = element('p', { class: 'visually-hidden', id: 'flame-help' }, HELP);
    this.canvas = element('canvas', {
      class: 'flame-canvas', tabIndex: 0, role: 'application', 'aria-label': 'Flame graph',
      'aria-describedby': 'flame-help',
    }, HELP);
    this.spacer = element('div', { class: 'flame-spacer' }, this.canvas);
    this.scroller = element('div', { class: 'flame-scroll' }, this.spacer);
    const tools = element('div', { class: 'panel-tools' }, group, this.reset, this.legend);
    this.panel.append(tools, help, this.scroller);
  }

  #listen() {
    const { canvas } = this;
    this.scroller.addEventListener('scroll', () => this.#queue(), { passive: true });
    new ResizeObserver(() => this.#resize()).observe(this.scroller);
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => {
      this.painter.readColours();
      this.#queue();
    });
    document.fonts?.ready.then(() => this.#queue());
    canvas.addEventListener('pointermove', (event) => this.#point(event));
    canvas.addEventListener('pointerleave', () => this.tooltip.hide());
    canvas.addEventListener('click', (event) => {
      const node = this.#nodeAtPointer(event);
      if (node !== -1) {
        this.#cursor = -1;
        this.#select(node);
        this.#zoomTo(node);
      }
    });
    canvas.addEventListener('keydown', (event) => this.#key(event));
    canvas.addEventListener('blur', () => {
      this.#cursor = -1;
      this.#queue();
    });
  }

  async #setDirection(direction) {
    if (direction === 'up' && this.#layouts.up === null) {
      const layouts = this.#layouts;
      this.panel.setAttribute('aria-busy', 'true');
      try {
        layouts.up = await this.listeners.loadInverted();
      } catch {
        // The profile was replaced by another one meanwhile.
      } finally {
        this.panel.removeAttribute('aria-busy');
      }
      if (layouts !== this.#layouts || layouts.up === null) {
        return;
      }
    }
    this.#direction = direction;
    for (const [name, button] of Object.entries(this.toggles)) {
      button.setAttribute('aria-pressed', String(name === direction));
    }
    this.#cursor = -1;
    this.#zoomTo(0);
    this.scroller.scrollTop = 0;
    this.#resize();
  }

  #showLegend({ functions: sums, bytes }) {
    const { categories, category } = this.functions;
    const byCategory = new Float64Array(categories.length);
    for (let func = 0; func < category.length; func++) {
      byCategory[category[func]] += sums.self[func];
    }
    const items = categories.map(({ name, color }, i) => ({ name, color, bytes: byCategory[i] }))
      .filter((item) => item.bytes > 0)
      .sort((a, b) => b.bytes - a.bytes)
      .map((item) => element('li', {},
        element('span', { class: `swatch cat-${item.color}` }), `${item.name} `,
        element('span', { class: 'muted' }, formatPercent(item.bytes, bytes))));
    this.legend.replaceChildren(...items);
  }

  #resize() {
    if (this.functions && this.scroller.clientWidth > 0) {
      const height = (this.layout.levels.length - 1) * ROW;
      this.spacer.style.height = `${height}px`;
      this.canvas.style.height = `${Math.min(height, this.scroller.clientHeight)}px`;
      this.#queue();
    }
  }

  // At most one painting for each frame of the screen.
  #queue() {
    if (!this.#isQueued) {
      this.#isQueued = true;
      requestAnimationFrame(() => {
        this.#isQueued = false;
        if (this.functions && this.canvas.clientWidth > 0) {
          this.#paint();
        }
      });
    }
  }

  #paint() {
    const { layout, functions } = this;
    this.painter.paint({
      layout,
      functions,
      range: this.#range(),
      scrollTop: this.scroller.scrollTop,
      rootLabel: `All code, ${formatBytes(layout.total[0])}`,
      matches: this.#matches,
      selected: this.#selected,
      cursor: this.#cursor,
    });
  }

  #range() {
    const { start, total } = this.layout;
    return { from: start[this.#zoomed], to: start[this.#zoomed] + Math.max(1, total[this.#zoomed]) };
  }

  #zoomTo(node) {
    this.#zoomed = node;
    this.reset.disabled = node === 0;
    this.#queue();
  }

  #select(node) {
    this.listeners.onSelect(this.layout.func[node]);
  }

  #nodeAtPointer({ offsetX, offsetY }) {
    const { from, to } = this.#range();
    const level = Math.floor((offsetY + this.scroller.scrollTop) / ROW);
    const scale = (to - from) / this.canvas.clientWidth;
    const node = nodeAt(this.layout, level, from + offsetX * scale);
    // A box of a pixel stands for all in it.
    return node === -1 ? nodeAt(this.layout, level, from + (offsetX - 1) * scale) : node;
  }

  #point(event) {
    const node = event.pointerType === 'touch' ? -1 : this.#nodeAtPointer(event);
    this.canvas.classList.toggle('over-box', node !== -1);
    if (node < 1) {
      this.tooltip.hide();
      return;
    }
    const { layout, functions } = this;
    const func = layout.func[node];
    const location = functions.locationOf(func);
    const size = (bytes, samples) => [
      formatBytes(bytes), formatPercent(bytes, layout.total[0]), ...(bytes === 0 ? [] : [formatError(samples)]),
    ].join(' · ');
    const total = size(layout.total[node], layout.totalSamples[node]);
    // Below a function that allocates there are its callers, which have no self size here.
    const sizes = this.#direction === 'up' ? [['Size', total]]
      : [['Total', total], ['Self', size(layout.self[node], layout.selfSamples[node])]];
    this.tooltip.show(event.clientX, event.clientY, functions.nameOf(func), location || functions.kindOf(func), [
      ...sizes,
      ['Kind', functions.kindOf(func)],
      ['Package', functions.groupOf(func).name],
    ]);
  }

  #key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || !this.functions) {
      return;
    }
    const { layout } = this;
    const at = this.#cursor === -1 ? this.#zoomed : this.#cursor;
    const level = levelOf(layout, at);
    const isInLevel = (node) => node >= layout.levels[level] && node < layout.levels[level + 1];
    const moves = {
      ArrowDown: () => firstChild(layout, at),
      ArrowUp: () => layout.parent[at],
      ArrowLeft: () => (isInLevel(at - 1) ? at - 1 : -1),
      ArrowRight: () => (isInLevel(at + 1) ? at + 1 : -1),
      Home: () => 0,
    };
    if (event.key in moves) {
      const node = moves[event.key]();
      if (node !== -1) {
        this.#moveCursor(node);
      }
    } else if (event.key === 'Enter' || event.key === ' ' || event.key === '+') {
      this.#select(at);
      this.#zoomTo(at);
    } else if (event.key === 'Escape' || event.key === 'Backspace' || event.key === '-') {
      this.#zoomTo(Math.max(0, layout.parent[this.#zoomed]));
    } else {
      return;
    }
    event.preventDefault();
  }

  #moveCursor(node) {
    this.#cursor = node;
    const { layout, functions, scroller } = this;
    const { from, to } = this.#range();
    // A box out of sight, or too narrow to be seen: zoom to its parent, where it is wide.
    const [left, right] = [layout.start[node], layout.start[node] + layout.total[node]];
    const isTooNarrow = (right - left) / (to - from) * this.canvas.clientWidth < 4;
    if (right <= from || left >= to || isTooNarrow) {
      this.#zoomTo(Math.max(0, layout.parent[node]));
    }
    const top = levelOf(layout, node) * ROW;
    if (top < scroller.scrollTop) {
      scroller.scrollTop = top;
    } else if (top + ROW > scroller.scrollTop + scroller.clientHeight) {
      scroller.scrollTop = top + ROW - scroller.clientHeight;
    }
    const name = layout.func[node] === -1 ? 'All code' : functions.labelOf(layout.func[node]);
    const self = this.#direction === 'up' ? '' : `, self ${formatBytes(layout.self[node])}`;
    const percent = formatPercent(layout.total[node], layout.total[0]);
    announce(`${name}: ${formatBytes(layout.total[node])}, ${percent}${self}`);
    this.#queue();
  }
}
