// `convert`: heap profiles into a file that profiler.firefox.com opens.

import { importHeapProfileStream } from '../node.js';
import { openInputs } from './input.js';
import { jsonPieces } from './json.js';
import { chooseTarget, writeTarget } from './output.js';
import { summarize } from './summary.js';
import { assertOneOf, parse } from './usage.js';

export const summary = 'convert heap profiles to a profile for profiler.firefox.com';

export const help = `Converts V8 sampling heap profiles to a profile that profiler.firefox.com opens.

Usage: heapprofile-importer convert FILE… [-o OUT] [OPTION…]

FILE can be compressed by gzip; '-' is the standard input. Many files become one profile, with a thread for each.

Options:
  -o, --output OUT   where the result goes: a name in .json or .json.gz, a directory, or '-' for the standard output
                     (default: NAME.json.gz in the current directory; the standard output if FILE is '-')
  --table TABLE      the table that gets the allocations: samples (default), nativeAllocations or jsAllocations
  --columns KIND     how the columns are held in memory: plain (default) or typed; the result is the same
  --help             show this text

Examples:
  heapprofile-importer convert Heap.20260801.101500.4242.0.001.heapprofile
  heapprofile-importer convert app.heapprofile -o app.json
  cat app.heapprofile | heapprofile-importer convert - | gzip > app.json.gz
`;

const OPTIONS = {
  output: { type: 'string', short: 'o' },
  table: { type: 'string', default: 'samples' },
  columns: { type: 'string', default: 'plain' },
};

/**
 * @param {string[]} args
 * @param {{ stdin: NodeJS.ReadableStream, stdout: NodeJS.WritableStream, stderr: NodeJS.WritableStream }} io
 */
export async function run(args, io) {
  const { values, positionals } = parse(args, OPTIONS);
  const { table, columns } = values;
  assertOneOf('--table', table, ['samples', 'nativeAllocations', 'jsAllocations']);
  assertOneOf('--columns', columns, ['plain', 'typed']);
  const inputs = openInputs(positionals, io.stdin);
  const target = await chooseTarget(values.output, positionals);
  const profile = await importInputs(inputs, { table, columns });
  await writeTarget(target, jsonPieces(profile), io.stdout);
  io.stderr.write(`${summarize(profile)} → ${target.isStdout ? 'standard output' : target.path}\n`);
}

function importInputs(inputs, options) {
  if (inputs.length > 1) {
    return importHeapProfileStream(inputs, options);
  }
  const [{ name, data }] = inputs;
  return importHeapProfileStream(data(), { ...options, fileName: name });
}
