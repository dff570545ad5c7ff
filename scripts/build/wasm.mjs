// The WebAssembly module and its glue: cargo, wasm-bindgen, wasm-opt.

import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { dist, inRoot, root } from '../lib/paths.mjs';
import { run } from '../lib/run.mjs';
import {
  TARGET, cargoHome, ensureWasmBindgen, ensureWasmCompiler, wasmArgs, wasmBindgenVersion, wasmEnv,
} from '../lib/rust.mjs';
import { fingerprint } from './fingerprint.mjs';

const NAME = 'heapprofile_importer';
const SOURCES = [
  'Cargo.toml', 'Cargo.lock', 'src', 'scripts/build/wasm.mjs', 'scripts/lib/rust.mjs', 'package-lock.json',
];
const WORK = inRoot('node_modules/.cache/heapprofile-importer');
const STAMP = join(WORK, 'stamp.json');

const WASM = `${NAME}_bg.wasm`;
const GLUE = `${NAME}.js`;
const OUTPUTS = [WASM, GLUE, 'wasm-base64.js'].map((name) => join(dist, name));

// Named one by one, since all together are more than Node 20 and 24 understand. These are what rustc takes for granted.
const FEATURES = [
  'bulk-memory', 'mutable-globals', 'nontrapping-float-to-int', 'sign-ext', 'reference-types', 'multivalue',
].map((name) => `--enable-${name}`);

/** Brings the module up to date. Does nothing if neither the sources nor the compiler have changed. */
export async function buildWasm() {
  const compiler = await ensureWasmCompiler();
  const before = fingerprint(SOURCES, [compiler.version, wasmBindgenVersion()]);
  if (isUpToDate(before)) {
    return;
  }
  const wasmBindgen = await ensureWasmBindgen();
  console.log('Compiling the WebAssembly module');
  const compiled = await compile(compiler);
  await bind(wasmBindgen, compiled);
  await optimise();
  checkForPaths(readFileSync(join(WORK, WASM)));
  publish();
  writeFileSync(STAMP, JSON.stringify({ sources: before, outputs: fingerprint(OUTPUTS) }));
}

// What is in pkg/dist/ counts too: somebody may have copied another build there.
function isUpToDate(sources) {
  if (![STAMP, ...OUTPUTS].every((path) => existsSync(path))) {
    return false;
  }
  const stamp = JSON.parse(readFileSync(STAMP, 'utf8'));
  return stamp.sources === sources && stamp.outputs === fingerprint(OUTPUTS);
}

async function compile(compiler) {
  const remap = pathsToHide().map(([from, to]) => `--remap-path-prefix=${from}=${to}`);
  await run(compiler.cargo, ['build', ...wasmArgs(compiler)], {
    // The encoded form allows for spaces, and has precedence: what the user has in RUSTFLAGS is for other builds.
    env: { ...wasmEnv(compiler), CARGO_ENCODED_RUSTFLAGS: remap.join('\x1f') },
  });
  return join(compiler.target, TARGET, 'release', `${NAME}.wasm`);
}

// Panics carry the path of their source file, and the wasm is published. Of two that match, rustc takes the last. The
// checkout isn't in the list, as Cargo names its files relative to it; with it, each would compile everything anew.
function pathsToHide() {
  return [
    [homedir(), '/home'],
    [cargoHome(), '/cargo'],
    [join(cargoHome(), 'registry/src'), '/crates'],
  ];
}

function checkForPaths(wasm) {
  const found = [homedir(), cargoHome(), root].find((path) => wasm.includes(path));
  if (found) {
    throw new Error(`The module contains ${found}, a path of this machine: --remap-path-prefix has missed it`);
  }
}

async function bind(wasmBindgen, compiled) {
  // The module is found by the wrappers, not by the glue. The reset function lets them start afresh after a trap.
  await run(wasmBindgen, [
    compiled, '--target', 'web', '--out-dir', WORK, '--out-name', NAME, '--no-typescript',
    '--omit-default-module-path', '--experimental-reset-state-function',
    '--remove-name-section', '--remove-producers-section',
  ]);
}

async function optimise() {
  const wasm = join(WORK, WASM);
  // Functions that are called from one place only stay functions, unless they are tiny: engines begin with slow code
  // and swap in optimised code call by call, so hot loops must be functions of their own, and small ones compile
  // sooner.
  const options = ['-O3', '--one-caller-inline-max-function-size=60', ...FEATURES, '--strip-target-features'];
  await run(process.execPath, [inRoot('node_modules/binaryen/bin/wasm-opt'), wasm, ...options, '-o', wasm]);
}

// At the end, so that a build which fails leaves the last good one in place.
function publish() {
  mkdirSync(dist, { recursive: true });
  copyFileSync(join(WORK, WASM), join(dist, WASM));
  copyFileSync(join(WORK, GLUE), join(dist, GLUE));
  const base64 = readFileSync(join(WORK, WASM)).toString('base64');
  writeFileSync(join(dist, 'wasm-base64.js'), `export default '${base64}';\n`);
}
