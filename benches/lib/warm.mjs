// Warm: repeated imports in one process or page, in Node and in browsers alike.

import { importInJavaScript } from '../js-importer.mjs';
import { makeLimit } from '../limit.mjs';

// The clocks of browsers are coarse: shorter work is repeated until it takes as long as this, in milliseconds.
const LAP = 30;

/**
 * The importer, the JavaScript importer and the limit in turns, so that what disturbs one disturbs all.
 *
 * @param {(bytes: Uint8Array) => object} importHeapProfile
 * @param {Uint8Array} bytes
 * @param {number} rounds
 * @returns {Promise<Record<'importer' | 'javascript' | 'limit', number[]>>} milliseconds
 */
export async function measureWarm(importHeapProfile, bytes, rounds) {
  const peers = {
    importer: () => importHeapProfile(bytes),
    javascript: () => importInJavaScript(bytes),
    limit: makeLimit(bytes, importHeapProfile(bytes)),
  };
  const names = Object.keys(peers);
  const times = Object.fromEntries(names.map((name) => [name, []]));
  const repeats = {};
  for (const name of names) {
    // Engines swap in better code now and then in the beginning.
    for (let time = 0; time < 3; time++) {
      repeats[name] = Math.max(1, Math.ceil(LAP / Math.max(lap(peers[name], 1), 0.1)));
    }
  }
  for (let round = 0; round < rounds; round++) {
    for (let turn = 0; turn < names.length; turn++) {
      const name = names[(round + turn) % names.length];
      await pause();
      times[name].push(lap(peers[name], repeats[name]));
    }
  }
  return times;
}

function lap(work, repeats) {
  const start = performance.now();
  for (let time = 0; time < repeats; time++) {
    if (!work()) {
      throw new Error('there is no result');
    }
  }
  return (performance.now() - start) / repeats;
}

// Lets garbage collectors do their deferred work outside of what is timed.
function pause() {
  return new Promise((resolve) => setTimeout(resolve, 5));
}
