// The files of the web page: those in www/, and the part of the package that it imports.

import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { inRoot } from './paths.mjs';

const www = inRoot('www');
const pkg = inRoot('pkg');

// Found by URL, not by an import.
const WASM = join(pkg, 'dist/heapprofile_importer_bg.wasm');
// Not asked for by the page itself.
const UNLISTED = new Set(['sw.js', 'index.html', 'site-files.js']);

/**
 * @returns {Map<string, string | Buffer>} by address, relative to the page: the path of a file, or what is in it
 */
export function siteFiles() {
  if (!existsSync(WASM)) {
    throw new Error('pkg/dist/ is missing: npm run build makes it');
  }
  const files = new Map();
  for (const entry of readdirSync(www, { recursive: true, withFileTypes: true })) {
    if (entry.isFile()) {
      const path = join(entry.parentPath ?? entry.path, entry.name);
      files.set(relative(www, path).split(sep).join('/'), path);
    }
  }
  for (const path of [...importsOf(join(pkg, 'index.js')), WASM]) {
    files.set(`pkg/${relative(pkg, path).split(sep).join('/')}`, path);
  }
  files.set('site-files.js', Buffer.from(listOf(files)));
  return files;
}

// For the service worker.
function listOf(files) {
  const names = [...files.keys()].filter((name) => !UNLISTED.has(name)).sort();
  const hash = createHash('sha256');
  for (const path of files.values()) {
    hash.update(readFileSync(path));
  }
  const list = JSON.stringify(['./', ...names.map((name) => `./${name}`)], null, 2);
  return `// Version ${hash.digest('hex').slice(0, 16)}\nself.SITE_FILES = ${list};\n`;
}

function importsOf(path, found = new Set()) {
  if (!found.has(path)) {
    found.add(path);
    for (const [, specifier] of readFileSync(path, 'utf8').matchAll(/\bfrom\s+['"](\.[^'"]+)['"]/g)) {
      importsOf(join(dirname(path), specifier), found);
    }
  }
  return found;
}
