// What was found, in a line.

import { fileSections, isComparison, isCurrent, kindOf } from './kinds.js';

const UNITS = ['bytes', 'KB', 'MB', 'GB', 'TB'];

/**
 * Decimal units, as the Firefox Profiler shows them.
 *
 * @param {number} bytes
 */
export function formatBytes(bytes) {
  let value = bytes;
  let unit = 0;
  while (Math.abs(value) >= 999.5 && unit < UNITS.length - 1) {
    value /= 1000;
    unit += 1;
  }
  return `${unit === 0 ? value : value.toPrecision(3)} ${UNITS[unit]}`;
}

/**
 * @param {number} count
 * @param {string} singular
 * @param {string} [plural]
 */
export function formatCount(count, singular, plural = `${singular}s`) {
  return `${count.toLocaleString('en-US')} ${count === 1 ? singular : plural}`;
}

/**
 * @param {object} profile
 * @returns {string} such as "2.54 MB in 70 functions, 90 samples"
 */
export function summarize(profile) {
  const parts = [
    `${formatBytes(totalBytes(profile))} in ${formatCount(profile.shared.funcTable.length, 'function')}`,
    formatCount(sampleCount(profile), 'sample'),
  ];
  if (profile.threads.length > 1) {
    parts.push(formatCount(profile.threads.length, 'thread'));
  }
  return parts.join(', ');
}

const tableOf = ({ nativeAllocations, jsAllocations, samples }) => nativeAllocations ?? jsAllocations ?? samples;

// Of snapshots the last one counts, and of two files that are compared the second.
function totalBytes({ threads }) {
  const kinds = threads.map(kindOf);
  let bytes = 0;
  for (const thread of threads.filter((_, index) => isCurrent(kinds, index))) {
    for (const value of tableOf(thread).weight) {
      bytes += value;
    }
  }
  return bytes;
}

// The rows of the tables won't do: they are more (ends of large allocations) or fewer (samples of nothing that lives).
function sampleCount({ meta, threads }) {
  const kinds = threads.map(kindOf);
  const isCurrentFile = kinds
    .map((kind, index) => ({ kind, isIn: isCurrent(kinds, index) }))
    .filter(({ kind }) => kind !== 'collected' && !isComparison(kind));
  const sections = fileSections(meta.extra);
  if (sections.length !== isCurrentFile.length) {
    // Several files in a balanced table, where each sample is an allocation once.
    return threads.reduce((sum, thread) => sum + tableOf(thread).weight.filter((bytes) => bytes > 0).length, 0);
  }
  const lines = sections.filter((_, index) => isCurrentFile[index].isIn).flatMap(({ entries }) => entries);
  return lines.filter(({ label }) => label === 'Samples').reduce((sum, { value }) => sum + value, 0);
}
