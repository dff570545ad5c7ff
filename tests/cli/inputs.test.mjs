// Files, folders, patterns and pipes: the same for all commands.

import assert from 'node:assert/strict';
import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { gzipSync } from 'node:zlib';
import { glob, isPattern } from '../../pkg/cli/glob.js';
import { smallProfile } from '../api/helper.mjs';
import { folderWith, run } from './helper.mjs';

const text = JSON.stringify(smallProfile());

/** @returns {Promise<string[]>} names of the files that a command took from its arguments */
async function namesOf(args, options) {
  const { code, stdout, stderr } = await run(['info', '--json', ...args], options);
  assert.equal(code, 0, stderr);
  return JSON.parse(String(stdout)).threads.map(({ file }) => file);
}

test('folders, at any depth', async (t) => {
  const cwd = folderWith(t, {
    'profiles/b.heapprofile': text,
    'profiles/a.heapprofile.gz': gzipSync(text),
    'profiles/deep/er/c.heapprofile': text,
    'profiles/notes.txt': 'no profile',
    'profiles/.hidden.heapprofile': 'no profile',
    'other.heapprofile': text,
    'empty/x.json': text,
  });
  // A link to a folder above must not be followed for ever.
  symlinkSync(cwd, join(cwd, 'profiles/loop'));
  const all = ['a.heapprofile.gz', 'b.heapprofile', 'c.heapprofile'];
  assert.deepEqual(await namesOf(['profiles'], { cwd }), all);
  assert.deepEqual(await namesOf(['profiles/'], { cwd }), all);
  assert.deepEqual(await namesOf([join(cwd, 'profiles')], { cwd }), all);
  const mixed = await namesOf(['other.heapprofile', 'profiles/deep'], { cwd });
  assert.deepEqual(mixed, ['other.heapprofile', 'c.heapprofile']);
  assert.deepEqual(await namesOf(['.'], { cwd: join(cwd, 'profiles/deep') }), ['c.heapprofile']);
  // Named twice by folders it is taken once; named as a file, as often as it is named.
  assert.deepEqual(await namesOf(['profiles', 'profiles/deep'], { cwd }), all);
  assert.equal((await namesOf(['other.heapprofile', 'other.heapprofile'], { cwd })).length, 2);

  const { code, stderr } = await run(['info', 'empty'], { cwd });
  assert.equal(code, 1);
  assert.equal(stderr, 'heapprofile-importer: empty: no .heapprofile or .heapprofile.gz file in this folder\n');
});

test('convert takes folders and patterns, and names the result', async (t) => {
  const cwd = folderWith(t, { 'one/x.heapprofile': text, 'two/x.heapprofile': text, 'two/y.heapprofile': text });
  const said = async (...args) => (await run(['convert', ...args], { cwd })).stderr.split(' → ')[1];
  assert.equal(await said('one'), 'x.json.gz\n');
  assert.equal(await said('two'), 'heap-profiles.json.gz\n');
  assert.equal(await said('*/y.*'), 'y.json.gz\n');
});

