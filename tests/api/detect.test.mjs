import assert from 'node:assert/strict';
import test from 'node:test';
import { gzipSync } from 'node:zlib';
import { isHeapProfile } from '../../pkg/node.js';
import { bigProfile, deepProfile, deepText, node, smallProfile } from './helper.mjs';

const text = JSON.stringify(smallProfile());

test('heap profiles of every kind are recognised', () => {
  const profile = smallProfile();
  const flat = { functionName: '(root)', scriptId: 0, url: '', lineNumber: 0, columnNumber: 0, selfSize: 0 };
  const good = [
    text,
    Buffer.from(text),
    new TextEncoder().encode(text).buffer,
    gzipSync(text),
    JSON.stringify(profile, null, 2),
    profile,
    { profile },
    { id: 1, result: { profile } },
    { head: { ...flat, children: [] } },
    JSON.stringify({ head: { ...flat, children: [] } }),
    bigProfile(100_000),
    deepProfile(100_000),
    deepText(100_000),
    JSON.stringify({ samples: bigProfile(300_000).samples, head: profile.head }),
  ];
  for (const [index, input] of good.entries()) {
    assert.equal(isHeapProfile(input), true, `good input ${index}`);
  }
});

test('other things are not', () => {
  const bad = [
    '', ' ', '{', '[]', 'null', '5', '{}', '{"head":{}}', '{"head":5}', '{"name":"x","head":"y"}', '<html>', '\u0000',
    JSON.stringify({ nodes: [{ id: 1, callFrame: {}, hitCount: 0 }], startTime: 0, endTime: 1, samples: [] }),
    JSON.stringify({ snapshot: { meta: {} }, nodes: [] }),
    new Uint8Array(0), new Uint8Array(1), new Uint8Array(100_000), gzipSync('hello'), Buffer.from('PK\x03\x04'),
    {}, { head: {} }, { head: null }, { profile: {} }, { result: null }, { head: { selfSize: 1 } },
    { head: { functionName: 'f', hitCount: 3, selfSize: 1 } }, { head: { callFrame: {}, selfSize: 1 } },
    { head: { callFrame: { functionName: 'f' } } },
  ];
  for (const [index, input] of bad.entries()) {
    assert.equal(isHeapProfile(input), false, `bad input ${index}: ${String(input).slice(0, 40)}`);
  }
});

test('it never throws', () => {
  const revoked = Proxy.revocable({}, {});
  revoked.revoke();
  const revokedArray = Proxy.revocable([], {});
  revokedArray.revoke();
  const detached = new Uint8Array(8);
  structuredClone(detached, { transfer: [detached.buffer] });
  const getter = {
    get head() {
      throw new Error('no');
    },
  };
  const proxy = new Proxy({}, {
    get() {
      throw new Error('no');
    },
    has() {
      throw new Error('no');
    },
  });
  const cycle = {};
  cycle.head = cycle;
  cycle.callFrame = cycle;
  const values = [
    undefined, null, true, 0, NaN, 1n, Symbol('x'), () => {}, revoked.proxy, revokedArray.proxy, detached,
    detached.buffer, getter, { head: getter }, proxy, { head: proxy }, { result: proxy }, cycle, new Blob([text]),
    new Response(text), Promise.resolve(), [], [{ name: 'a', data: text }], new SharedArrayBuffer(4),
    new DataView(new ArrayBuffer(0)), Object.create(null), globalThis,
  ];
  for (const value of values) {
    assert.equal(isHeapProfile(value), false);
  }
});

test('it looks at little, however large the input is', () => {
  const start = `{"head":${JSON.stringify(node('(root)', 0, 1)).slice(0, -2)}`;
  const huge = new Uint8Array(300 * 1024 * 1024).fill(0x20);
  huge.set(Buffer.from(start));
  const before = performance.now();
  assert.equal(isHeapProfile(huge), true);
  assert.equal(isHeapProfile(huge.subarray(start.length)), false);
  assert.ok(performance.now() - before < 1000);
  // Of an object it must not touch more than the first node.
  const head = node('(root)', 0, 1);
  Object.defineProperty(head, 'children', {
    get() {
      throw new Error('too curious');
    },
  });
  assert.equal(isHeapProfile({ head }), true);
});

test('text that is cut between surrogates at a piece is still a heap profile', () => {
  for (const shift of [0, 1]) {
    const name = 'x'.repeat(shift) + '😀'.repeat(40_000);
    assert.equal(isHeapProfile(JSON.stringify({ title: name, head: smallProfile().head })), true);
  }
});
