// One call tree of all chosen threads: the stack table has a tree for each file, and may call the same function from
// the same caller more than once.

import { Growing } from './growing.js';
import { PairMap } from './hash.js';

/**
 * @typedef {object} Tree a node is an index; parents come before their children, and node 0 is the root
 * @property {Int32Array} func -1 for the root
 * @property {Int32Array} parent -1 for the root
 * @property {Float64Array} self
 * @property {Float64Array} total
 * @property {Uint32Array} selfSamples
 * @property {Uint32Array} totalSamples
 */

/**
 * @param {object} shared the profile's tables
 * @param {{ bytes: Float64Array, samples: Uint32Array }} weights
 * @returns {Tree}
 */
export function mergeStacks(shared, { bytes, samples }) {
  const { stackTable, frameTable } = shared;
  const isUsed = findUsed(stackTable, bytes);
  const funcs = new Growing(Int32Array);
  const parents = new Growing(Int32Array);
  funcs.push(-1);
  parents.push(-1);
  const nodes = new PairMap(stackTable.length);
  const nodeOf = new Int32Array(stackTable.length);
  for (let stack = 0; stack < stackTable.length; stack++) {
    if (isUsed[stack] === 0) {
      continue;
    }
    const offset = stackTable.prefixOffset[stack];
    const parent = offset === 0 ? 0 : nodeOf[stack - offset];
    const func = frameTable.func[stackTable.frame[stack]];
    const node = nodes.getOrAdd(parent, func, funcs.length);
    if (node === funcs.length) {
      funcs.push(func);
      parents.push(parent);
    }
    nodeOf[stack] = node;
  }
  const self = new Float64Array(funcs.length);
  const selfSamples = new Uint32Array(funcs.length);
  for (let stack = 0; stack < bytes.length; stack++) {
    if (bytes[stack] > 0) {
      self[nodeOf[stack]] += bytes[stack];
      selfSamples[nodeOf[stack]] += samples[stack];
    }
  }
  return withTotals({ func: funcs.finish(), parent: parents.finish(), self, selfSamples });
}

function findUsed({ prefixOffset, length }, bytes) {
  const isUsed = new Uint8Array(length);
  for (let stack = length - 1; stack >= 0; stack--) {
    if (bytes[stack] > 0) {
      isUsed[stack] = 1;
    }
    if (isUsed[stack] === 1 && prefixOffset[stack] > 0) {
      isUsed[stack - prefixOffset[stack]] = 1;
    }
  }
  return isUsed;
}

function withTotals(tree) {
  const total = tree.self.slice();
  const totalSamples = tree.selfSamples.slice();
  for (let node = total.length - 1; node > 0; node--) {
    total[tree.parent[node]] += total[node];
    totalSamples[tree.parent[node]] += totalSamples[node];
  }
  return { ...tree, total, totalSamples };
}
