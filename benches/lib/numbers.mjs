// Medians and ratios: the only numbers that mean something on a machine which does other things as well.

export const MEGABYTE = 1e6;

/** @param {number[]} values @returns {number} */
export function median(values) {
  const sorted = [...values].sort((one, two) => one - two);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/**
 * @param {number[]} one
 * @param {number[]} other measured in turns with it
 * @returns {number} how many times the one is of the other
 */
export function ratio(one, other) {
  return median(one) / median(other);
}

/** @param {Record<string, number[]>} times @returns {Record<string, number>} */
export function mediansOf(times) {
  return Object.fromEntries(Object.entries(times).map(([name, values]) => [name, median(values)]));
}

/** @param {number} value @returns {string} with three digits */
export function short(value) {
  return value >= 100 ? value.toFixed(0) : String(Number(value.toPrecision(3)));
}
