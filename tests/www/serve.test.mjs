// The server of the page, and the folder for other servers.

import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { CONTENT_SECURITY_POLICY, serve } from '../../scripts/serve.mjs';
import { buildSite } from '../../scripts/site.mjs';

let server;

before(async () => {
  server = await serve({ base: '/any/path/' });
});

after(() => server?.close());

test('the page has the same policy as the server, but for what only a server can say', async () => {
  const response = await fetch(server.url);
  assert.equal(response.headers.get('Content-Security-Policy'), CONTENT_SECURITY_POLICY);
  const [, inPage] = /content="(default-src[^"]*)"/.exec(await response.text());
  assert.equal(`${inPage}; frame-ancestors 'none'`, CONTENT_SECURITY_POLICY);
  assert.doesNotMatch(CONTENT_SECURITY_POLICY, /'unsafe-/);
});

test('all that the service worker keeps is there', async () => {
  const text = await (await fetch(`${server.url}site-files.js`)).text();
  const names = JSON.parse(/\[[^]*\]/.exec(text)[0]);
  assert.ok(names.length > 40);
  for (const name of names) {
    const response = await fetch(new URL(name, server.url));
    assert.equal(response.status, 200, name);
    assert.notEqual(response.headers.get('Content-Type'), 'application/octet-stream', name);
    await response.arrayBuffer();
  }
});

test('nothing else can be had', async () => {
  const { origin } = new URL(server.url);
  const paths = ['/', '/any/', '/any/path/..%2fpackage.json', '/any/path/pkg/cli.js', '/any/path/../package.json'];
  for (const path of paths) {
    assert.equal((await fetch(origin + path)).status, 404, path);
  }
  assert.equal((await fetch(server.url, { method: 'POST' })).status, 404);
});

test('the folder has the same files as the server', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'heapprofile-site-'));
  t.after(() => rmSync(folder, { recursive: true }));
  await buildSite(folder);
  const names = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name));
  assert.ok(names.length > 40);
  for (const path of names) {
    const name = path.slice(folder.length + 1).replaceAll('\\', '/');
    const served = Buffer.from(await (await fetch(server.url + name)).arrayBuffer());
    assert.ok(served.equals(readFileSync(path)), name);
  }
});
