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

function totalBytes(profile) {
  let bytes = 0;
  for (const thread of profile.threads) {
    const { weight } = thread.nativeAllocations ?? thread.jsAllocations ?? thread.samples;
    for (const value of weight) {
      bytes += value;
    }
  }
  return bytes;
}

// The rows of the tables won't do: they are more (ends of large allocations) or fewer (samples of nothing that lives).
function sampleCount(profile) {
  const entries = profile.meta.extra.flatMap((section) => section.entries);
  return entries.filter(({ label }) => label === 'Samples').reduce((sum, { value }) => sum + value, 0);
}
