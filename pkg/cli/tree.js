// Sums over the stack table.

/**
 * Adds up bytes and samples by a key of the frames, such as their function. What a key holds in total is counted once
 * where it calls itself.
 *
 * @param {object} shared the profile's tables
 * @param {{ bytes: Float64Array, samples: Float64Array }} self of each stack
 * @param {ArrayLike<number>} keyOfFrame from 0 on
 * @param {number} keys how many there are
 * @returns {import('./figures.js').Size[]} by key
 */
export function addUp({ stackTable }, self, keyOfFrame, keys) {
  const keyOf = (stack) => keyOfFrame[stackTable.frame[stack]];
  const all = { bytes: withDescendants(stackTable, self.bytes), samples: withDescendants(stackTable, self.samples) };
  const sizes = Array.from({ length: keys }, () => ({ selfBytes: 0, totalBytes: 0, selfSamples: 0, totalSamples: 0 }));
  const open = new Uint32Array(keys);
  walk(stackTable, {
    enter(stack) {
      const key = keyOf(stack);
      const size = sizes[key];
      size.selfBytes += self.bytes[stack];
      size.selfSamples += self.samples[stack];
      if (open[key]++ === 0) {
        size.totalBytes += all.bytes[stack];
        size.totalSamples += all.samples[stack];
      }
    },
    leave(stack) {
      open[keyOf(stack)] -= 1;
    },
  });
  for (const size of sizes) {
    size.selfError = relativeError(size.selfSamples);
    size.totalError = relativeError(size.totalSamples);
  }
  return sizes;
}

function relativeError(samples) {
  return samples === 0 ? null : 1 / Math.sqrt(samples);
}

function parentOf({ prefixOffset }, stack) {
  return prefixOffset[stack] === 0 ? -1 : stack - prefixOffset[stack];
}

// Parents come before their children in the table.
function withDescendants(stackTable, self) {
  const all = self.slice();
  for (let stack = stackTable.length - 1; stack >= 0; stack--) {
    const parent = parentOf(stackTable, stack);
    if (parent !== -1) {
      all[parent] += all[stack];
    }
  }
  return all;
}

// Depth first, without recursion: stacks can be deeper than JavaScript's own.
function walk(stackTable, { enter, leave }) {
  const child = new Int32Array(stackTable.length).fill(-1);
  const sibling = new Int32Array(stackTable.length).fill(-1);
  let root = -1;
  for (let stack = stackTable.length - 1; stack >= 0; stack--) {
    const parent = parentOf(stackTable, stack);
    sibling[stack] = parent === -1 ? root : child[parent];
    if (parent === -1) {
      root = stack;
    } else {
      child[parent] = stack;
    }
  }
  for (let at = root; at !== -1; ) {
    enter(at);
    if (child[at] !== -1) {
      at = child[at];
      continue;
    }
    leave(at);
    while (at !== -1 && sibling[at] === -1) {
      at = parentOf(stackTable, at);
      if (at !== -1) {
        leave(at);
      }
    }
    at = at === -1 ? -1 : sibling[at];
  }
}
