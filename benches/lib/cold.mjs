// Cold: the first import of a process or page, in Node and in browsers alike.

/**
 * To be called once in a process or page. Loading the code and making the instance are part of it.
 *
 * @param {() => Promise<(bytes: Uint8Array) => object>} load
 * @param {Uint8Array} bytes
 * @returns {Promise<number>} milliseconds
 */
export async function measureCold(load, bytes) {
  const start = performance.now();
  const importer = await load();
  const profile = importer(bytes);
  const time = performance.now() - start;
  if (!(profile.threads[0].samples.length > 0)) {
    throw new Error('there is no result');
  }
  return time;
}
