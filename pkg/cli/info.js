// `info`: who holds the memory, in the terminal or as JSON.

import { countFigures } from './figures.js';
import { toText } from './info-text.js';
import { INPUT_HELP, INPUT_OPTIONS, INPUT_OPTIONS_HELP, load, prepare } from './load.js';
import { hasColors, styles } from './style.js';
import { formatBytes } from './summary.js';
import { parse, readBytes, readCount } from './usage.js';

const ABOVE_LIMIT = 3;

export const summary = 'show who holds the memory: packages and functions';

export const help = `\
Shows who holds the memory in V8 sampling heap profiles: by package, by function and by thread. Of snapshots, or of two
files to compare, it shows what grew as well.

Usage: heapprofile-importer info FILE… [OPTION…]

${INPUT_HELP}

All sizes are estimates from samples. ± is the standard error that follows from their number, 1/√samples: two times
out of three the true size is within it, and a size of ± 50 % has just four samples behind it.

Options:
  --top N            how many functions to show by self size, and by total size (default: 10; 0 for none)
  --json             print JSON: liveBytes, collectedBytes, isLive, samples, samplingInterval, orphanSamples,
                     orphanBytes, threads[], comparisons[], packages[], topBySelf[], topByTotal[]; sizes are
                     selfBytes, totalBytes, selfSamples, totalSamples, selfError, totalError (0.1 is ± 10 %)
  --limit-bytes N    exit with code 3 if the live total is above N: bytes, or a number with kB, MB, GB, KiB, MiB, GiB
${INPUT_OPTIONS_HELP}
  --help             show this text

Colours are used on a terminal only; NO_COLOR=1 switches them off, FORCE_COLOR=1 on.

Examples:
  heapprofile-importer info Heap.20260801.101500.4242.0.001.heapprofile
  heapprofile-importer info profiles/ --top 30
  heapprofile-importer info app.heapprofile --limit-bytes 50MB
  heapprofile-importer info --snapshots before.heapprofile after.heapprofile
  heapprofile-importer info --diff yesterday.heapprofile today.heapprofile
  heapprofile-importer info app.heapprofile --json | jq '.packages[0]'
`;

const OPTIONS = {
  ...INPUT_OPTIONS,
  top: { type: 'string', default: '10' },
  json: { type: 'boolean', default: false },
  'limit-bytes': { type: 'string' },
};

/**
 * @param {string[]} args
 * @param {{ stdin: AsyncIterable<Uint8Array>, stdout: NodeJS.WritableStream, stderr: NodeJS.WritableStream }} io
 * @returns {Promise<number>} exit code
 */
export async function run(args, io) {
  const { values, positionals } = parse(args, OPTIONS);
  const top = readCount('--top', values.top);
  const limit = values['limit-bytes'] === undefined ? Infinity : readBytes('--limit-bytes', values['limit-bytes']);
  const profile = await load(await prepare(positionals, values, io), {}, io);
  const figures = countFigures(profile, top);
  const text = values.json ? `${JSON.stringify(figures, null, 2)}\n` : toText(figures, styles(hasColors(io.stdout)));
  io.stdout.write(text);
  if (figures.liveBytes <= limit) {
    return 0;
  }
  const [live, allowed] = [figures.liveBytes, limit].map((bytes) => `${formatBytes(bytes)} (${bytes} bytes)`);
  io.stderr.write(`heapprofile-importer: ${live} is above the limit of ${allowed}\n`);
  return ABOVE_LIMIT;
}
