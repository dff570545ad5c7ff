import assert from 'node:assert/strict';
import test from 'node:test';
import vm from 'node:vm';
import { gzipSync } from 'node:zlib';
import { importHeapProfile } from '../../pkg/node.js';
import { bigProfile, deepProfile, deepText, functionNames, node, smallProfile, totalBytes } from './helper.mjs';

const text = JSON.stringify(smallProfile());
const bytes = new TextEncoder().encode(text);
const expected = importHeapProfile(bytes);

test('the small profile is what it is meant to be', () => {
  assert.equal(totalBytes(expected), 1000);
  assert.deepEqual(functionNames(expected).sort(), ['größe 😀', 'other', 'outer']);
});

test('every kind of input gives the same profile', () => {
  const padded = new Uint8Array(bytes.length + 24);
  padded.set(bytes, 16);
  const shared = new Uint8Array(new SharedArrayBuffer(bytes.length));
  shared.set(bytes);
  const inputs = {
    Buffer: Buffer.from(bytes),
    ArrayBuffer: bytes.slice().buffer,
    'view inside a larger buffer': padded.subarray(16, 16 + bytes.length),
    DataView: new DataView(padded.buffer, 16, bytes.length),
    'Uint8Array on a SharedArrayBuffer': shared,
    SharedArrayBuffer: shared.buffer,
    text,
    'text with a byte order mark': `\ufeff${text}`,
    'parsed object': JSON.parse(text),
    gzip: gzipSync(bytes),
    'gzip, one byte view': new Int8Array(new Uint8Array(gzipSync(bytes)).buffer),
    'ArrayBuffer of another realm': vm.runInNewContext('Uint8Array.from(values).buffer', { values: [...bytes] }),
    'object of another realm': vm.runInNewContext('JSON.parse(text)', { text }),
    'object without a prototype': Object.assign(Object.create(null), JSON.parse(text)),
  };
  for (const [kind, input] of Object.entries(inputs)) {
    assert.deepEqual(importHeapProfile(input), expected, kind);
  }
});

test('wrapped objects and texts are unwrapped', () => {
  const profile = smallProfile();
  for (const wrapper of [{ profile }, { result: { profile } }, { id: 1, result: { profile } }]) {
    assert.equal(totalBytes(importHeapProfile(wrapper)), 1000);
    assert.equal(totalBytes(importHeapProfile(JSON.stringify(wrapper))), 1000);
  }
});

test('the input stays as it is', () => {
  const copy = bytes.slice();
  importHeapProfile(copy);
  assert.deepEqual(copy, bytes);
  const zipped = new Uint8Array(gzipSync(bytes));
  const before = zipped.slice();
  importHeapProfile(zipped);
  assert.deepEqual(zipped, before);
  const object = smallProfile();
  importHeapProfile(object);
  assert.deepEqual(object, smallProfile());
  // Frozen all the way down: a write would throw.
  const freeze = (value) => typeof value === 'object' && Object.values(Object.freeze(value)).forEach(freeze);
  freeze(object);
  assert.deepEqual(importHeapProfile(object), expected);
});

test('inputs larger than the staging buffer arrive whole', () => {
  const profile = bigProfile(1_500_000);
  const big = JSON.stringify(profile);
  const count = profile.samples.length;
  const fromText = importHeapProfile(big);
  assert.equal(totalBytes(fromText), count * 16);
  assert.deepEqual(importHeapProfile(Buffer.from(big)), fromText);
  assert.deepEqual(importHeapProfile(profile), fromText);
});

test('text keeps surrogate pairs whole at every boundary of a piece', () => {
  for (const shift of [0, 1, 2, 3]) {
    const name = 'x'.repeat(shift) + '😀'.repeat(200_000);
    const profile = { head: node('(root)', 0, 1, [node(name, 5, 2)]) };
    const [found] = functionNames(importHeapProfile(JSON.stringify(profile)));
    assert.equal(found, name);
    assert.equal(functionNames(importHeapProfile(profile))[0], name);
  }
});

test('lone surrogates become U+FFFD in texts and in objects', () => {
  const named = JSON.stringify({ head: node('(root)', 0, 1, [node('NAME', 5, 2)]) });
  const raw = named.replace('NAME', 'a\ud800b\udc00');
  assert.equal(functionNames(importHeapProfile(raw))[0], 'a\ufffdb\ufffd');
  assert.equal(functionNames(importHeapProfile(JSON.parse(raw)))[0], 'a\ufffdb\ufffd');
});

test('100,000 levels and more import from text and from an object', () => {
  const levels = 150_000;
  const fromText = importHeapProfile(deepText(levels));
  assert.equal(totalBytes(fromText), (levels - 1) * 8);
  assert.deepEqual(importHeapProfile(deepProfile(levels)).shared.stackTable, fromText.shared.stackTable);
});

test('a node with 1,000,000 children imports from an object', () => {
  const child = node('f', 1, 2);
  const profile = { head: node('(root)', 0, 1, new Array(1_000_000).fill(child)) };
  assert.equal(totalBytes(importHeapProfile(profile)), 1_000_000);
});

test('an object may be of any of the known writers', () => {
  const flat = (functionName, selfSize, children = []) => ({
    functionName,
    scriptId: 3,
    url: '/srv/app/a.js',
    lineNumber: functionName === '(root)' ? 0 : 12,
    columnNumber: functionName === '(root)' ? 0 : 1,
    selfSize,
    children,
  });
  assert.equal(totalBytes(importHeapProfile({ head: flat('(root)', 0, [flat('f', 40)]) })), 40);
  const nodeApi = JSON.parse(
    '{"samples":[{"nodeId":2,"size":8,"ordinal":1}],"head":{"selfSize":0,"id":1,"callFrame":{"scriptId":0,' +
      '"lineNumber":-1,"columnNumber":-1,"functionName":"(root)","url":""},"children":[{"selfSize":8,"id":2,' +
      '"callFrame":{"scriptId":9,"lineNumber":3,"columnNumber":0,"functionName":"f","url":"/a.js"},"children":[]}]}}'
  );
  assert.deepEqual(importHeapProfile(nodeApi), importHeapProfile(JSON.stringify(nodeApi)));
});
