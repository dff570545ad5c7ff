// Where the result goes: a file that is there completely or not at all, or the standard output.

import { createWriteStream } from 'node:fs';
import { rename, stat, unlink } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { UsageError } from './usage.js';

const STDOUT = '-';

/**
 * @typedef {{ path: string, isStdout: boolean, isGzip: boolean, isReplaced: boolean }} Target
 *   `isReplaced` is false for devices and pipes, which are written to as they are
 */

/**
 * @param {string | undefined} option what `-o` says
 * @param {string[]} inputs the input paths
 * @returns {Promise<Target>}
 */
export async function chooseTarget(option, inputs) {
  const target = option ?? (inputs[0] === STDOUT ? STDOUT : defaultName(inputs));
  if (target === STDOUT) {
    return { path: STDOUT, isStdout: true, isGzip: false, isReplaced: false };
  }
  const status = await statOrNull(target);
  if (status?.isDirectory()) {
    return chooseTarget(join(target, defaultName(inputs)), inputs);
  }
  if (status !== null && !status.isFile()) {
    return { path: target, isStdout: false, isGzip: target.endsWith('.gz'), isReplaced: false };
  }
  if (!/\.json(\.gz)?$/.test(target)) {
    throw new UsageError(`the output '${target}' must end in .json or .json.gz`);
  }
  for (const input of inputs) {
    if (status !== null && isSameFile(status, await statOrNull(input))) {
      throw new UsageError(`'${target}' is both input and output`);
    }
  }
  // Better now than after a long import.
  await stat(dirname(target));
  return { path: target, isStdout: false, isGzip: target.endsWith('.gz'), isReplaced: true };
}

function defaultName(inputs) {
  if (inputs.length > 1) {
    return 'heap-profiles.json.gz';
  }
  const name = basename(inputs[0]).replace(/\.gz$/, '').replace(/\.(heapprofile|json)$/, '');
  return `${name === STDOUT || name === '' ? 'heap-profile' : name}.json.gz`;
}

async function statOrNull(path) {
  try {
    return await stat(path);
  } catch {
    return null;
  }
}

function isSameFile(one, other) {
  return other !== null && one.ino === other.ino && one.dev === other.dev;
}

/**
 * @param {Target} target
 * @param {Iterable<string>} pieces
 * @param {NodeJS.WritableStream} stdout
 */
export async function writeTarget(target, pieces, stdout) {
  const source = Readable.from(pieces, { objectMode: true, highWaterMark: 2 });
  const gzip = target.isGzip ? [createGzip()] : [];
  if (target.isStdout) {
    await pipeline([source, ...gzip, stdout], { end: false });
    return;
  }
  if (!target.isReplaced) {
    await pipeline([source, ...gzip, createWriteStream(target.path)]);
    return;
  }
  const part = `${target.path}.${process.pid}.part`;
  const interrupt = new AbortController();
  const onSignal = (signal) => interrupt.abort(signal);
  process.once('SIGINT', onSignal);
  process.once('SIGTERM', onSignal);
  try {
    await pipeline([source, ...gzip, createWriteStream(part, { flags: 'wx' })], { signal: interrupt.signal });
    await rename(part, target.path);
  } catch (error) {
    await unlink(part).catch(() => {});
    throw interrupt.signal.aborted ? new Error(`interrupted; ${target.path} was not written`) : error;
  } finally {
    process.off('SIGINT', onSignal);
    process.off('SIGTERM', onSignal);
  }
}
