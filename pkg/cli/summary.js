// What was found, in a line.

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

/** @param {number} count */
export function formatCount(count, singular, plural = `${singular}s`) {
  return `${count.toLocaleString('en-US')} ${count === 1 ? singular : plural}`;
}

/**
 * @param {object} profile
 * @returns {string} such as "2.54 MB in 70 functions, 90 samples"
 */
export function summarize(profile) {
  let bytes = 0;
  let samples = 0;
  for (const thread of profile.threads) {
    const { weight } = thread.nativeAllocations ?? thread.jsAllocations ?? thread.samples;
    for (const value of weight) {
      bytes += value;
      // Rows without weight only mark where a large allocation ends.
      samples += value === 0 ? 0 : 1;
    }
  }
  const parts = [
    `${formatBytes(bytes)} in ${formatCount(profile.shared.funcTable.length, 'function')}`,
    formatCount(samples, 'sample'),
  ];
  if (profile.threads.length > 1) {
    parts.push(formatCount(profile.threads.length, 'thread'));
  }
  return parts.join(', ');
}
