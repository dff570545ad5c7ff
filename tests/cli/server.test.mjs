// What `open` serves, to whom, and whom it refuses.

import assert from 'node:assert/strict';
import { request } from 'node:http';
import { connect } from 'node:net';
import { networkInterfaces } from 'node:os';
import test from 'node:test';
import { gunzipSync, gzipSync } from 'node:zlib';
import { serveProfile } from '../../pkg/cli/server.js';

const ORIGIN = 'https://profiler.firefox.com';
const text = JSON.stringify({ meta: { product: 'größe' }, filler: 'x'.repeat(100_000) });

async function serve(t, options = {}) {
  const server = await serveProfile(gzipSync(text), { origin: ORIGIN, ...options });
  t.after(() => server.close());
  return new URL(server.url);
}

function ask(url, { method = 'GET', path = url.pathname, headers = {} } = {}) {
  return new Promise((resolve, reject) => {
    const sent = request({ host: url.hostname, port: url.port, method, path, headers }, (response) => {
      const chunks = [];
      response.on('data', (chunk) => chunks.push(chunk));
      response.on('end', () => {
        resolve({ status: response.statusCode, headers: response.headers, body: Buffer.concat(chunks) });
      });
    });
    sent.on('error', reject);
    sent.end();
  });
}

test('the address is on this computer, at a free port, and cannot be guessed', async (t) => {
  const [one, other] = [await serve(t), await serve(t)];
  for (const url of [one, other]) {
    assert.equal(url.protocol, 'http:');
    assert.equal(url.hostname, '127.0.0.1');
    // 192 random bits
    assert.match(url.pathname, /^\/[\w-]{32}\/profile\.json$/);
  }
  assert.notEqual(one.port, other.port);
  assert.notEqual(one.pathname, other.pathname);
});

test('no other interface is listened at', async (t) => {
  const { port } = await serve(t);
  const addresses = Object.values(networkInterfaces()).flat().filter(({ address }) => address !== '127.0.0.1');
  for (const { address, scopeid } of [{ address: '127.0.0.2' }, { address: '::1' }, ...addresses]) {
    const outcome = await new Promise((resolve) => {
      const socket = connect({ host: scopeid ? `${address}%${scopeid}` : address, port: Number(port) });
      socket.once('connect', () => resolve('connected'));
      socket.once('error', () => resolve('refused'));
      socket.once('close', () => resolve('refused'));
    });
    assert.equal(outcome, 'refused', address);
  }
});

test('the profiler gets the profile, compressed if it likes', async (t) => {
  const url = await serve(t);
  const gzip = await ask(url, { headers: { origin: ORIGIN, 'accept-encoding': 'br;q=1.0, gzip, deflate' } });
  assert.equal(gzip.status, 200);
  assert.equal(gzip.headers['content-encoding'], 'gzip');
  assert.equal(Number(gzip.headers['content-length']), gzip.body.length);
  assert.equal(gunzipSync(gzip.body).toString(), text);
  for (const encoding of [undefined, 'identity', 'br', 'gzip;q=0', 'deflate, gzip;q=0.0', 'xgzip', '']) {
    const headers = encoding === undefined ? {} : { 'accept-encoding': encoding };
    const plain = await ask(url, { headers });
    assert.equal(plain.status, 200);
    assert.equal(plain.headers['content-encoding'], undefined, encoding);
    assert.equal(plain.body.toString(), text);
  }
  for (const encoding of ['*', 'GZIP', 'gzip;q=0.5', 'deflate,gzip; q=1']) {
    assert.equal((await ask(url, { headers: { 'accept-encoding': encoding } })).headers['content-encoding'], 'gzip');
  }
  const { headers } = gzip;
  assert.equal(headers['access-control-allow-origin'], ORIGIN);
  assert.equal(headers['access-control-allow-credentials'], undefined);
  assert.match(headers.vary, /Origin/);
  assert.equal(headers['content-type'], 'application/json');
  assert.equal(headers['cache-control'], 'no-store');
  assert.equal(headers['x-content-type-options'], 'nosniff');
  assert.equal(headers['cross-origin-resource-policy'], 'same-origin');
  assert.equal((await fetch(url).then((response) => response.json())).meta.product, 'größe');
});

