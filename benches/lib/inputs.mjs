// The heap profiles that are measured. They are made once, and kept outside of the checkout.

import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import * as fs from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { createGzip } from 'node:zlib';
import { node24, versionOf } from '../../scripts/lib/nodes.mjs';
import { cache, inRoot } from '../../scripts/lib/paths.mjs';
import { cleanEnv } from '../../scripts/lib/run.mjs';
import { generateFile } from '../generate.mjs';

const FOLDER = join(cache, 'bench');

/**
 * @typedef {{ name: string, path: string, bytes: number }} Input
 */

/** @param {number} megabytes @returns {Promise<Input>} generated */
export function generatedInput(megabytes) {
  // Another generator makes another file.
  const generator = fs.readFileSync(inRoot('benches/generate.mjs'));
  const version = createHash('sha256').update(generator).digest('hex').slice(0, 8);
  const name = `generated-${megabytes}-${version}.heapprofile`;
  return input(`${megabytes} MB`, name, (path) => generateFile(path, megabytes));
}

/** @returns {Promise<Input>} what V8 writes of a run of the TypeScript compiler, on its own types */
export function compilerInput() {
  const { version } = JSON.parse(fs.readFileSync(inRoot('node_modules/typescript/package.json'), 'utf8'));
  const name = `typescript-${version}-node-${versionOf(node24)}.heapprofile`;
  return input('TypeScript', name, async (path) => {
    const folder = `${path}.folder`;
    fs.mkdirSync(folder);
    const compiler = inRoot('node_modules/typescript/lib/tsc.js');
    const own = inRoot('node_modules/typescript/lib/typescript.d.ts');
    const sampling = ['--heap-prof', '--heap-prof-interval=128', `--heap-prof-dir=${folder}`];
    const options = ['--noEmit', '--skipLibCheck', '--target', 'esnext', '--module', 'nodenext'];
    await promisify(execFile)(node24, [...sampling, compiler, ...options, own], { env: cleanEnv() });
    fs.renameSync(join(folder, fs.readdirSync(folder)[0]), path);
    fs.rmSync(folder, { recursive: true });
  });
}

/** @param {Input} original @returns {Promise<Input>} */
export function gzippedInput({ name, path }) {
  return input(`${name}, gzip`, `${path.split(/[\\/]/).pop()}.gz`, (target) =>
    pipeline(fs.createReadStream(path), createGzip(), fs.createWriteStream(target))
  );
}

async function input(name, fileName, make) {
  const path = join(FOLDER, fileName);
  if (!fs.existsSync(path)) {
    fs.mkdirSync(FOLDER, { recursive: true });
    const part = `${path}.${process.pid}.part`;
    await make(part);
    fs.renameSync(part, path);
  }
  return { name, path, bytes: fs.statSync(path).size };
}
