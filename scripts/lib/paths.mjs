// Where things are.

import { homedir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The checkout, without a slash at the end. */
export const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/[\\/]$/, '');

/** What is built or installed and may be thrown away, outside the checkout so that all checkouts share it. */
export const cache = join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'heapprofile-importer');

/** Cargo's output. It isn't in the checkout either: it is big, and the same for all. */
export const cargoTarget = process.env.CARGO_TARGET_DIR || join(cache, 'target');

/** The built half of the package. */
export const dist = join(root, 'pkg/dist');

/** @param {...string} parts @returns {string} a path in the checkout */
export function inRoot(...parts) {
  return join(root, ...parts);
}
