import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { gzipSync } from 'node:zlib';
import { importHeapProfile } from '../../pkg/node.js';
import { bigProfile, smallProfile, temporaryFolder, totalBytes } from '../api/helper.mjs';
import { folderWith, readGzip, readJson, run, start } from './helper.mjs';

const text = JSON.stringify(smallProfile());

test('convert writes NAME.json.gz into the current folder by default', async (t) => {
  const folder = folderWith(t, { 'app.heapprofile': text, 'zip.heapprofile.gz': gzipSync(text) });
  const cwd = temporaryFolder(t);
  const { code, stdout, stderr } = await run(['convert', join(folder, 'app.heapprofile')], { cwd });
  assert.equal(code, 0, stderr);
  assert.equal(stdout.length, 0);
  assert.equal(stderr, '1.00 KB in 3 functions, 3 samples → app.json.gz\n');
  assert.deepEqual(readGzip(join(cwd, 'app.json.gz')), importHeapProfile(text, { fileName: 'app.heapprofile' }));
  assert.equal((await run(['convert', join(folder, 'zip.heapprofile.gz')], { cwd })).code, 0);
  assert.deepEqual(readdirSync(cwd).sort(), ['app.json.gz', 'zip.json.gz']);
});

test('convert -o takes names, folders and devices', async (t) => {
  const cwd = folderWith(t, { 'app.heapprofile': text });
  mkdirSync(join(cwd, 'out'));
  assert.equal((await run(['convert', 'app.heapprofile', '-o', 'x.json'], { cwd })).code, 0);
  assert.equal((await run(['convert', 'app.heapprofile', '--output=y.json.gz'], { cwd })).code, 0);
  assert.equal((await run(['convert', 'app.heapprofile', '-o', 'out'], { cwd })).code, 0);
  const expected = readJson(join(cwd, 'x.json'));
  assert.equal(totalBytes(expected), 1000);
  assert.deepEqual(readGzip(join(cwd, 'y.json.gz')), expected);
  assert.deepEqual(readGzip(join(cwd, 'out', 'app.json.gz')), expected);
  // A link to a device stands for the device itself, which must not be replaced by a file.
  symlinkSync('/dev/null', join(cwd, 'null'));
  assert.equal((await run(['convert', 'app.heapprofile', '-o', 'null'], { cwd })).code, 0);
  assert.equal(readFileSync(join(cwd, 'null')).length, 0);
});

test('convert overwrites an older result', async (t) => {
  const cwd = folderWith(t, { 'app.heapprofile': text, 'app.json': 'old' });
  assert.equal((await run(['convert', 'app.heapprofile', '-o', 'app.json'], { cwd })).code, 0);
  assert.equal(totalBytes(readJson(join(cwd, 'app.json'))), 1000);
});

test('convert works in a pipe', async () => {
  for (const args of [['convert', '-'], ['convert', '-', '-o', '-']]) {
    const { code, stdout, stderr } = await run(args, { input: text });
    assert.equal(code, 0, stderr);
    assert.equal(totalBytes(JSON.parse(String(stdout))), 1000);
    assert.match(stderr, /1\.00 KB .* → standard output/);
  }
});

test('convert --table and --columns', async (t) => {
  const cwd = folderWith(t, { 'app.heapprofile': text });
  for (const table of ['samples', 'nativeAllocations', 'jsAllocations']) {
    for (const columns of ['plain', 'typed']) {
      const args = ['convert', 'app.heapprofile', '-o', '-', '--table', table, '--columns', columns];
      const { code, stdout } = await run(args, { cwd });
      assert.equal(code, 0);
      const expected = importHeapProfile(text, { table, fileName: 'app.heapprofile' });
      assert.deepEqual(JSON.parse(String(stdout)), JSON.parse(JSON.stringify(expected)));
    }
  }
});

test('many files become one profile', async (t) => {
  const names = ['Heap.20260801.101500.42.0.001.heapprofile', 'Heap.20260801.101500.42.1.002.heapprofile'];
  const cwd = folderWith(t, { [names[0]]: text, [names[1]]: gzipSync(text) });
  const { code, stderr } = await run(['convert', ...names], { cwd });
  assert.equal(code, 0, stderr);
  assert.equal(stderr, '2.00 KB in 3 functions, 6 samples, 2 threads → heap-profiles.json.gz\n');
  const profile = readGzip(join(cwd, 'heap-profiles.json.gz'));
  assert.deepEqual(profile.threads.map(({ tid }) => tid), [0, 1]);
});

test('bad input exits 1 with one line, and leaves no file behind', async (t) => {
  const cwd = folderWith(t, { 'app.heapprofile': text, 'cut.heapprofile': text.slice(0, 99), 'empty.heapprofile': '' });
  const before = readdirSync(cwd);
  const cases = [
    [['cut.heapprofile'], /cut\.heapprofile/],
    [['app.heapprofile', 'cut.heapprofile'], /cut\.heapprofile/],
    [['empty.heapprofile'], /empty/],
    [['missing.heapprofile'], /missing\.heapprofile: no such file/],
    [['.'], /cut\.heapprofile/],
    [['app.heapprofile', '-o', 'no/folder/x.json'], /no\/folder: no such file/],
  ];
  for (const [args, message] of cases) {
    const { code, stdout, stderr } = await run(['convert', ...args], { cwd });
    assert.equal(code, 1, args.join(' '));
    assert.equal(stdout.length, 0);
    assert.match(stderr, /^heapprofile-importer: .+\n$/);
    assert.match(stderr, message);
  }
  assert.equal((await run(['convert', '-'], { input: '' })).code, 1);
  assert.deepEqual(readdirSync(cwd), before);
});

test('a reader that stops early is no error', async (t) => {
  const cwd = folderWith(t, { 'big.heapprofile': JSON.stringify(bigProfile(3_000_000)) });
  const code = await new Promise((resolve) => {
    const child = start(['convert', 'big.heapprofile', '-o', '-'], { cwd });
    child.stdout.once('data', () => child.stdout.destroy());
    child.on('close', resolve);
  });
  assert.equal(code, 0);
});
