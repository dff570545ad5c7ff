// Patterns such as 'profiles/**/*.heapprofile', for shells that don't expand them. Node 20 has no glob of its own.

import { readdir, stat } from 'node:fs/promises';
import { join, parse } from 'node:path';

const SEPARATOR = process.platform === 'win32' ? /[\\/]+/ : /\/+/;
const WILD = /[*?[{]/;

/** @param {string} path @returns {boolean} whether it has a wildcard: `*`, `?`, `[…]` or `{…,…}` */
export function isPattern(path) {
  return WILD.test(path);
}

/**
 * @param {string} pattern `**` is any number of folders
 * @param {string} [folder] where to begin; the pattern's own root, or the current folder, if it isn't given
 * @returns {Promise<string[]>} what matches, sorted; hidden ones only where the pattern has the dot. Links to folders
 *   aren't followed by `**`: they may lead back
 */
export async function glob(pattern, folder = parse(pattern).root) {
  const found = new Set();
  for (const plain of expandBraces(pattern)) {
    await match(folder, plain.split(SEPARATOR).filter(Boolean), found);
  }
  return [...found].sort();
}

function expandBraces(pattern) {
  const [, before, choices, after] = /^([^]*?)\{([^{}]*,[^{}]*)\}([^]*)$/.exec(pattern) ?? [];
  return choices?.split(',').flatMap((choice) => expandBraces(before + choice + after)) ?? [pattern];
}

async function match(folder, [segment, ...rest], found) {
  if (segment === undefined) {
    found.add(folder);
    return;
  }
  if (!isPattern(segment)) {
    const path = join(folder, segment);
    // What is no folder has nothing in it.
    if (await stat(path).catch(() => null)) {
      await match(path, rest, found);
    }
    return;
  }
  const isAnyDepth = segment === '**';
  if (isAnyDepth) {
    await match(folder, rest.length > 0 ? rest : ['*'], found);
  }
  const expression = toExpression(segment);
  for (const entry of await readdir(folder || '.', { withFileTypes: true }).catch(() => [])) {
    if (expression.test(entry.name) && (isAnyDepth ? entry.isDirectory() : rest.length === 0 || !entry.isFile())) {
      await match(join(folder, entry.name), isAnyDepth ? [segment, ...rest] : rest, found);
    }
  }
}

function toExpression(segment) {
  const source = segment.replace(/\[([!^]?)([^\]]+)\]|[^]/gu, (part, not, set) => {
    const plain = () => part.replace(/[\\^$.|+()[\]{}]/, '\\$&');
    return set === undefined
      ? ({ '*': '.*', '?': '.' }[part] ?? plain())
      : `[${not && '^'}${set.replace(/[\\[]/g, '\\$&')}]`;
  });
  return new RegExp(`^${segment.startsWith('.') ? '' : '(?!\\.)'}${source}$`, 'su');
}
