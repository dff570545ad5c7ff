import assert from 'node:assert/strict';
import test from 'node:test';
import { gzipSync } from 'node:zlib';
import { HeapProfileError, importHeapProfile } from '../../pkg/node.js';
import { smallProfile, totalBytes } from './helper.mjs';

const text = JSON.stringify(smallProfile());

function errorOf(input, options) {
  try {
    importHeapProfile(input, options);
  } catch (error) {
    return error;
  }
  return assert.fail('nothing was thrown');
}

test('errors are HeapProfileErrors with code, offset and a message', () => {
  const zipped = gzipSync(text);
  const broken = Uint8Array.from(zipped);
  broken.fill(0xff, 20, 40);
  const cases = [
    ['', 'empty'],
    [new Uint8Array(0), 'empty'],
    ['{"nodes":[{"id":1,"callFrame":{}}],"startTime":1,"endTime":2,"timeDeltas":[]}', 'not-a-heap-profile'],
    ['<!doctype html><title>404</title>', 'not-a-heap-profile'],
    [text.replace('"selfSize":0', '"selfSize":}'), 'malformed-json'],
    [text.slice(0, -40), 'truncated'],
    [zipped.subarray(0, zipped.length - 30), 'truncated', 'bad-gzip'],
    [broken, 'bad-gzip'],
    [Buffer.concat([Buffer.from(`\ufeff${text}`, 'utf16le'), Buffer.of(0x20)]), 'bad-encoding'],
  ];
  for (const [input, ...codes] of cases) {
    const error = errorOf(input);
    assert.ok(error instanceof HeapProfileError && error instanceof Error, String(error));
    assert.ok(codes.includes(error.code), `${error.code} instead of ${codes}: ${error.message}`);
    assert.ok(error.message.length > 10, error.message);
    assert.ok(error.offset === null || Number.isInteger(error.offset), String(error.offset));
    assert.equal(error.name, 'HeapProfileError');
    assert.match(String(error.stack), /HeapProfileError/);
  }
});

test('the offset points at the place', () => {
  const bad = text.replace('"selfSize":600', '"selfSize":x00');
  assert.equal(errorOf(bad).offset, Buffer.from(bad.slice(0, bad.indexOf('x00'))).length);
  const cut = text.slice(0, 200);
  const error = errorOf(cut);
  assert.equal(error.code, 'truncated');
  assert.equal(error.offset, Buffer.from(cut).length);
  assert.match(error.message, new RegExp(`\\(at byte ${error.offset}\\)$`));
  // In an object there are no bytes to point at.
  const wrong = smallProfile();
  wrong.head.children[0].selfSize = 'big';
  assert.equal(errorOf(wrong).offset, null);
});

test('errors name the file', () => {
  assert.equal(errorOf('{}', { fileName: 'a.heapprofile' }).fileName, 'a.heapprofile');
  assert.equal('fileName' in errorOf('{}'), false);
});

test('what is no data at all is refused as no heap profile', async () => {
  const revoked = Proxy.revocable({}, {});
  revoked.revoke();
  const detached = new Uint8Array(8);
  structuredClone(detached, { transfer: [detached.buffer] });
  const throwing = new Proxy(smallProfile(), {
    get() {
      throw new Error('no entry');
    },
  });
  const values = [
    null, undefined, 5, NaN, true, 10n, Symbol('s'), () => {}, class {}, {}, { head: {} }, { head: null }, new Map(),
    new Date(), [1, 2], revoked.proxy, detached, detached.buffer, throwing,
  ];
  for (const value of values) {
    const error = errorOf(value);
    assert.ok(error instanceof HeapProfileError, String(error));
    assert.notEqual(error.code, 'internal', error.message);
  }
  assert.match(errorOf(detached).message, /detached/);
  assert.match(errorOf(throwing).message, /no entry/);
  assert.match(errorOf(new Blob([text])).message, /importHeapProfileStream/);
  assert.match(errorOf(Promise.resolve(text)).message, /await/);
});

test('objects and texts with the same fault have the same error', () => {
  const faults = [
    (profile) => (profile.head.children[0].selfSize = 'big'),
    (profile) => (profile.head.children[0].selfSize = -1.5),
    (profile) => (profile.head.children = {}),
    (profile) => (profile.head.callFrame = 5),
    (profile) => (profile.samples[1] = 7),
    (profile) => (profile.samples = 'none'),
  ];
  for (const fault of faults) {
    const profile = smallProfile();
    fault(profile);
    const outcome = (input) => {
      try {
        return totalBytes(importHeapProfile(input));
      } catch (error) {
        return error.code;
      }
    };
    assert.equal(outcome(profile), outcome(JSON.stringify(profile)), fault.toString());
  }
});

test('imports work after an error', () => {
  errorOf('{"head":5}');
  assert.equal(totalBytes(importHeapProfile(text)), 1000);
});

test('HeapProfileError can be made by hand', () => {
  const { code, message, offset, fileName, cause } = new HeapProfileError('empty', 'nothing', {
    cause: 'why',
    offset: 3,
    fileName: 'x',
  });
  assert.deepEqual([code, message, offset, fileName, cause], ['empty', 'nothing', 3, 'x', 'why']);
  assert.equal(new HeapProfileError('empty', 'nothing').offset, null);
  assert.equal('cause' in new HeapProfileError('empty', 'nothing'), false);
});
