// Numbers and places as text.

const UNITS = ['bytes', 'KB', 'MB', 'GB', 'TB'];
const integers = new Intl.NumberFormat('en-US');

/** @param {number} value */
export function formatInteger(value) {
  return integers.format(value);
}

/**
 * Decimal units, as the Firefox Profiler shows them.
 *
 * @param {number} bytes
 */
export function formatBytes(bytes) {
  let value = bytes;
  let unit = 0;
  while (value >= 999.5 && unit < UNITS.length - 1) {
    value /= 1000;
    unit += 1;
  }
  return `${unit === 0 ? value : value.toPrecision(3)} ${UNITS[unit]}`;
}

/**
 * @param {number} part
 * @param {number} whole
 */
export function formatPercent(part, whole) {
  const percent = whole === 0 ? 0 : (part / whole) * 100;
  if (percent > 0 && percent < 0.01) {
    return '<0.01%';
  }
  return `${percent >= 99.95 ? Math.round(percent) : percent.toPrecision(percent < 1 ? 1 : percent < 10 ? 2 : 3)}%`;
}

/**
 * The standard error of an estimate that rests on so many samples.
 *
 * @param {number} samples
 */
export function formatError(samples) {
  const percent = 100 / Math.sqrt(samples);
  return samples === 0 ? '–' : `±${percent < 1 ? percent.toFixed(1) : Math.round(percent)}%`;
}

/**
 * Intervals are usually powers of two, which decimal units would hide.
 *
 * @param {number} bytes
 */
export function formatInterval(bytes) {
  for (const [unit, size] of [['MiB', 2 ** 20], ['KiB', 2 ** 10]]) {
    if (bytes >= size && bytes % size === 0) {
      return `${formatInteger(bytes / size)} ${unit}`;
    }
  }
  return `${formatInteger(bytes)} bytes`;
}

/**
 * @param {number} count
 * @param {string} singular
 * @param {string} [plural]
 */
export function formatCount(count, singular, plural = `${singular}s`) {
  return `${formatInteger(count)} ${count === 1 ? singular : plural}`;
}
