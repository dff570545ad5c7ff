// Many files at once: what such an argument looks like, and what happens to the files that can't be read.

import { HeapProfileError } from './error.js';

/**
 * Arrays are lists of files, unless they look like parsed JSON: some foreign formats are arrays at the top.
 *
 * @param {unknown} input
 * @returns {boolean}
 */
export function isFileList(input) {
  try {
    return Array.isArray(input) && (input.length === 0 || input.some(isFile));
  } catch {
    // A revoked proxy is no list of anything.
    return false;
  }
}

function isFile(entry) {
  return typeof entry === 'object' && entry !== null && ('data' in entry || isBlob(entry));
}

/**
 * @param {unknown} value
 * @returns {boolean} also for Blobs of another realm
 */
export function isBlob(value) {
  return typeof value === 'object' && value !== null && typeof value.slice === 'function' && isSized(value);
}

function isSized(value) {
  return typeof value.size === 'number' && typeof value.arrayBuffer === 'function';
}

/**
 * @param {unknown[]} input
 * @returns {{ name: string | undefined, data: unknown }[]}
 */
export function readFileList(input) {
  if (input.length === 0) {
    throw new HeapProfileError('empty', 'There are no files to import: the array is empty');
  }
  return input.map((entry, index) => {
    if (!isFile(entry)) {
      throw new TypeError(`files[${index}] must be { name, data }`);
    }
    const { name } = entry;
    if (name !== undefined && typeof name !== 'string') {
      throw new TypeError(`files[${index}].name must be a string`);
    }
    return { name, data: isBlob(entry) ? entry : entry.data };
  });
}

/**
 * @param {number} count how many files there are
 * @param {boolean} [snapshots] the option
 * @returns {'auto' | 'nothing' | 'snapshots'} what they have to do with each other
 */
export function relationOf(count, snapshots) {
  // To compare files, more of each has to be kept in memory.
  if (count < 2 || snapshots === false) {
    return 'nothing';
  }
  return snapshots ? 'snapshots' : 'auto';
}

/** The files that are left out, as `onError: 'skip'` has it. */
export class Skipped {
  constructor(session, settings, total) {
    this.session = session;
    this.settings = settings;
    this.total = total;
    this.errors = [];
    this.entries = [];
  }

  /**
   * @param {string | undefined} name
   * @param {unknown} error
   * @param {boolean} [isReadError] whether it came from where the bytes come from
   */
  add(name, error, isReadError = false) {
    // Anything else is not the file's fault: a callback that threw, or the wasm instance being gone.
    const isOfFile = (error instanceof HeapProfileError || isReadError) && this.session.isAlive();
    if (this.settings.onError !== 'skip' || !isOfFile) {
      throw error;
    }
    this.errors.push(error);
    this.entries.push({ label: name ?? '(no name)', format: 'string', value: error?.message ?? String(error) });
    this.session.skipFile();
    this.settings.onSkip?.(name ?? '', error);
  }

  assertNotAll() {
    if (this.errors.length === this.total) {
      throw this.errors[0];
    }
  }

  /**
   * Names the files in the profile, too.
   *
   * @param {object} profile
   * @returns {object} the profile
   */
  tellIn(profile) {
    if (this.entries.length > 0) {
      profile.meta.extra.push({ label: 'Skipped files', entries: this.entries });
    }
    return profile;
  }
}
