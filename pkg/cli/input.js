// The files named on the command line, as sources for importHeapProfileStream.

import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { glob, isPattern } from './glob.js';
import { UsageError } from './usage.js';

const STDIN = '-';
const READ_SIZE = 256 * 1024;

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
    const status = path === STDIN ? null : await statOrNull(path);
    inputs.push({
      path,
      name: path === STDIN ? undefined : basename(path),
      size: status?.isFile() ? status.size : null,
      // Opened when its turn comes: there may be more files than a process can have open.
      data: () => read(path === STDIN ? stdin : createReadStream(path, { highWaterMark: READ_SIZE }), path),
    });
  }
  return inputs;
}

async function* read(stream, path) {
  try {
    yield* stream;
  } catch (error) {
    // Node names the file in some of its errors only.
    error.path ??= path === STDIN ? 'standard input' : path;
    throw error;
  }
}

async function statOrNull(path) {
  return stat(path).catch(() => null);
}

// A file is taken as often as it is named; a folder or a pattern adds what isn't there yet.
async function expand(paths) {
  const files = [];
  for (const path of paths) {
    const status = path === STDIN ? null : await statOrNull(path);
    if (status?.isDirectory()) {
      addNew(files, await heapProfilesIn(path), `${path}: no .heapprofile or .heapprofile.gz file in this folder`);
    } else if (status === null && isPattern(path)) {
      addNew(files, await filesMatching(path), `${path}: no file matches`);
    } else {
      files.push(path);
    }
  }
  return files;
}

function addNew(files, paths, complaint) {
  if (paths.length === 0) {
    throw new Error(complaint);
  }
  files.push(...[...new Set(paths)].filter((path) => !files.includes(path)));
}

async function filesMatching(pattern) {
  const files = [];
  for (const path of await glob(pattern)) {
    files.push(...((await statOrNull(path))?.isDirectory() ? await heapProfilesIn(path) : [path]));
  }
  return files;
}

function heapProfilesIn(folder) {
  return glob('**/*.heapprofile{,.gz}', folder);
}
