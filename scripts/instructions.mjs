// How many instructions the importer takes for a byte: a measure of its speed that doesn't depend on how busy the
// machine is. It is compared with the figure in benches/instructions.json.
//
//   node scripts/instructions.mjs            fails if the figure has risen by more than the tolerance
//   node scripts/instructions.mjs --write    writes the new figure

import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { cargoTarget, inRoot } from './lib/paths.mjs';
import { CommandError, findProgram, main, run } from './lib/run.mjs';
import { cargoEnv } from './lib/rust.mjs';
import { installPackages } from './lib/system.mjs';

const FIGURE = inRoot('benches/instructions.json');
const TOLERANCE = 0.05;
// The smaller input is subtracted: start-up and the reading of the file itself aren't the importer's.
const MEGABYTES = [1, 3];

/** @param {{ isWriting?: boolean }} [options] */
export async function checkInstructions({ isWriting = false } = {}) {
  if (findProgram(['valgrind']) === null) {
    await installPackages('valgrind', ['valgrind'], 'It counts the instructions.');
  }
  await run('cargo', ['build', '--locked', '--release', '--example', 'import'], { env: cargoEnv() });
  const folder = mkdtempSync(join(tmpdir(), 'heapprofile-instructions-'));
  try {
    const [small, large] = await Promise.all(MEGABYTES.map((size) => measure(folder, size)));
    const perByte = (large.instructions - small.instructions) / (large.bytes - small.bytes);
    report(perByte, isWriting);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function measure(folder, megabytes) {
  const input = join(folder, `${megabytes}.heapprofile`);
  const output = join(folder, `${megabytes}.callgrind`);
  await run(process.execPath, [inRoot('benches/generate.mjs'), input, String(megabytes)]);
  const program = join(cargoTarget, 'release/examples/import');
  await run('valgrind', ['--quiet', '--tool=callgrind', `--callgrind-out-file=${output}`, program, input]);
  const instructions = /^(?:summary|totals): (\d+)/m.exec(readFileSync(output, 'utf8'));
  if (instructions === null) {
    throw new CommandError('valgrind told no number of instructions');
  }
  return { bytes: statSync(input).size, instructions: Number(instructions[1]) };
}

function report(perByte, isWriting) {
  if (isWriting) {
    writeFileSync(FIGURE, `${JSON.stringify({ instructionsPerByte: Number(perByte.toFixed(3)) }, null, 2)}\n`);
    console.log(`${perByte.toFixed(3)} instructions a byte, written to benches/instructions.json`);
    return;
  }
  const { instructionsPerByte: known } = JSON.parse(readFileSync(FIGURE, 'utf8'));
  const change = `${(100 * (perByte / known - 1)).toFixed(1)} %`;
  console.log(`${perByte.toFixed(3)} instructions a byte; ${known} are known, the change is ${change}`);
  if (perByte > known * (1 + TOLERANCE)) {
    throw new CommandError(
      `The importer has become slower: ${change} more instructions a byte. If that is meant, run ` +
        'node scripts/instructions.mjs --write'
    );
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await main(() => checkInstructions({ isWriting: process.argv.includes('--write') }));
}
