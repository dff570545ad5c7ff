// The files named on the command line, as sources for importHeapProfileStream.

import { createReadStream } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { glob, isPattern } from './glob.js';
import { UsageError } from './usage.js';

const STDIN = '-';
const READ_SIZE = 256 * 1024;
const HEAP_PROFILE = /\.heapprofile(\.gz)?$/;

/**
 * @typedef {object} Input
 * @property {string} path
 * @property {string | undefined} name
 * @property {number | null} size in bytes, if it is known
 * @property {() => AsyncIterable<Uint8Array>} data
 */

/**
 * @param {string[]} paths files, folders, patterns, and '-' for the standard input
 * @param {AsyncIterable<Uint8Array>} stdin
 * @returns {Promise<Input[]>}
 */
export async function openInputs(paths, stdin) {
  if (paths.length === 0) {
    throw new UsageError("no FILE given ('-' is the standard input)");
  }
  if (paths.filter((path) => path === STDIN).length > 1) {
    throw new UsageError("'-' can be given only once");
  }
  const inputs = [];
  for (const path of await expand(paths)) {
    inputs.push(
      path === STDIN
        ? { path, name: undefined, size: null, data: () => read(stdin, 'standard input') }
        : // Opened when its turn comes: there may be more files than a process can have open.
          { path, name: basename(path), size: await sizeOf(path), data: () => read(openFile(path), path) }
    );
  }
  return inputs;
}

function openFile(path) {
  return createReadStream(path, { highWaterMark: READ_SIZE });
}

async function* read(stream, path) {
  try {
    yield* stream;
  } catch (error) {
    // Node names the file in some of its errors only.
    error.path ??= path;
    throw error;
  }
}

async function sizeOf(path) {
  const status = await stat(path).catch(() => null);
  return status?.isFile() ? status.size : null;
}

// A file is taken as often as it is named; a folder or a pattern adds what isn't there yet.
async function expand(paths) {
  const expanded = [];
  for (const path of paths) {
    const status = path === STDIN ? null : await stat(path).catch(() => null);
    if (status?.isDirectory()) {
      addNew(expanded, await filesIn(path));
    } else if (status === null && isPattern(path)) {
      addNew(expanded, await filesMatching(path));
    } else {
      expanded.push(path);
    }
  }
  return expanded;
}

function addNew(list, paths) {
  list.push(...paths.filter((path) => !list.includes(path)));
}

async function filesMatching(pattern) {
  const paths = await glob(pattern);
  if (paths.length === 0) {
    throw new Error(`${pattern}: no file matches`);
  }
  const files = [];
  for (const path of paths) {
    const isFolder = (await stat(path).catch(() => null))?.isDirectory();
    files.push(...(isFolder ? await heapProfilesIn(path) : [path]));
  }
  return files;
}

async function filesIn(folder) {
  const files = await heapProfilesIn(folder);
  if (files.length === 0) {
    throw new Error(`${folder}: no .heapprofile or .heapprofile.gz file in this folder`);
  }
  return files;
}

// Links to folders aren't followed: they may lead back.
async function heapProfilesIn(folder) {
  const files = [];
  const entries = await readdir(folder, { withFileTypes: true });
  entries.sort((one, other) => (one.name < other.name ? -1 : 1));
  for (const entry of entries) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) {
      files.push(...(await heapProfilesIn(path)));
    } else if (HEAP_PROFILE.test(entry.name)) {
      files.push(path);
    }
  }
  return files;
}
