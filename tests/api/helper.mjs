// Heap profiles made on the spot, with totals that the tests can count for themselves.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * @param {string} functionName
 * @param {number} selfSize
 * @param {number} id
 * @param {object[]} [children]
 */
export function node(functionName, selfSize, id, children = []) {
  const isRoot = functionName === '(root)';
  return {
    callFrame: {
      functionName,
      scriptId: isRoot ? '0' : '7',
      url: isRoot ? '' : 'file:///srv/app/main.mjs',
      lineNumber: isRoot ? -1 : id,
      columnNumber: isRoot ? -1 : 4,
    },
    selfSize,
    id,
    children,
  };
}

/** A profile of 1000 bytes: three functions, three samples out of order. */
export function smallProfile() {
  return {
    head: node('(root)', 0, 1, [node('outer', 100, 2, [node('größe 😀', 300, 3)]), node('other', 600, 4)]),
    samples: [
      { size: 600, nodeId: 4, ordinal: 9 },
      { size: 100, nodeId: 2, ordinal: 2 },
      { size: 300, nodeId: 3, ordinal: 5 },
    ],
  };
}

/** A profile of about `bytes` bytes of JSON; every node and sample weighs 16. */
export function bigProfile(bytes) {
  const count = Math.max(1, Math.floor(bytes / 220));
  const children = Array.from({ length: count }, (_, index) => node(`f${index % 500}`, 16, index + 2));
  const samples = children.map(({ id }) => ({ size: 16, nodeId: id, ordinal: id * 3 }));
  return { head: node('(root)', 0, 1, children), samples };
}

/**
 * The deepest tree that a test asks for, made without recursion.
 *
 * @param {number} levels
 */
export function deepProfile(levels) {
  let head = node('leaf', 8, levels);
  for (let id = levels - 1; id >= 1; id--) {
    head = node(id === 1 ? '(root)' : `f${id % 10}`, id === 1 ? 0 : 8, id, [head]);
  }
  return { head };
}

/** @param {object} profile JSON text without recursion, for trees which are too deep for JSON.stringify */
export function deepText(levels) {
  const open = [];
  for (let id = 1; id <= levels; id++) {
    const { children, ...rest } = node(id === 1 ? '(root)' : `f${id % 10}`, id === 1 ? 0 : 8, id);
    open.push(`${JSON.stringify(rest).slice(0, -1)},"children":[`);
  }
  return `{"head":${open.join('')}${']}'.repeat(levels)}}`;
}

/** @param {object} profile a processed profile */
export function totalBytes(profile) {
  let total = 0;
  for (const thread of profile.threads) {
    const { weight } = thread.nativeAllocations ?? thread.jsAllocations ?? thread.samples;
    for (const bytes of weight) {
      total += bytes;
    }
  }
  return total;
}

/** @param {object} profile */
export function functionNames(profile) {
  const { funcTable, stringArray } = profile.shared;
  return funcTable.name.map((index) => stringArray[index]);
}

/** @param {import('node:test').TestContext} t */
export function temporaryFolder(t) {
  const path = mkdtempSync(join(tmpdir(), 'heapprofile-test-'));
  t.after(() => rmSync(path, { recursive: true, force: true }));
  return path;
}
