// The files of tests/corpus, as bytes.

import { readdirSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';

const ROOT = new URL('../corpus/', import.meta.url);

/** Figures of each good file, counted by an independent program. @type {Record<string, object>} */
export const expected = JSON.parse(readFileSync(new URL('expected.json', ROOT), 'utf8'));

/** Good files, by path below tests/corpus. @type {string[]} */
export const names = Object.keys(expected);

/** Files that aren't heap profiles, or are damaged. @type {string[]} */
export const negativeNames = readdirSync(new URL('negatives/', ROOT)).map((name) => `negatives/${name}`);

/** @param {string} name @returns {URL} */
export function urlOf(name) {
  return new URL(name, ROOT);
}

/** @param {string} name @returns {Uint8Array} the file as it is */
export function readFile(name) {
  return new Uint8Array(readFileSync(urlOf(name)));
}

/** @param {string} name @returns {Uint8Array} the JSON in it */
export function readJson(name) {
  const bytes = readFile(name);
  return bytes[0] === 0x1f && bytes[1] === 0x8b ? new Uint8Array(gunzipSync(bytes)) : bytes;
}
