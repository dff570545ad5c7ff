// What all commands begin with: the files on the command line become one profile.

import { diffHeapProfilesStream, importHeapProfileStream } from '../node.js';
import { toMessage } from './failure.js';
import { openInputs } from './input.js';
import { Progress } from './progress.js';
import { assertOneOf, UsageError } from './usage.js';

/** Options of all commands, for `parse`. */
export const INPUT_OPTIONS = {
  'on-error': { type: 'string', default: 'stop' },
  snapshots: { type: 'boolean' },
  'no-snapshots': { type: 'boolean' },
  diff: { type: 'string' },
};

export const INPUT_HELP = `\
FILE can be compressed by gzip; '-' is the standard input. A folder stands for all .heapprofile and .heapprofile.gz
files in it and below, and patterns are understood: 'profiles/*.heapprofile'. Many files become one profile, with a
thread for each.`;

export const INPUT_OPTIONS_HELP = `\
  --on-error WHAT    with many files, what one that can't be read does: stop (default) or skip, which goes on with
                     the others
  --snapshots        the files are snapshots of one sampling session, in this order: adds what grew between them. Files
                     that Node's names tell to be of one thread are taken for such without it
  --no-snapshots     they aren't, whatever their names: a thread for each file and no more
  --diff BASE        compares FILE, which must be a single one, with the file BASE: adds what FILE has more and less`;

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
  const { snapshots: isSession, 'no-snapshots': isNoSession, diff: base } = values;
  const relations = { '--snapshots': isSession, '--no-snapshots': isNoSession, '--diff': base !== undefined };
  const [one, other] = Object.keys(relations).filter((option) => relations[option]);
  if (other !== undefined) {
    throw new UsageError(`${one} and ${other} can't go together`);
  }
  const inputs = await openInputs(base === undefined || paths.length === 0 ? paths : [base, ...paths], io.stdin);
  if (base !== undefined && inputs.length !== 2) {
    throw new UsageError(`--diff compares BASE with a single FILE; here are ${inputs.length} files in all`);
  }
  const snapshots = isSession ? true : isNoSession ? false : undefined;
  return { inputs, onError: onError === 'skip' ? 'skip' : 'throw', snapshots, isDiff: base !== undefined };
}

/**
 * @param {Awaited<ReturnType<typeof prepare>>} prepared
 * @param {object} options of importHeapProfileStream
 * @param {{ stderr: NodeJS.WritableStream }} io
 * @returns {Promise<object>} the profile
 */
export async function load({ inputs, onError, snapshots, isDiff }, options, io) {
  const progress = new Progress(io.stderr);
  const sizes = inputs.map(({ size }) => size);
  const total = sizes.includes(null) ? null : sizes.reduce((sum, size) => sum + size, 0);
  try {
    const allOptions = {
      ...options,
      onError,
      snapshots,
      onSkip(name, error) {
        progress.clear();
        io.stderr.write(`skipped: ${toMessage(error)}\n`);
      },
      onProgress(bytes) {
        progress.update('Reading', bytes, total);
      },
    };
    return await (isDiff ? diffHeapProfilesStream(...inputs, allOptions) : importHeapProfileStream(inputs, allOptions));
  } finally {
    progress.clear();
  }
}