test('patterns', async (t) => {
  const cwd = folderWith(t, {
    'p/Heap.1.heapprofile': text,
    'p/Heap.2.heapprofile': text,
    'p/sub/Heap.3.heapprofile': text,
    'p/größe.heapprofile': text,
    'p/[odd].heapprofile': text,
    'p/.dot/Heap.4.heapprofile': text,
  });
  const found = async (pattern) => (await glob(join(cwd, pattern))).map((path) => path.slice(cwd.length + 3));
  const cases = {
    'p/Heap.*.heapprofile': ['Heap.1.heapprofile', 'Heap.2.heapprofile'],
    'p/Heap.?.heapprofile': ['Heap.1.heapprofile', 'Heap.2.heapprofile'],
    'p/Heap.[2-9].heapprofile': ['Heap.2.heapprofile'],
    'p/Heap.[!2].heapprofile': ['Heap.1.heapprofile'],
    'p/Heap.{1,3}.heapprofile': ['Heap.1.heapprofile'],
    '{p,q}/{sub,none}/Heap.{1,3}.*': ['sub/Heap.3.heapprofile'],
    'p/*/Heap.*': ['sub/Heap.3.heapprofile'],
    'p/**/Heap.*': ['Heap.1.heapprofile', 'Heap.2.heapprofile', 'sub/Heap.3.heapprofile'],
    'p/**/sub/**/Heap.*': ['sub/Heap.3.heapprofile'],
    'p/gr??e.*': ['größe.heapprofile'],
    'p/[[]odd].*': ['[odd].heapprofile'],
    'p/.d*/*': ['.dot/Heap.4.heapprofile'],
    'p/su*/../Heap.1.*': ['Heap.1.heapprofile'],
    'p/*.heapprofile/*': [],
    'q/*': [],
    'p/Heap\\.1*': [],
    'p/Heap.1.heapprofile$*': [],
  };
  for (const [pattern, expected] of Object.entries(cases)) {
    assert.deepEqual(await found(pattern), expected, pattern);
  }
  assert.ok(isPattern('a*') && !isPattern('Heap.1.heapprofile'));

  assert.equal((await namesOf(['p/**'], { cwd })).length, 5);
  assert.deepEqual(await namesOf(['p/s*'], { cwd }), ['Heap.3.heapprofile']);
  // A file of that very name comes first.
  assert.deepEqual(await namesOf(['p/[odd].heapprofile'], { cwd }), ['[odd].heapprofile']);
  const { code, stderr } = await run(['info', 'q/*.heapprofile'], { cwd });
  assert.equal(code, 1);
  assert.equal(stderr, 'heapprofile-importer: q/*.heapprofile: no file matches\n');
});

test('the standard input, alone and among files', async (t) => {
  const cwd = folderWith(t, { 'a.heapprofile': text });
  assert.deepEqual(await namesOf(['-'], { input: text }), [null]);
  assert.deepEqual(await namesOf(['-'], { input: gzipSync(text) }), [null]);
  assert.equal((await namesOf(['-', 'a.heapprofile'], { cwd, input: text })).length, 2);
});

test('--on-error', async (t) => {
  const cwd = folderWith(t, { 'a.heapprofile': text, 'b.heapprofile': text.slice(0, 99), 'c.heapprofile': text });
  const files = ['a.heapprofile', 'b.heapprofile', 'missing.heapprofile', 'c.heapprofile'];
  for (const more of [[], ['--on-error', 'stop']]) {
    const { code, stdout, stderr } = await run(['info', ...files, ...more], { cwd });
    assert.equal(code, 1);
    assert.equal(stdout.length, 0);
    assert.match(stderr, /^heapprofile-importer: b\.heapprofile: .*\n$/);
  }
  const { code, stdout, stderr } = await run(['info', ...files, '--on-error', 'skip', '--json'], { cwd });
  assert.equal(code, 0);
  assert.deepEqual(JSON.parse(String(stdout)).threads.map(({ file }) => file), ['a.heapprofile', 'c.heapprofile']);
  const skipped = /^skipped: b\.heapprofile: .+\nskipped: missing\.heapprofile: no such file or directory\n$/;
  assert.match(stderr, skipped);

  const one = await run(['info', 'a.heapprofile', 'b.heapprofile', '--on-error', 'skip'], { cwd });
  assert.match(String(one.stdout), /^V8 Heap Profile: a\.heapprofile\nTotal +1\.00 KB live\n/);

  const none = await run(['convert', 'b.heapprofile', 'missing.heapprofile', '--on-error', 'skip'], { cwd });
  assert.equal(none.code, 1);
  assert.match(none.stderr, /^skipped: .+\nskipped: .+\nheapprofile-importer: b\.heapprofile.+\n$/);
});
