// In a shell, between other programs.

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import test from 'node:test';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { bigProfile, smallProfile, totalBytes } from '../api/helper.mjs';
import { folderWith, start } from './helper.mjs';

const CLI = fileURLToPath(new URL('../../pkg/cli.js', import.meta.url));

/** Runs a command line in which `$cli` is the client. @returns {ReturnType<typeof import('./helper.mjs').run>} */
function shell(line, cwd) {
  const env = { ...process.env, node: process.execPath, file: CLI };
  const script = line.replaceAll('$cli', '"$node" "$file"');
  return new Promise((resolve) => {
    execFile('sh', ['-c', script], { cwd, env, encoding: 'buffer', maxBuffer: 2 ** 28 }, (error, stdout, stderr) => {
      resolve({ code: error?.code ?? 0, stdout, stderr: String(stderr) });
    });
  });
}

test('cat x | convert - | gzip', async (t) => {
  const cwd = folderWith(t, { x: JSON.stringify(smallProfile()) });
  const { code, stdout, stderr } = await shell('cat x | $cli convert - | gzip', cwd);
  assert.equal(code, 0, stderr);
  assert.equal(totalBytes(JSON.parse(gunzipSync(stdout).toString())), 1000);
  const line = 'cat x | $cli convert - 2>/dev/null | cat | wc -c; cat x | $cli info - | head -1';
  const { stdout: info } = await shell(line, cwd);
  assert.match(String(info), /^\s*\d{4}\nV8 Heap Profile\n$/);
});

test('a reader that stops early makes no noise', async (t) => {
  const cwd = folderWith(t, { 'big.heapprofile': JSON.stringify(bigProfile(3_000_000)) });
  for (const command of ['convert big.heapprofile -o -', 'info big.heapprofile --json --top 1000000']) {
    const { code, stderr } = await shell(`{ $cli ${command}; echo "code $?" >&2; } | head -c 10 >/dev/null`, cwd);
    assert.equal(code, 0);
    assert.equal(stderr, 'code 0\n', command);
  }
});

test('the exit code for the limit survives a reader that stops early', async (t) => {
  const cwd = folderWith(t, { 'big.heapprofile': JSON.stringify(bigProfile(3_000_000)) });
  const child = start(['info', 'big.heapprofile', '--json', '--top', '1000000', '--limit-bytes', '1'], { cwd });
  child.stdout.once('data', () => child.stdout.destroy());
  assert.equal(await new Promise((resolve) => child.on('close', resolve)), 3);
});

test('nobody reads the messages', async (t) => {
  const cwd = folderWith(t, { 'a.heapprofile': JSON.stringify(smallProfile()) });
  const child = start(['convert', 'a.heapprofile', '-o', '-'], { cwd });
  child.stderr.destroy();
  child.stdout.resume();
  assert.equal(await new Promise((resolve) => child.on('close', resolve)), 0);
});
