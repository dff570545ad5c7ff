// The rows of each thread, with what `meta.extra` says about the file they came from.

import { fileSections, isComparison, isCurrent, kindOf } from './kinds.js';

/**
 * @typedef {object} Facts of a file
 * @property {number | null} samples
 * @property {number} orphans
 * @property {number} orphanBytes
 * @property {number | null} interval
 * @property {boolean} isLive
 */

/**
 * @typedef {object} ThreadRows
 * @property {object} thread
 * @property {Facts} facts
 * @property {string | null} file null where several files are compared
 * @property {import('./kinds.js').Kind} kind
 * @property {boolean} isCurrent see kinds.js
 * @property {number} sampleRows so many of its first rows are samples, the others nodes with a size but no samples
 */

/**
 * @param {object} profile with the allocations in the table `samples`
 * @returns {ThreadRows[]}
 */
export function threadsOf({ meta, threads }) {
  const sections = fileSections(meta.extra);
  const kinds = threads.map(kindOf);
  const entries = [];
  let next = 0;
  for (const [index, thread] of threads.entries()) {
    const entry = { thread, kind: kinds[index], isCurrent: isCurrent(kinds, index) };
    if (isComparison(entry.kind)) {
      // The rows of growth are samples; a difference has one for each stack.
      const samples = entry.kind === 'difference' ? null : countRows(thread.samples);
      const { interval, isLive } = entries.at(-1).facts;
      const facts = { samples, orphans: 0, orphanBytes: 0, interval, isLive };
      entries.push({ ...entry, facts, file: null, sampleRows: samples ?? 0 });
    } else if (entry.kind === 'collected') {
      const of = entries.at(-1);
      const sampleRows = countRows(thread.samples);
      of.sampleRows -= sampleRows;
      entries.push({ ...entry, facts: of.facts, file: of.file, sampleRows });
    } else {
      const { label, entries: lines } = sections[next];
      const facts = factsOf(lines);
      const sampleRows = facts.samples === null ? 0 : facts.samples - facts.orphans;
      const file = sections.length > 1 ? label : (meta.fileName ?? null);
      entries.push({ ...entry, facts, file, sampleRows });
      next += 1;
    }
  }
  return entries;
}

function factsOf(lines) {
  const value = (...labels) => lines.find((line) => labels.includes(line.label))?.value ?? null;
  const hasCollected = value('Collected by GC') !== null;
  return {
    samples: value('Samples'),
    orphans: value('Orphan samples') ?? 0,
    orphanBytes: value('Orphan bytes') ?? 0,
    interval: value('Sampling interval', 'Estimated sampling interval'),
    isLive: hasCollected || hasGaps(value('Samples'), value('Highest ordinal')),
  };
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
  const total = weight.reduce((sum, bytes) => sum + Math.abs(bytes), 0);
  const heavy = Math.floor(total / 1000);
  for (let index = 0; index < length - 1; index++) {
    yield index;
    if (Math.abs(weight[index]) > heavy) {
      index += 1;
    }
  }
}
