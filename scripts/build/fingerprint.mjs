// Telling whether files have changed, by what is in them: times of modification differ in each checkout.

import { createHash } from 'node:crypto';
import { readFileSync, readdirSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { root } from '../lib/paths.mjs';

/**
 * @param {string[]} paths files and folders, absolute or below the checkout
 * @param {string[]} [facts] what else counts
 * @returns {string}
 */
export function fingerprint(paths, facts = []) {
  const hash = createHash('sha256').update(JSON.stringify(facts));
  for (const path of paths) {
    for (const file of filesIn(resolve(root, path))) {
      const data = readFileSync(file);
      hash.update(`${file.slice(root.length)}\0${data.length}\0`).update(data);
    }
  }
  return hash.digest('hex');
}

function filesIn(path) {
  if (!statSync(path).isDirectory()) {
    return [path];
  }
  return readdirSync(path).sort().flatMap((name) => filesIn(join(path, name)));
}
