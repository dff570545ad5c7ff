// Files of the corpus, and what is known of them.

import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** @param {string} name @returns {string} a path */
export function corpusFile(name) {
  return fileURLToPath(new URL(`../../corpus/${name}`, import.meta.url));
}

/** Facts by file name, computed without the importer. */
export const expected = JSON.parse(readFileSync(corpusFile('expected.json'), 'utf8'));

/** Four threads of one process. */
export const WORKERS = Object.keys(expected).filter((name) => name.startsWith('node26-workers/'));
