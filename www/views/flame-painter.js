// Draws a flame graph on a canvas.

import { eachBox, ROW } from './flame-geometry.js';

const FONT = '12px Inter, system-ui, sans-serif';
const PADDING = 6;
const NARROWEST_TEXT = 26;

export class FlamePainter {
  #widths = new Map();

  /** @param {HTMLCanvasElement} canvas */
  constructor(canvas) {
    this.canvas = canvas;
    this.context = canvas.getContext('2d');
    this.readColours();
  }

  /** Colours are the style sheet's; they change with the preferred scheme. */
  readColours() {
    const style = getComputedStyle(this.canvas);
    const read = (name) => style.getPropertyValue(name).trim();
    this.colours = {
      text: read('--flame-text'),
      faintText: read('--flame-faint-text'),
      faint: read('--flame-faint'),
      root: read('--flame-root'),
      select: read('--flame-select'),
      focus: read('--focus'),
      surface: read('--surface'),
      category: (colour) => read(`--cat-${colour}`) || read('--cat-grey'),
    };
  }

  /**
   * @param {object} scene
   * @param {import('../model/layout.js').Layout} scene.layout
   * @param {{ from: number, to: number }} scene.range
   * @param {number} scene.scrollTop
   * @param {import('../functions.js').Functions} scene.functions
   * @param {string} scene.rootLabel
   * @param {Uint8Array | null} scene.matches
   * @param {number} scene.selected a function, or -1
   * @param {number} scene.cursor a node, or -1
   */
  paint(scene) {
    const { canvas, context, colours } = this;
    const ratio = window.devicePixelRatio || 1;
    const [width, height] = [canvas.clientWidth, canvas.clientHeight];
    if (canvas.width !== Math.round(width * ratio) || canvas.height !== Math.round(height * ratio)) {
      canvas.width = Math.round(width * ratio);
      canvas.height = Math.round(height * ratio);
    }
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    context.fillStyle = colours.surface;
    context.fillRect(0, 0, width, height);
    context.font = FONT;
    context.textBaseline = 'middle';
    const fills = scene.functions.categories.map(({ color }) => colours.category(color));
    const { layout, scrollTop } = scene;
    const last = Math.min(layout.levels.length - 2, Math.floor((scrollTop + height) / ROW));
    for (let level = Math.floor(scrollTop / ROW); level <= last; level++) {
      const y = level * ROW - scrollTop;
      eachBox(layout, level, { ...scene.range, width }, (node, x, boxWidth) => {
        this.#box(scene, fills, node, x, y, boxWidth);
      });
    }
    this.#marks(scene, width, Math.floor(scrollTop / ROW), last);
  }

  #box({ layout, functions, matches, rootLabel }, fills, node, x, y, width) {
    const { context, colours } = this;
    const func = layout.func[node];
    const isFaint = matches !== null && func !== -1 && matches[func] === 0;
    context.fillStyle = func === -1 ? colours.root : isFaint ? colours.faint : fills[functions.category[func]];
    context.fillRect(x, y, width > 2 ? width - 1 : width, ROW - 1);
    if (width > NARROWEST_TEXT) {
      context.fillStyle = isFaint ? colours.faintText : colours.text;
      const name = func === -1 ? rootLabel : functions.labelOf(func);
      context.fillText(this.#fit(name, width - 2 * PADDING), x + PADDING, y + ROW / 2);
    }
  }

  #marks({ layout, range, scrollTop, selected, cursor }, width, first, last) {
    const { context, colours } = this;
    if (selected === -1 && cursor === -1) {
      return;
    }
    for (let level = first; level <= last; level++) {
      const y = level * ROW - scrollTop;
      eachBox(layout, level, { ...range, width }, (node, x, boxWidth) => {
        const isCursor = node === cursor;
        if (!isCursor && (selected === -1 || layout.func[node] !== selected)) {
          return;
        }
        context.strokeStyle = isCursor ? colours.focus : colours.select;
        context.lineWidth = isCursor ? 3 : 2;
        const inset = context.lineWidth / 2;
        context.strokeRect(x + inset, y + inset, Math.max(1, boxWidth - 1 - 2 * inset), ROW - 1 - 2 * inset);
      });
    }
  }

  // Measuring is slow: whole names are measured once each, and the place to cut them is guessed and then mended.
  #fit(text, width) {
    const whole = this.#width(text);
    if (whole <= width) {
      return text;
    }
    let length = Math.floor((text.length * width) / whole);
    while (length > 0 && this.context.measureText(`${text.slice(0, length)}…`).width > width) {
      length -= Math.max(1, Math.round(length / 16));
    }
    return length <= 0 ? '' : `${text.slice(0, length)}…`;
  }

  #width(text) {
    let width = this.#widths.get(text);
    if (width === undefined) {
      width = this.context.measureText(text).width;
      if (this.#widths.size > 20_000) {
        this.#widths.clear();
      }
      this.#widths.set(text, width);
    }
    return width;
  }
}
