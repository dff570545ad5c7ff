// What the threads of a profile are: files, or what comes out of comparing them. The importer tells by their names.

/** @typedef {'file' | 'collected' | 'snapshot' | 'base' | 'compared' | 'growth' | 'survived' | 'difference'} Kind */

/** @type {[Kind, RegExp][]} */
const NAMES = [
  ['collected', /^Collected by GC$/],
  ['snapshot', /(?:^|: )Snapshot \d+$/],
  ['growth', /(?:^|: )Growth \d+→\d+$/],
  ['survived', /(?:^|: )Survived all$/],
  ['base', /^Base$/],
  ['compared', /^Compared$/],
  ['difference', /^Difference$/],
];

/** @param {{ name: string }} thread @returns {Kind} */
export function kindOf({ name }) {
  return NAMES.find(([, pattern]) => pattern.test(name))?.[0] ?? 'file';
}

/** @param {Kind} kind @returns {boolean} whether it was counted out of several files */
export function isComparison(kind) {
  return ['growth', 'survived', 'difference'].includes(kind);
}

/**
 * @param {Kind[]} kinds of all threads
 * @param {number} index of one of them
 * @returns {boolean} whether it tells how things are now: not an earlier snapshot, or one to compare with
 */
export function isCurrent(kinds, index) {
  const kind = kinds[index];
  // The growth comes behind the last snapshot.
  const isEarlier = kind === 'base' || (kind === 'snapshot' && kinds[index + 1] === 'snapshot');
  return !isEarlier && !isComparison(kind);
}

/**
 * @param {object[]} extra `meta.extra`
 * @returns {object[]} its sections about files; others tell what was left out
 */
export function fileSections(extra) {
  return extra.filter(({ entries }) => entries.some(({ label }) => label === 'Call tree nodes'));
}
