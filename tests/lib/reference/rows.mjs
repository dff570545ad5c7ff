// From nodes and samples to the rows of a thread: bytes in the order of allocation.

/**
 * @param {object[]} nodes
 * @param {object[] | null} samples
 * @returns {{ live: object[], dead: object[] | null, orphanSamples: number, orphanBytes: number }} rows are
 *   { node, weight }; `dead` is null if no sample is marked as collected
 */
export function fitRows(nodes, samples) {
  const nodeOfId = new Map();
  nodes.forEach(({ id }, node) => {
    if (id !== undefined && !nodeOfId.has(id)) {
      nodeOfId.set(id, node);
    }
  });

  const ordered = [...(samples ?? [])].sort((a, b) => (a.ordinal === b.ordinal ? 0 : a.ordinal - b.ordinal));
  const live = [];
  const dead = [];
  let orphanSamples = 0;
  let orphanBytes = 0;
  for (const { size, nodeId, isLive } of ordered) {
    const node = nodeId === undefined ? undefined : nodeOfId.get(nodeId);
    if (node === undefined) {
      orphanSamples++;
      orphanBytes += size;
    } else {
      (isLive ? live : dead).push({ node, size });
    }
  }

  const selfSizes = nodes.map(({ selfSize }) => selfSize);
  if (ordered.every(({ isLive }) => isLive)) {
    return { live: fitToSelfSizes(live, selfSizes), dead: null, orphanSamples, orphanBytes };
  }
  const liveBytes = sumPerNode(live, nodes.length);
  const deadBytes = sumPerNode(dead, nodes.length);
  const deadSelfSizes = selfSizes.map((selfSize, node) => {
    const all = liveBytes[node] + deadBytes[node];
    return all === 0 ? 0 : Math.min(selfSize, Math.floor(selfSize * (deadBytes[node] / all) + 0.5));
  });
  const liveSelfSizes = selfSizes.map((selfSize, node) => selfSize - deadSelfSizes[node]);
  return {
    live: fitToSelfSizes(live, liveSelfSizes),
    dead: fitToSelfSizes(dead, deadSelfSizes),
    orphanSamples,
    orphanBytes,
  };
}

function sumPerNode(samples, count) {
  const sums = new Array(count).fill(0);
  for (const { node, size } of samples) {
    sums[node] += size;
  }
  return sums;
}

// The samples only say how a node's selfSize is spread over the order of allocation.
function fitToSelfSizes(samples, selfSizes) {
  const sums = sumPerNode(samples, selfSizes.length);
  const seen = new Array(selfSizes.length).fill(0);
  const rows = samples.map(({ node, size }) => {
    const sum = sums[node];
    const selfSize = selfSizes[node];
    if (sum === selfSize) {
      return { node, weight: size };
    }
    if (sum === 0) {
      return { node, weight: 0 };
    }
    const before = fitted(seen[node], sum, selfSize);
    seen[node] += size;
    return { node, weight: fitted(seen[node], sum, selfSize) - before };
  });
  selfSizes.forEach((selfSize, node) => {
    if (selfSize > 0 && sums[node] === 0) {
      rows.push({ node, weight: selfSize });
    }
  });
  return rows;
}

function fitted(running, sum, selfSize) {
  // Above 2^52 the rounding can exceed the whole, and the last weight would be negative.
  return running === sum ? selfSize : Math.min(selfSize, Math.floor(running * (selfSize / sum) + 0.5));
}

/**
 * Puts the rows on the axis of bytes, with rows which mark where the heavy ones end.
 *
 * @param {{ node: number, weight: number }[]} rows
 * @param {(node: number) => number | null} stackOf
 * @returns {{ stack: (number | null)[], time: number[], weight: number[], length: number }}
 */
export function layOut(rows, stackOf) {
  const table = { stack: [], time: [], weight: [], length: 0 };
  const add = (stack, time, weight) => {
    table.stack.push(stack);
    table.time.push(time);
    table.weight.push(weight);
    table.length++;
  };
  if (rows.length === 0) {
    add(null, 0, 0);
    return table;
  }
  const total = rows.reduce((sum, { weight }) => sum + weight, 0);
  let time = 0;
  rows.forEach(({ node, weight }, index) => {
    const stack = stackOf(node);
    add(stack, time, weight);
    time += weight;
    if (weight > total / 1000 || index === rows.length - 1) {
      add(stack, time, 0);
    }
  });
  return table;
}