test('the preflight is answered, also for private networks', async (t) => {
  const url = await serve(t);
  const headers = { origin: ORIGIN, 'access-control-request-method': 'GET' };
  const plain = await ask(url, { method: 'OPTIONS', headers });
  assert.equal(plain.status, 204);
  assert.equal(plain.body.length, 0);
  assert.equal(plain.headers['access-control-allow-origin'], ORIGIN);
  assert.equal(plain.headers['access-control-allow-methods'], 'GET');
  assert.equal(plain.headers['access-control-allow-private-network'], undefined);
  const asked = { ...headers, 'access-control-request-private-network': 'true' };
  const { status, headers: answer } = await ask(url, { method: 'OPTIONS', headers: asked });
  assert.equal(status, 204);
  assert.equal(answer['access-control-allow-private-network'], 'true');
});

test('everything else is refused', async (t) => {
  const url = await serve(t);
  const good = { origin: ORIGIN };
  const [, token] = url.pathname.split('/');
  const cases = [
    [403, { headers: { origin: 'https://evil.test' } }],
    [403, { headers: { origin: 'null' } }],
    [403, { headers: { origin: `${ORIGIN}.evil.test` } }],
    [403, { headers: { origin: 'http://profiler.firefox.com' } }],
    [403, { headers: { origin: url.origin } }],
    [403, { method: 'OPTIONS', headers: { origin: 'https://evil.test' } }],
    [404, { path: '/', headers: good }],
    [404, { path: `/${token}/`, headers: good }],
    [404, { path: `/${token}/profile.json?x`, headers: good }],
    [404, { path: `/${token}/../${token}/profile.json`, headers: good }],
    [404, { path: `//${token}/profile.json`, headers: good }],
    [404, { path: `/${token.toUpperCase()}/profile.json`, headers: good }],
    [404, { path: '/favicon.ico' }],
    [404, { path: '/', method: 'OPTIONS', headers: good }],
    [404, { path: '*', method: 'OPTIONS', headers: good }],
    [404, { path: url.href, headers: good }],
    ...['HEAD', 'POST', 'PUT', 'DELETE', 'PATCH', 'TRACE'].map((method) => [405, { method, headers: good }]),
    [421, { headers: { ...good, host: 'evil.test' } }],
    [421, { headers: { ...good, host: `evil.test:${url.port}` } }],
    [421, { headers: { ...good, host: `localhost:${url.port}` } }],
    [421, { headers: { ...good, host: '127.0.0.1' } }],
    [421, { method: 'OPTIONS', headers: { ...good, host: 'evil.test' } }],
  ];
  for (const [expected, asked] of cases) {
    const { status, headers, body } = await ask(url, asked);
    assert.equal(status, expected, JSON.stringify(asked));
    assert.equal(body.length, 0);
    assert.equal(headers['access-control-allow-origin'], undefined);
    assert.equal(headers.allow, expected === 405 ? 'GET, OPTIONS' : undefined);
  }
});

test('only a complete answer counts as fetched', async (t) => {
  let fetched = 0;
  const url = await serve(t, { onFetched: () => (fetched += 1) });
  await ask(url, { method: 'OPTIONS', headers: { origin: ORIGIN } });
  await ask(url, { path: '/' });
  assert.equal(fetched, 0);
  await ask(url);
  await new Promise((resolve) => setImmediate(resolve));
  assert.equal(fetched, 1);
});

test('a client that goes away early leaves the server as it was', async (t) => {
  let fetched = 0;
  // Too much to fit into the buffers of the connection.
  const large = gzipSync(Buffer.alloc(64 * 1024 * 1024));
  const server = await serveProfile(large, { origin: ORIGIN, onFetched: () => (fetched += 1) });
  t.after(() => server.close());
  const url = new URL(server.url);
  await new Promise((resolve) => {
    const sent = request(url, (response) => {
      response.once('data', () => response.destroy());
      response.once('close', resolve);
    });
    sent.on('error', () => {});
    sent.end();
  });
  await new Promise((resolve) => setTimeout(resolve, 100));
  assert.equal(fetched, 0);
  assert.equal((await ask(url)).body.length, 64 * 1024 * 1024);
});
