// The compilers: which one makes WebAssembly, and the tools that come from crates.io.

import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { cache, cargoTarget, inRoot } from './paths.mjs';
import { cleanEnv, findProgram, output, run } from './run.mjs';
import { installPackages } from './system.mjs';

/** What Rust calls it. */
export const TARGET = 'wasm32-unknown-unknown';
const DEBIAN_RUSTC = '/usr/bin/rustc';
const DEBIAN_CARGO = '/usr/bin/cargo';
const DEBIAN_CLIPPY = '/usr/bin/cargo-clippy';
const DEBIAN_PACKAGES = ['rustc-web', 'cargo-web', 'rust-web-src', 'lld-19'];
const LINTER_PACKAGES = ['rustfmt-web', 'rust-web-clippy'];
const LINKERS = ['wasm-ld-19', 'wasm-ld'];

/**
 * @typedef {object} WasmCompiler
 * @property {string} cargo
 * @property {string} clippy the program that "cargo clippy" stands for
 * @property {string[]} args what the build needs besides the usual
 * @property {Record<string, string>} env
 * @property {string} target folder for Cargo's output
 * @property {string} version
 */

/** @returns {string} where Cargo keeps the sources of dependencies */
export function cargoHome() {
  return process.env.CARGO_HOME || join(homedir(), '.cargo');
}

/** @returns {WasmCompiler | null} a compiler that is ready to make WebAssembly */
export function findWasmCompiler() {
  return findOrdinary() ?? findDebian();
}

// The rust that runs here, if it has the target. With rustup, rust-toolchain.toml says that it should, and so asking
// makes rustup install it, unless that was forbidden.
function findOrdinary() {
  const libraries = output('rustc', ['--print', 'target-libdir', '--target', TARGET]);
  if (libraries === null || !existsSync(libraries)) {
    return null;
  }
  const version = output('rustc', ['--version', '--verbose']);
  return { cargo: 'cargo', clippy: 'cargo-clippy', args: [], env: {}, target: cargoTarget, version };
}

// Debian's rust comes without the target's standard library, but with its sources: Cargo can build it. That is an
// unstable feature, which RUSTC_BOOTSTRAP allows in a stable compiler. It gets a folder of its own, because two
// compilers in one would rebuild everything in turns.
function findDebian() {
  const version = existsSync(DEBIAN_CARGO) ? output(DEBIAN_RUSTC, ['--version', '--verbose']) : null;
  const linker = findProgram(LINKERS);
  if (version === null || linker === null) {
    return null;
  }
  const sources = join(output(DEBIAN_RUSTC, ['--print', 'sysroot']), 'lib/rustlib/src/rust/library/std');
  if (!existsSync(sources)) {
    return null;
  }
  return {
    cargo: DEBIAN_CARGO,
    clippy: DEBIAN_CLIPPY,
    args: ['-Zbuild-std=std,panic_abort'],
    env: {
      // Cargo would take whichever rustc comes first, and Clippy whichever cargo.
      CARGO: DEBIAN_CARGO,
      RUSTC: DEBIAN_RUSTC,
      RUSTC_BOOTSTRAP: '1',
      CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER: linker,
    },
    target: process.env.CARGO_TARGET_DIR ? join(cargoTarget, 'debian') : join(cache, 'target-debian'),
    version,
  };
}

/** Makes sure that there is a compiler for WebAssembly. @returns {Promise<WasmCompiler>} */
export async function ensureWasmCompiler() {
  const found = findWasmCompiler();
  if (found) {
    return found;
  }
  const otherwise = findProgram(['rustup'])
    ? `Install it with: rustup target add ${TARGET}`
    : 'Install Rust as https://rustup.rs says';
  await installPackages(`A Rust compiler for ${TARGET}`, DEBIAN_PACKAGES, otherwise);
  const installed = findWasmCompiler();
  if (!installed) {
    throw new Error(`${DEBIAN_PACKAGES.join(', ')} are installed, and still there is no compiler for ${TARGET}`);
  }
  return installed;
}

/** @returns {string} the version that Cargo.lock has: the command line tool must be of the very same */
export function wasmBindgenVersion() {
  const lock = readFileSync(inRoot('Cargo.lock'), 'utf8');
  return /^name = "wasm-bindgen"\nversion = "([^"]+)"/m.exec(lock)[1];
}

/** @returns {string | null} path of wasm-bindgen in the right version */
export function findWasmBindgen() {
  const version = wasmBindgenVersion();
  const candidates = [join(cache, `wasm-bindgen-${version}`, 'bin/wasm-bindgen'), 'wasm-bindgen'];
  return candidates.map((name) => findProgram([name])).find((path) => path && hasVersion(path, version)) ?? null;
}

function hasVersion(path, version) {
  return output(path, ['--version'])?.split(' ')[1] === version;
}

/** Makes sure that wasm-bindgen is there. @returns {Promise<string>} its path */
export async function ensureWasmBindgen() {
  const version = wasmBindgenVersion();
  return findWasmBindgen() ?? installTool('wasm-bindgen-cli', version, 'wasm-bindgen');
}

/** Makes sure that cargo-fuzz is there. @returns {Promise<string>} its path */
export async function ensureCargoFuzz() {
  const version = '0.13.2';
  const own = join(cache, `cargo-fuzz-${version}`, 'bin/cargo-fuzz');
  return findProgram([own, 'cargo-fuzz', join(cargoHome(), 'bin/cargo-fuzz')]) ?? installTool('cargo-fuzz', version);
}

// Each version in a folder of its own: checkouts of different age can share the cache.
async function installTool(crate, version, program = crate) {
  const name = crate.replace(/-cli$/, '');
  const folder = join(cache, `${name}-${version}`);
  mkdirSync(folder, { recursive: true });
  console.log(`Installing ${crate} ${version}`);
  await run('cargo', ['install', crate, '--version', version, '--root', folder, '--quiet'], { env: toolEnv() });
  return join(folder, 'bin', program);
}

// A target folder set by the user would be filled with what is needed just once.
function toolEnv() {
  const env = cleanEnv();
  delete env.CARGO_TARGET_DIR;
  return env;
}

/** @returns {Record<string, string>} environment for cargo on this machine's own platform */
export function cargoEnv() {
  return cleanEnv({ CARGO_TARGET_DIR: cargoTarget });
}

/** Makes sure that rustfmt and Clippy are there. They come with rustup, but not with Debian's rust. */
export async function ensureLinters() {
  const { clippy } = await ensureWasmCompiler();
  const hasAll =
    output('cargo', ['fmt', '--version']) !== null &&
    output('cargo', ['clippy', '--version']) !== null &&
    findProgram([clippy]) !== null;
  if (!hasAll) {
    const otherwise = 'Install them with: rustup component add rustfmt clippy';
    await installPackages('rustfmt or Clippy', LINTER_PACKAGES, otherwise);
  }
}

/**
 * @param {WasmCompiler} compiler
 * @returns {Record<string, string>} environment for cargo with it
 */
export function wasmEnv({ env, target }) {
  return cleanEnv({ ...env, CARGO_TARGET_DIR: target });
}

/**
 * @param {WasmCompiler} compiler
 * @returns {string[]} arguments that any command of cargo needs with it
 */
export function wasmArgs({ args }) {
  return ['--locked', '--release', '--lib', '--target', TARGET, ...args];
}

/** @returns {boolean} whether there is the nightly compiler, which fuzzing needs */
export function hasNightly() {
  return output('cargo', ['+nightly', '--version']) !== null;
}
