// What all commands begin with: the files on the command line become one profile.

import { importHeapProfileStream } from '../node.js';
import { toMessage } from './failure.js';
import { openInputs } from './input.js';
import { Progress } from './progress.js';
import { assertOneOf } from './usage.js';

/** Options of all commands, for `parse`. */
export const INPUT_OPTIONS = {
  'on-error': { type: 'string', default: 'stop' },
};

export const INPUT_HELP = `\
FILE can be compressed by gzip; '-' is the standard input. A folder stands for all .heapprofile and .heapprofile.gz
files in it and below, and patterns are understood: 'profiles/*.heapprofile'. Many files become one profile, with a
thread for each.`;

export const INPUT_OPTIONS_HELP = `\
  --on-error WHAT    with many files, what one that can't be read does: stop (default) or skip, which goes on with
                     the others`;

/** Options of the commands that make a profile to look at. */
export const EMBED_OPTIONS = {
  'embed-sources': { type: 'boolean', default: false },
};

export const EMBED_HELP = `\
  --embed-sources    put the text of the source files that the profile names, and which are on this computer, into
                     it: a double click in the profiler shows the code. Up to 1 MB each, 50 MB in all`;

/**
 * @param {string[]} paths as on the command line
 * @param {object} values of INPUT_OPTIONS
 * @param {{ stdin: AsyncIterable<Uint8Array> }} io
 */
export async function prepare(paths, values, io) {
  const onError = values['on-error'];
  assertOneOf('--on-error', onError, ['stop', 'skip']);
  return { inputs: await openInputs(paths, io.stdin), onError: onError === 'skip' ? 'skip' : 'throw' };
}

/**
 * @param {{ inputs: import('./input.js').Input[], onError: 'throw' | 'skip' }} prepared
 * @param {object} options of importHeapProfileStream
 * @param {{ stderr: NodeJS.WritableStream }} io
 * @returns {Promise<object>} the profile
 */
export async function load({ inputs, onError }, options, io) {
  const progress = new Progress(io.stderr);
  const sizes = inputs.map(({ size }) => size);
  const total = sizes.includes(null) ? null : sizes.reduce((sum, size) => sum + size, 0);
  try {
    return await importHeapProfileStream(inputs, {
      ...options,
      onError,
      onSkip(name, error) {
        progress.clear();
        io.stderr.write(`skipped: ${toMessage(error)}\n`);
      },
      onProgress(bytes) {
        progress.update('Reading', bytes, total);
      },
    });
  } finally {
    progress.clear();
  }
}
