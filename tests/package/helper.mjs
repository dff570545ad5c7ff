// The package as npm would publish it, and projects that use it.

import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { cleanEnv } from '../../scripts/lib/run.mjs';
import { node24, ownNode } from '../../scripts/lib/nodes.mjs';

const execute = promisify(execFile);

/** The checkout. */
export const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** A file to import, and what its bytes sum up to. */
export const sample = join(ROOT, 'tests/corpus/node22-esm-scoped.heapprofile.gz');
const figures = JSON.parse(readFileSync(join(ROOT, 'tests/corpus/expected.json'), 'utf8'));
export const sampleBytes = figures['node22-esm-scoped.heapprofile.gz'].totalBytes;

/** Each Node that the package has to work in. @type {[string, string][]} */
export const nodes = [['own Node', ownNode], ['Node 24', node24]];

/**
 * @param {string} program
 * @param {string[]} args
 * @param {string} [cwd]
 * @returns {Promise<string>} standard output; rejects with all output if the program fails
 */
export async function output(program, args, cwd = ROOT) {
  try {
    return (await execute(program, args, { cwd, env: cleanEnv(), maxBuffer: 2 ** 26 })).stdout;
  } catch (error) {
    throw new Error(`${error.message}\n${error.stdout}`, { cause: error });
  }
}

/** @param {{ after(hook: () => void): void }} t @returns {string} a folder for the time of the test */
export function temporaryFolder(t) {
  const path = mkdtempSync(join(tmpdir(), 'heapprofile-package-'));
  t.after(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

/**
 * @param {string} folder
 * @returns {Promise<{ path: string, files: { path: string, size: number }[] }>} the archive that npm would publish
 */
export async function pack(folder) {
  const args = ['pack', ROOT, '--json', '--ignore-scripts', '--pack-destination', folder];
  // By name in newer versions of npm, a list in older ones.
  const [{ filename, files }] = Object.values(JSON.parse(await output('npm', args, folder)));
  return { path: join(folder, filename), files };
}

/**
 * A project which has installed the package, with the files of consumer/ in it.
 *
 * @param {{ after(hook: () => void): void }} t
 * @returns {Promise<string>} its folder
 */
export async function consumer(t) {
  const folder = temporaryFolder(t);
  const { path } = await pack(folder);
  cpSync(new URL('consumer/', import.meta.url), folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'consumer', private: true, type: 'module' }));
  await output('npm', ['install', '--offline', '--no-audit', '--no-fund', path], folder);
  return folder;
}
