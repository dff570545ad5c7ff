// diffHeapProfiles: what one heap profile has more, and what less, than another.

import { isBlob, isFileList, readFileList } from './files.js';
import { run } from './importer.js';
import { readOptions } from './options.js';
import { runStreams } from './stream.js';

/**
 * @param {unknown} base
 * @param {unknown} profile
 * @param {object} [options]
 * @returns {object} a processed profile
 */
export function diffHeapProfiles(base, profile, options) {
  return run([asFile(base), asFile(profile)], readDiffOptions(options), true);
}

/**
 * @param {unknown} base
 * @param {unknown} profile
 * @param {object} [options]
 * @returns {Promise<object>} a processed profile
 */
export async function diffHeapProfilesStream(base, profile, options) {
  return runStreams([asFile(base), asFile(profile)], readDiffOptions(options), true);
}

function readDiffOptions(options) {
  const settings = readOptions(options);
  const { table = 'samples' } = settings.wasm;
  if (table !== 'samples') {
    throw new RangeError(`options.table can't be '${table}' here: a negative weight in it stands for freed memory`);
  }
  settings.wasm.compare = 'difference';
  // With one file there is no difference.
  settings.onError = 'throw';
  return settings;
}

function asFile(input) {
  const isNamed = isFileList([input]) && !isBlob(input);
  return isNamed ? readFileList([input])[0] : { name: undefined, data: input };
}
