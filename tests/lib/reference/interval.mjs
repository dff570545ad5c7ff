// Heap profiles don't tell the sampling interval, but no sample is smaller than it, and the smallest is hardly larger.

const ROUND_NUMBERS = [
  1048576, 1000000, 500000, 100000, 65536, 50000, 16384, 10000, 5000, 1024, 1000, 500, 100, 50, 10,
];

/**
 * @param {number} smallest size of the smallest sample
 * @returns {number}
 */
export function estimateInterval(smallest) {
  const lowest = smallest - Math.max(24, smallest * 0.004);
  let power = 1;
  while (power * 2 <= smallest) {
    power *= 2;
  }
  if (power >= lowest) {
    return power;
  }
  for (const unit of ROUND_NUMBERS) {
    // Not by a division, which would round near 2^53.
    const multiple = smallest - (smallest % unit);
    if (multiple > 0 && multiple >= lowest) {
      return multiple;
    }
  }
  return smallest;
}
