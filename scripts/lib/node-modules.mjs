// What comes from npm. Until it is installed, scripts can use Node's own modules only.

import { statSync } from 'node:fs';
import { inRoot } from './paths.mjs';
import { run } from './run.mjs';

/** @returns {boolean} whether node_modules is what package-lock.json asks for */
export function hasNodeModules() {
  const modified = (path) => statSync(inRoot(path), { throwIfNoEntry: false })?.mtimeMs;
  // npm writes this file last, when all the rest is in place.
  return modified('node_modules/.package-lock.json') >= modified('package-lock.json');
}

/** Installs them where they are missing or older than package-lock.json. */
export async function ensureNodeModules() {
  if (!hasNodeModules()) {
    console.log('Installing node_modules');
    await run('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error']);
  }
}
