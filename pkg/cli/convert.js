// `convert`: heap profiles into a file that profiler.firefox.com opens.

import { embedSources } from './embed.js';
import { jsonPieces } from './json.js';
import { EMBED_HELP, EMBED_OPTIONS, INPUT_HELP, INPUT_OPTIONS, INPUT_OPTIONS_HELP, load, prepare } from './load.js';
import { chooseTarget, writeTarget } from './output.js';
import { Progress, watch } from './progress.js';
import { summarize } from './summary.js';
import { assertOneOf, parse, UsageError } from './usage.js';

export const summary = 'convert heap profiles to a profile for profiler.firefox.com';

export const help = `Converts V8 sampling heap profiles to a profile that profiler.firefox.com opens.

Usage: heapprofile-importer convert FILE… [-o OUT] [OPTION…]

${INPUT_HELP}

Options:
  -o, --output OUT   where the result goes: a name in .json or .json.gz, a directory, or '-' for the standard output
                     (default: NAME.json.gz in the current directory; the standard output if FILE is '-')
${EMBED_HELP}
  --table TABLE      the table that gets the allocations: samples (default), nativeAllocations or jsAllocations
  --columns KIND     how the columns are held in memory: plain (default) or typed; the result is the same
${INPUT_OPTIONS_HELP}
  --help             show this text

Examples:
  heapprofile-importer convert Heap.20260801.101500.4242.0.001.heapprofile
  heapprofile-importer convert app.heapprofile -o app.json --embed-sources
  heapprofile-importer convert 'profiles/**/*.heapprofile' -o all.json.gz --on-error skip
  heapprofile-importer convert --snapshots start.heapprofile later.heapprofile end.heapprofile -o leak.json.gz
  heapprofile-importer convert --diff yesterday.heapprofile today.heapprofile -o diff.json.gz
  cat app.heapprofile | heapprofile-importer convert - | gzip > app.json.gz
`;

const OPTIONS = {
  ...INPUT_OPTIONS,
  ...EMBED_OPTIONS,
  output: { type: 'string', short: 'o' },
  table: { type: 'string', default: 'samples' },
  columns: { type: 'string', default: 'plain' },
};

/**
 * @param {string[]} args
 * @param {{ stdin: AsyncIterable<Uint8Array>, stdout: NodeJS.WritableStream, stderr: NodeJS.WritableStream }} io
 */
export async function run(args, io) {
  const { values, positionals } = parse(args, OPTIONS);
  const { table, columns } = values;
  assertOneOf('--table', table, ['samples', 'nativeAllocations', 'jsAllocations']);
  assertOneOf('--columns', columns, ['plain', 'typed']);
  if (values.diff !== undefined && table !== 'samples') {
    throw new UsageError(`--diff needs the table samples; a negative weight in ${table} stands for freed memory`);
  }
  const prepared = await prepare(positionals, values, io);
  const target = await chooseTarget(values.output, prepared.inputs.map(({ path }) => path));
  const profile = await load(prepared, { table, columns }, io);
  if (values['embed-sources']) {
    await embedSources(profile, io.stderr);
  }
  await writeTarget(target, watch(jsonPieces(profile), new Progress(io.stderr)), io.stdout);
  io.stderr.write(`${summarize(profile)} → ${target.isStdout ? 'standard output' : target.path}\n`);
}
