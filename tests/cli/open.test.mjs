import assert from 'node:assert/strict';
import { once } from 'node:events';
import { chmodSync, existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import test from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { importHeapProfile } from '../../pkg/node.js';
import { smallProfile } from '../api/helper.mjs';
import { folderWith, run, start } from './helper.mjs';

const text = JSON.stringify(smallProfile());

/** A running `open`, as far as it has to be waited for. */
async function open(t, args, options) {
  const child = start(['open', ...args], options);
  t.after(() => child.kill('SIGKILL'));
  const opened = { child, stdout: '', stderr: '' };
  opened.closed = once(child, 'close').then(([code, signal]) => code ?? signal);
  child.stderr.on('data', (chunk) => (opened.stderr += chunk));
  child.stdout.on('data', (chunk) => (opened.stdout += chunk));
  child.stdin.on('error', () => {});
  child.stdin.end(options?.input);
  await Promise.race([once(child.stdout, 'data'), opened.closed]);
  [opened.page] = opened.stdout.split('\n');
  opened.url = decodeURIComponent(opened.page.split('/from-url/')[1] ?? '');
  return opened;
}

/** Environment in which opening a browser writes the address into a file, and exits with a code of our choice. */
function fakeBrowser(t, code = 0) {
  const script = `#!/bin/sh\nprintf %s "$*" > "$(dirname "$0")/opened"\nexit ${code}\n`;
  const folder = folderWith(t, { 'xdg-open': script, open: script });
  chmodSync(join(folder, 'xdg-open'), 0o755);
  chmodSync(join(folder, 'open'), 0o755);
  return { env: { PATH: `${folder}:${process.env.PATH}` }, log: join(folder, 'opened') };
}

async function until(condition) {
  while (!condition()) {
    await wait(20);
  }
}

test('--no-browser prints the address and serves until Ctrl-C', async (t) => {
  const cwd = folderWith(t, { 'app.heapprofile': text });
  const { env, log } = fakeBrowser(t);
  const opened = await open(t, ['app.heapprofile', '--no-browser'], { cwd, env });
  assert.match(
    opened.page,
    /^https:\/\/profiler\.firefox\.com\/from-url\/http%3A%2F%2F127\.0\.0\.1%3A\d+%2F[\w-]{32}%2Fprofile\.json$/
  );
  assert.equal(opened.stdout, `${opened.page}\n`);
  assert.equal(opened.stderr, `1.00 KB in 3 functions, 3 samples, served until Ctrl-C at ${opened.url}\n`);
  for (let time = 0; time < 2; time++) {
    const response = await fetch(opened.url, { headers: { origin: 'https://profiler.firefox.com' } });
    assert.equal(response.status, 200);
    assert.equal(response.headers.get('access-control-allow-origin'), 'https://profiler.firefox.com');
    const expected = importHeapProfile(text, { fileName: 'app.heapprofile' });
    assert.deepEqual(await response.json(), JSON.parse(JSON.stringify(expected)));
  }
  opened.child.kill('SIGINT');
  assert.equal(await opened.closed, 0);
  await assert.rejects(fetch(opened.url));
  assert.ok(!existsSync(log));
});

test('SIGTERM ends it as well', async (t) => {
  const opened = await open(t, ['-', '--no-browser'], { input: text });
  opened.child.kill('SIGTERM');
  assert.equal(await opened.closed, 0);
});

test('the browser gets the address, as one argument', async (t) => {
  const { env, log } = fakeBrowser(t);
  const opened = await open(t, ['-'], { input: text, env });
  await until(() => existsSync(log) && readFileSync(log, 'utf8') !== '');
  assert.equal(readFileSync(log, 'utf8'), opened.page);
  opened.child.kill('SIGINT');
  assert.equal(await opened.closed, 0);
  assert.doesNotMatch(opened.stderr, /browser/);
});

test('a browser that cannot be opened is said, and no failure', async (t) => {
  const failing = fakeBrowser(t, 3).env;
  const missing = { PATH: folderWith(t, {}) };
  for (const env of [failing, missing]) {
    const opened = await open(t, ['-'], { input: text, env });
    await until(() => opened.stderr.includes('browser'));
    assert.match(opened.stderr, /\nNo browser could be opened\. Open the address above in one\.\n$/);
    assert.equal((await fetch(opened.url)).status, 200);
    opened.child.kill('SIGINT');
    assert.equal(await opened.closed, 0);
  }
});

test('--once ends once the profile was fetched', async (t) => {
  const opened = await open(t, ['-', '--no-browser', '--once'], { input: text });
  assert.match(opened.stderr, /served once at /);
  assert.equal((await fetch(`${opened.url}x`)).status, 404);
  assert.equal((await fetch(opened.url, { headers: { origin: 'https://evil.test' } })).status, 403);
  assert.equal((await fetch(opened.url, { method: 'OPTIONS' })).status, 204);
  assert.equal(opened.child.exitCode, null);
  assert.equal((await (await fetch(opened.url)).json()).threads.length, 1);
  assert.equal(await opened.closed, 0);
});

test('--port', async (t) => {
  const blocker = createServer().listen(0, '127.0.0.1');
  await once(blocker, 'listening');
  const { port } = blocker.address();
  const failed = await run(['open', '-', '--no-browser', '--port', String(port)], { input: text });
  assert.equal(failed.code, 1);
  assert.equal(failed.stdout.length, 0);
  assert.equal(failed.stderr, `heapprofile-importer: port ${port} can't be served at: in use by another program\n`);
  blocker.close();
  await once(blocker, 'close');
  const opened = await open(t, ['-', '--no-browser', '--once', '--port', String(port)], { input: text });
  assert.equal(new URL(opened.url).port, String(port));
  await (await fetch(opened.url)).arrayBuffer();
  assert.equal(await opened.closed, 0);
});

test('--profiler-url decides the page and the origin', async (t) => {
  const cases = {
    'http://localhost:4242': ['http://localhost:4242/from-url/', 'http://localhost:4242'],
    'https://example.test/profiler/': ['https://example.test/profiler/from-url/', 'https://example.test'],
    'https://example.test/?x#y': ['https://example.test/from-url/', 'https://example.test'],
  };
  for (const [profiler, [start, origin]] of Object.entries(cases)) {
    const opened = await open(t, ['-', '--no-browser', '--profiler-url', profiler], { input: text });
    assert.ok(opened.page.startsWith(`${start}http%3A%2F%2F127.0.0.1`), opened.page);
    assert.equal((await fetch(opened.url, { headers: { origin: 'https://profiler.firefox.com' } })).status, 403);
    const response = await fetch(opened.url, { headers: { origin } });
    assert.equal(response.headers.get('access-control-allow-origin'), origin);
    await response.arrayBuffer();
    opened.child.kill('SIGINT');
    assert.equal(await opened.closed, 0);
  }
});

test('--embed-sources', async (t) => {
  const cwd = folderWith(t, { 'main.mjs': 'let x;\n' });
  const profile = text.replaceAll('file:///srv/app/main.mjs', join(cwd, 'main.mjs'));
  const opened = await open(t, ['-', '--no-browser', '--once', '--embed-sources'], { input: profile });
  assert.match(opened.stderr, /^1 source of 7 bytes embedded\n/);
  assert.deepEqual((await (await fetch(opened.url)).json()).shared.sources.content, ['let x;\n']);
  assert.equal(await opened.closed, 0);
});

test('many files are one profile; a bad one ends it', async (t) => {
  const cwd = folderWith(t, { 'p/a.heapprofile': text, 'p/b.heapprofile': text, 'q/bad.heapprofile': 'bad' });
  const opened = await open(t, ['p', 'q', '--on-error', 'skip', '--no-browser', '--once'], { cwd });
  assert.match(opened.stderr, /^skipped: bad\.heapprofile: .*\n2\.00 KB in 3 functions, 6 samples, 2 threads/);
  assert.equal((await (await fetch(opened.url)).json()).threads.length, 2);
  assert.equal(await opened.closed, 0);
  const failed = await run(['open', 'p', 'q', '--no-browser'], { cwd });
  assert.equal(failed.code, 1);
  assert.match(failed.stderr, /^heapprofile-importer: bad\.heapprofile: .+\n$/);
});
