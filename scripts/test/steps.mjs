// The steps of `npm test`, in their order.

import { existsSync, readdirSync } from 'node:fs';
import { relative } from 'node:path';
import { build } from '../build.mjs';
import { node24, ownNode, versionOf } from '../lib/nodes.mjs';
import { cargoTarget, inRoot, root } from '../lib/paths.mjs';
import { cleanEnv, run } from '../lib/run.mjs';
import { cargoEnv, ensureCargoFuzz, ensureWasmCompiler, hasNightly, wasmArgs, wasmEnv } from '../lib/rust.mjs';
import { checkInstructions } from '../instructions.mjs';
import { setUpBuild, setUpTests } from '../setup.mjs';

/**
 * @typedef {object} Step
 * @property {string} name what --only and --skip call it
 * @property {string} title
 * @property {string[]} [needs] steps without which this one makes no sense
 * @property {(onOutput: (text: string) => void) => Promise<string | void>} run rejects if the step failed; resolves to
 *   a reason if it couldn't be run here
 */

// Folders whose tests need more than Node, and so have steps of their own. All others run in each Node.
const OWN_STEP = ['browser', 'client', 'package', 'www'];
const FUZZ_SECONDS = 60;

/** @type {Step[]} */
export const steps = [
  { name: 'setup', title: 'Set-up', run: setUp },
  { name: 'fmt', title: 'rustfmt', needs: ['setup'], run: cargo('fmt', '--check') },
  {
    name: 'clippy',
    title: 'Clippy',
    needs: ['setup'],
    run: cargo('clippy', '--locked', '--all-targets', '--', '--deny', 'warnings'),
  },
  { name: 'clippy', title: 'Clippy, WebAssembly', needs: ['setup'], run: wasmClippy },
  { name: 'doc', title: 'Documentation', needs: ['setup'], run: documentation },
  { name: 'rust', title: 'Rust tests', needs: ['setup'], run: cargo('test', '--locked') },
  { name: 'build', title: 'Build', needs: ['setup'], run: build },
  { name: 'js', title: 'JavaScript tests, own Node', needs: ['build'], run: nodeTests(() => ownNode, everywhere) },
  { name: 'js', title: 'JavaScript tests, Node 24', needs: ['build'], run: nodeTests(() => node24, everywhere) },
  { name: 'browser', title: 'Browsers', needs: ['build'], run: nodeTests(() => ownNode, only('browser')) },
  { name: 'www', title: 'Web page', needs: ['build'], run: nodeTests(() => ownNode, only('www')) },
  { name: 'client', title: 'Client of the profiler', needs: ['build'], run: nodeTests(() => node24, only('client')) },
  { name: 'package', title: 'npm package', needs: ['build'], run: nodeTests(() => ownNode, only('package')) },
  { name: 'instructions', title: 'Instructions a byte', needs: ['setup'], run: () => checkInstructions() },
  { name: 'fuzz', title: 'Fuzzing', needs: ['setup'], run: fuzz },
];

async function setUp() {
  await setUpBuild();
  await setUpTests();
}

function cargo(...args) {
  return (onOutput) => run('cargo', args, { env: cargoEnv(), onOutput });
}

// What is only there for WebAssembly: the boundary, with most of the unsafe code.
async function wasmClippy(onOutput) {
  const compiler = await ensureWasmCompiler();
  const args = ['clippy', ...wasmArgs(compiler), '--', '--deny', 'warnings'];
  await run(compiler.clippy, args, { env: wasmEnv(compiler), onOutput });
}

function documentation(onOutput) {
  const env = { ...cargoEnv(), RUSTDOCFLAGS: '--deny warnings' };
  return run('cargo', ['doc', '--locked', '--no-deps'], { env, onOutput });
}

// Node 20 has no globs for tests, so the files are named one by one.
function nodeTests(node, listFiles) {
  return async (onOutput) => {
    const files = listFiles().map((path) => relative(root, path));
    console.log(`Node ${versionOf(node())}, ${files.length} files`);
    await run(node(), ['--test', '--test-reporter=spec', ...files], { env: cleanEnv(), onOutput });
  };
}

function everywhere() {
  const folders = readdirSync(inRoot('tests'), { withFileTypes: true }).filter((entry) => entry.isDirectory());
  const shared = folders.map(({ name }) => name).filter((name) => !OWN_STEP.includes(name));
  return [...testFiles(inRoot('tests'), false), ...shared.flatMap((name) => testFiles(inRoot('tests', name), true))];
}

function only(...names) {
  return () => names.map((name) => inRoot('tests', name)).filter(existsSync).flatMap((path) => testFiles(path, true));
}

function testFiles(path, isRecursive) {
  const names = readdirSync(path, { recursive: isRecursive });
  return names.filter((name) => name.endsWith('.test.mjs')).sort().map((name) => `${path}/${name}`);
}

// Short: it shows that the targets work and that nothing obvious has broken. Long runs are for people.
async function fuzz(onOutput) {
  if (!existsSync(inRoot('fuzz/fuzz_targets'))) {
    return 'there are no fuzz targets';
  }
  if (!hasNightly()) {
    return 'there is no nightly compiler; get it with: rustup toolchain install nightly';
  }
  const cargoFuzz = await ensureCargoFuzz();
  const env = cleanEnv({ CARGO_TARGET_DIR: `${cargoTarget}/fuzz`, RUSTUP_TOOLCHAIN: 'nightly' });
  await run(inRoot('fuzz/seed.sh'), [], { env });
  const targets = readdirSync(inRoot('fuzz/fuzz_targets')).filter((name) => name.endsWith('.rs')).sort();
  for (const target of targets.map((name) => name.slice(0, -3))) {
    const limits = [`-max_total_time=${FUZZ_SECONDS}`, '-max_len=8192', '-dict=fuzz/json.dict'];
    await run(cargoFuzz, ['run', target, '--', ...limits], { env, onOutput });
  }
}
