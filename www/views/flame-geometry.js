// Which boxes of a flame graph are in sight, and which one is at a point.

/** Height of a level in CSS pixels. */
export const ROW = 21;

/**
 * The first node of a level whose right edge is right of `bytes`.
 *
 * @param {import('../model/layout.js').Layout} layout
 */
export function firstRightOf({ levels, start, total }, level, bytes, from = levels[level]) {
  let [low, high] = [from, levels[level + 1]];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (start[middle] + total[middle] > bytes) {
      high = middle;
    } else {
      low = middle + 1;
    }
  }
  return low;
}

/** @returns {number} the level that a node is in */
export function levelOf({ levels }, node) {
  let [low, high] = [0, levels.length - 1];
  while (high - low > 1) {
    const middle = (low + high) >>> 1;
    if (levels[middle] <= node) {
      low = middle;
    } else {
      high = middle;
    }
  }
  return low;
}

/**
 * @param {import('../model/layout.js').Layout} layout
 * @param {number} level
 * @param {number} bytes
 * @returns {number} the node that is there, or -1
 */
export function nodeAt(layout, level, bytes) {
  if (level < 0 || level >= layout.levels.length - 1) {
    return -1;
  }
  const node = firstRightOf(layout, level, bytes);
  return node < layout.levels[level + 1] && layout.start[node] <= bytes ? node : -1;
}

/** @returns {number} the first (and so the largest) child, or -1 */
export function firstChild(layout, node) {
  const level = levelOf(layout, node) + 1;
  if (level >= layout.levels.length - 1) {
    return -1;
  }
  const child = firstRightOf(layout, level, layout.start[node]);
  return child < layout.levels[level + 1] && layout.parent[child] === node ? child : -1;
}

/**
 * Calls back for all boxes in a level which are at least a pixel wide, and once for each pixel of narrower ones, so
 * that the work depends on the width of the screen and not on the number of nodes.
 *
 * @param {import('../model/layout.js').Layout} layout
 * @param {number} level
 * @param {{ from: number, to: number, width: number }} range bytes from the left to the right edge, and pixels
 * @param {(node: number, x: number, width: number) => void} draw
 */
export function eachBox(layout, level, { from, to, width }, draw) {
  const scale = width / (to - from);
  const end = layout.levels[level + 1];
  let node = firstRightOf(layout, level, from);
  while (node < end && layout.start[node] < to) {
    const x = Math.max(0, (layout.start[node] - from) * scale);
    const right = Math.min(width, (layout.start[node] + layout.total[node] - from) * scale);
    if (right - x >= 1) {
      draw(node, x, right - x);
      node += 1;
    } else {
      draw(node, Math.floor(x), 1);
      node = Math.max(node + 1, firstRightOf(layout, level, from + (Math.floor(x) + 1) / scale, node));
    }
  }
}
