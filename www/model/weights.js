// Bytes and samples by row of the stack table, for some of a profile's threads.

/**
 * @param {object} profile
 * @param {number[]} threads
 * @returns {{ bytes: Float64Array, samples: Uint32Array }} what each stack allocated itself
 */
export function weighStacks(profile, threads) {
  const bytes = new Float64Array(profile.shared.stackTable.length);
  const samples = new Uint32Array(bytes.length);
  for (const thread of threads) {
    const { stack, weight, length } = profile.threads[thread].samples;
    for (let row = 0; row < length; row++) {
      // Rows without weight mark ends of large allocations, they are no samples.
      if (stack[row] !== null && weight[row] > 0) {
        bytes[stack[row]] += weight[row];
        samples[stack[row]] += 1;
      }
    }
  }
  return { bytes, samples };
}
