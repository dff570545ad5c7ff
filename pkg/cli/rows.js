// The rows of each thread, with what `meta.extra` says about the file they came from.

/**
 * @typedef {object} Facts of a file
 * @property {number | null} samples
 * @property {number} orphans
 * @property {number} orphanBytes
 * @property {number | null} interval
 * @property {boolean} isLive
 */

/**
 * @typedef {{ thread: object, facts: Facts, file: string | null, isCollected: boolean, sampleRows: number }} ThreadRows
 *   the first `sampleRows` of its rows are samples, the others nodes which have a size but no samples
 */

/**
 * @param {object} profile with the allocations in the table `samples`
 * @returns {ThreadRows[]}
 */
export function threadsOf({ meta, threads }) {
  const entries = [];
  for (const { label, entries: lines } of meta.extra) {
    const value = (...labels) => lines.find((line) => labels.includes(line.label))?.value ?? null;
    const hasCollected = value('Collected by GC') !== null;
    const facts = {
      samples: value('Samples'),
      orphans: value('Orphan samples') ?? 0,
      orphanBytes: value('Orphan bytes') ?? 0,
      interval: value('Sampling interval', 'Estimated sampling interval'),
      isLive: hasCollected || hasGaps(value('Samples'), value('Highest ordinal')),
    };
    const file = meta.extra.length > 1 ? label : (meta.fileName ?? null);
    const rest = facts.samples === null ? 0 : facts.samples - facts.orphans;
    const thread = threads[entries.length];
    const collected = hasCollected ? threads[entries.length + 1] : null;
    const collectedRows = collected === null ? 0 : countRows(collected.samples);
    entries.push({ thread, facts, file, isCollected: false, sampleRows: rest - collectedRows });
    if (collected !== null) {
      entries.push({ thread: collected, facts, file, isCollected: true, sampleRows: collectedRows });
    }
  }
  return entries;
}

/** @param {Facts} facts @returns {boolean} whether the file had samples, so that errors can be told */
export function isSampled({ samples }) {
  return samples !== null;
}

// Numbers missing among the ordinals are samples whose object is gone, so what is there lives. From a million on some
// writers round ordinals to six digits, which makes no gap.
function hasGaps(samples, highest) {
  const missing = (highest ?? 0) - (samples ?? 0);
  return missing > (highest >= 1e6 ? highest * 5e-6 : 0);
}

/**
 * @param {ThreadRows} entry
 * @returns {Generator<{ stack: number | null, weight: number, isSample: boolean }>}
 */
export function* rowsOf({ thread: { samples }, sampleRows }) {
  let row = 0;
  for (const index of allocations(samples)) {
    yield { stack: samples.stack[index], weight: samples.weight[index], isSample: row < sampleRows };
    row += 1;
  }
}

function countRows(samples) {
  let rows = 0;
  for (const _ of allocations(samples)) {
    rows += 1;
  }
  return rows;
}

// A row that is heavier than a thousandth of all, and the last one, are followed by one without weight, which marks
// their end on the axis. A thread without allocations has such a row alone.
function* allocations({ weight, length }) {
  const total = weight.reduce((sum, bytes) => sum + bytes, 0);
  const heavy = Math.floor(total / 1000);
  for (let index = 0; index < length - 1; index++) {
    yield index;
    if (weight[index] > heavy) {
      index += 1;
    }
  }
}
