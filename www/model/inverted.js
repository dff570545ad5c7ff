// The inverted call tree: on top the functions that allocate, below each its callers.

import { Growing } from './growing.js';
import { PairMap } from './hash.js';

// Callers below a millionth of the whole are left out where the tree gets large: they can't be seen, and inverting a
// tree of a few hundred thousand nodes in full can take gigabytes.
const SMALLEST_SHARE = 1e-6;
const LARGE = 200_000;

/**
 * @param {import('./tree.js').Tree} tree
 * @returns {import('./tree.js').Tree} `self` of a node is what is left when its callers are taken off: nothing, but at
 *   the nodes which are called by nobody
 */
export function invert(tree) {
  const columns = newColumns();
  addNode(columns, -1, -1, tree.total[0], tree.totalSamples[0]);
  const smallest = tree.total[0] * SMALLEST_SHARE;
  let entries = allocatingNodes(tree);
  while (entries.at.length > 0) {
    entries = addLevel(tree, columns, entries, smallest);
  }
  return finish(columns);
}

function newColumns() {
  return {
    func: new Growing(Int32Array),
    parent: new Growing(Int32Array),
    total: new Growing(Float64Array),
    totalSamples: new Growing(Uint32Array),
  };
}

function addNode({ func, parent, total, totalSamples }, funcIndex, parentNode, bytes, samples) {
  func.push(funcIndex);
  parent.push(parentNode);
  total.push(bytes);
  totalSamples.push(samples);
}

// An entry is an allocating node of the tree: how far up its callers we are (`at`), and under which inverted node.
function allocatingNodes(tree) {
  const source = [];
  for (let node = 1; node < tree.self.length; node++) {
    if (tree.self[node] > 0) {
      source.push(node);
    }
  }
  return { source: Int32Array.from(source), at: Int32Array.from(source), under: new Int32Array(source.length) };
}

function addLevel(tree, columns, { source, at, under }, smallest) {
  const nodes = new PairMap(Math.min(source.length, 1 << 16));
  const nodeOf = new Int32Array(source.length);
  const first = columns.func.length;
  for (let i = 0; i < source.length; i++) {
    const func = tree.func[at[i]];
    const node = nodes.getOrAdd(under[i], func, columns.func.length);
    if (node === columns.func.length) {
      addNode(columns, func, under[i], 0, 0);
    }
    columns.total.data[node] += tree.self[source[i]];
    columns.totalSamples.data[node] += tree.selfSamples[source[i]];
    nodeOf[i] = node;
  }
  const limit = columns.func.length > LARGE ? smallest : 0;
  const isKept = (i) => tree.parent[at[i]] > 0 && columns.total.data[nodeOf[i]] >= limit;
  let kept = 0;
  for (let i = 0; i < source.length; i++) {
    kept += isKept(i) ? 1 : 0;
  }
  const next = { source: new Int32Array(kept), at: new Int32Array(kept), under: new Int32Array(kept) };
  for (let i = 0, to = 0; i < source.length; i++) {
    if (isKept(i)) {
      next.source[to] = source[i];
      next.at[to] = tree.parent[at[i]];
      next.under[to] = nodeOf[i];
      to += 1;
    }
  }
  return columns.func.length === first ? { at: [] } : next;
}

function finish(columns) {
  const [func, parent] = [columns.func.finish(), columns.parent.finish()];
  const [total, totalSamples] = [columns.total.finish(), columns.totalSamples.finish()];
  const self = total.slice();
  const selfSamples = totalSamples.slice();
  for (let node = 1; node < func.length; node++) {
    self[parent[node]] -= total[node];
    selfSamples[parent[node]] -= totalSamples[node];
  }
  return { func, parent, self, total, selfSamples, totalSamples };
}
