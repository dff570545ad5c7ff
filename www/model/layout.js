// Where the boxes of a flame graph are: nodes level by level, each level from left to right, the largest child first.

/**
 * @typedef {object} Layout node 0 is the root
 * @property {Int32Array} levels where each level begins, and the number of nodes at the end
 * @property {Float64Array} start left edge, in bytes
 * @property {Int32Array} func
 * @property {Int32Array} parent
 * @property {Float64Array} self
 * @property {Float64Array} total
 * @property {Uint32Array} selfSamples
 * @property {Uint32Array} totalSamples
 */

/**
 * @param {import('./tree.js').Tree} tree
 * @returns {Layout}
 */
export function layOut(tree) {
  const { order, levels } = sortByLevel(tree);
  const position = new Int32Array(order.length);
  for (let i = 0; i < order.length; i++) {
    position[order[i]] = i;
  }
  const pick = (column) => column.map((_, i) => column[order[i]]);
  const layout = {
    levels,
    start: new Float64Array(order.length),
    func: pick(tree.func),
    parent: tree.parent.map((_, i) => (i === 0 ? -1 : position[tree.parent[order[i]]])),
    self: pick(tree.self),
    total: pick(tree.total),
    selfSamples: pick(tree.selfSamples),
    totalSamples: pick(tree.totalSamples),
  };
  const { start, parent, total } = layout;
  for (let i = 1; i < order.length; i++) {
    start[i] = parent[i] === parent[i - 1] ? start[i - 1] + total[i - 1] : start[parent[i]];
  }
  return layout;
}

function sortByLevel({ parent, total }) {
  const depth = new Int32Array(parent.length);
  const counts = [1];
  for (let node = 1; node < parent.length; node++) {
    depth[node] = depth[parent[node]] + 1;
    counts[depth[node]] = (counts[depth[node]] ?? 0) + 1;
  }
  const levels = new Int32Array(counts.length + 1);
  counts.forEach((count, level) => {
    levels[level + 1] = levels[level] + count;
  });
  const order = new Int32Array(parent.length);
  const next = levels.slice();
  for (let node = 0; node < parent.length; node++) {
    order[next[depth[node]]++] = node;
  }
  const rank = new Int32Array(parent.length);
  for (let level = 0; level < counts.length; level++) {
    const nodes = order.subarray(levels[level], levels[level + 1]);
    nodes.sort((a, b) => rank[parent[a]] - rank[parent[b]] || total[b] - total[a] || a - b);
    for (let i = 0; i < nodes.length; i++) {
      rank[nodes[i]] = i;
    }
  }
  return { order, levels };
}
