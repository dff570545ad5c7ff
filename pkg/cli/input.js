// The files named on the command line, as sources for importHeapProfileStream.

import { createReadStream } from 'node:fs';
import { basename } from 'node:path';
import { UsageError } from './usage.js';

const STDIN = '-';
const READ_SIZE = 256 * 1024;

/**
 * @param {string[]} paths
 * @param {NodeJS.ReadableStream} stdin
 * @returns {{ name: string | undefined, data: () => AsyncIterable<Uint8Array> }[]}
 */
export function openInputs(paths, stdin) {
  if (paths.length === 0) {
    throw new UsageError("no FILE given ('-' is the standard input)");
  }
  if (paths.filter((path) => path === STDIN).length > 1) {
    throw new UsageError("'-' can be given only once");
  }
  return paths.map((path) =>
    path === STDIN
      ? { name: undefined, data: () => read(stdin, 'standard input') }
      : // Opened when its turn comes: there may be more files than a process can have open.
        { name: basename(path), data: () => read(createReadStream(path, { highWaterMark: READ_SIZE }), path) }
  );
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

/** @param {string} path */
export function isStdin(path) {
  return path === STDIN;
}
