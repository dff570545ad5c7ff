// What is published, and how large it is.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { before, test } from 'node:test';
import { publint } from 'publint';
import { wasmSizes } from '../../scripts/build/sizes.mjs';
import { ROOT, pack, temporaryFolder } from './helper.mjs';

const BROTLI_LIMIT = 60 * 1024;

const NEEDED = [
  'LICENSE', 'README.md', 'package.json',
  'pkg/cli.js', 'pkg/index.d.cts', 'pkg/index.d.ts', 'pkg/index.js', 'pkg/inline.js', 'pkg/node.js', 'pkg/profile.d.ts',
  'pkg/dist/heapprofile_importer.js', 'pkg/dist/heapprofile_importer_bg.wasm',
  'pkg/dist/inline.cjs', 'pkg/dist/inline.js', 'pkg/dist/node.cjs',
];
// What only the build reads.
const UNWANTED = ['pkg/dist/wasm-base64.js', 'pkg/lib/inline-entry.js', 'pkg/lib/node-entry.js'];

let archive;
let paths;

before(async (t) => {
  archive = await pack(temporaryFolder(t));
  paths = archive.files.map(({ path }) => path);
});

test('the package, its README and its licence are in the archive', () => {
  for (const path of NEEDED) {
    assert.ok(paths.includes(path), `${path} is missing`);
  }
});

test('nothing else is', () => {
  const others = paths.filter((path) => !path.startsWith('pkg/') && !NEEDED.includes(path));
  assert.deepEqual(others, []);
  assert.deepEqual(UNWANTED.filter((path) => paths.includes(path)), []);
});

test('no path of this machine is in it', () => {
  const places = [homedir(), ROOT.slice(0, -1)];
  const found = paths.filter((path) => {
    const data = readFileSync(join(ROOT, path));
    return places.some((place) => data.includes(`${place}/`));
  });
  assert.deepEqual(found, []);
});

test('there is nothing to install besides, and nothing runs at install', () => {
  const manifest = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  assert.deepEqual(manifest.dependencies ?? {}, {});
  for (const name of ['preinstall', 'install', 'postinstall', 'prepare', 'prepublish']) {
    assert.equal(manifest.scripts[name], undefined);
  }
});

test('publint has nothing to say', async () => {
  const { buffer } = new Uint8Array(readFileSync(archive.path));
  const { messages } = await publint({ level: 'suggestion', strict: true, pack: { tarball: buffer } });
  assert.deepEqual(messages, []);
});

test('the module is small', () => {
  const { brotli } = wasmSizes();
  assert.ok(brotli <= BROTLI_LIMIT, `${brotli} bytes with brotli, over the limit of ${BROTLI_LIMIT}`);
});
