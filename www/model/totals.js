// Sums by function and by group. A function that calls itself counts its bytes once.

/**
 * @typedef {object} Sums
 * @property {Float64Array} self
 * @property {Float64Array} total
 * @property {Uint32Array} selfSamples
 * @property {Uint32Array} totalSamples
 */

/**
 * @param {import('./tree.js').Tree} tree
 * @param {Int32Array} keyOf what to sum by, for each function
 * @param {number} count number of keys
 * @returns {Sums}
 */
export function sumBy(tree, keyOf, count) {
  const sums = {
    self: new Float64Array(count),
    total: new Float64Array(count),
    selfSamples: new Uint32Array(count),
    totalSamples: new Uint32Array(count),
  };
  const onPath = new Int32Array(count);
  visit(tree, (node) => {
    const key = keyOf[tree.func[node]];
    sums.self[key] += tree.self[node];
    sums.selfSamples[key] += tree.selfSamples[node];
    onPath[key] += 1;
    if (onPath[key] === 1) {
      sums.total[key] += tree.total[node];
      sums.totalSamples[key] += tree.totalSamples[node];
    }
  }, (node) => {
    onPath[keyOf[tree.func[node]]] -= 1;
  });
  return sums;
}

/**
 * Bytes by group when those of the runtime are counted to the code that called it.
 *
 * @param {import('./tree.js').Tree} tree
 * @param {Int32Array} groupOf by function
 * @param {import('./groups.js').Group[]} groups
 * @returns {Float64Array}
 */
export function chargeToCallers(tree, groupOf, groups) {
  const bytes = new Float64Array(groups.length);
  const charged = new Int32Array(tree.func.length).fill(-1);
  for (let node = 1; node < charged.length; node++) {
    const group = groupOf[tree.func[node]];
    const caller = charged[tree.parent[node]];
    charged[node] = groups[group].isRuntime && caller !== -1 ? caller : group;
    bytes[charged[node]] += tree.self[node];
  }
  return bytes;
}

// Depth first, without recursion, as call trees can be thousands of levels deep.
function visit({ parent }, enter, leave) {
  const firstChild = new Int32Array(parent.length);
  const sibling = new Int32Array(parent.length);
  for (let node = parent.length - 1; node > 0; node--) {
    sibling[node] = firstChild[parent[node]];
    firstChild[parent[node]] = node;
  }
  let node = firstChild[0];
  while (node > 0) {
    enter(node);
    if (firstChild[node] !== 0) {
      node = firstChild[node];
      continue;
    }
    leave(node);
    while (node > 0 && sibling[node] === 0) {
      node = parent[node];
      if (node > 0) {
        leave(node);
      }
    }
    node = node > 0 ? sibling[node] : 0;
  }
}
