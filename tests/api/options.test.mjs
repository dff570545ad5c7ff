import assert from 'node:assert/strict';
import test from 'node:test';
import { importHeapProfile, importHeapProfileStream } from '../../pkg/node.js';
import { bigProfile, deepProfile, smallProfile } from './helper.mjs';

const text = JSON.stringify(smallProfile());

test('wrong options are refused with the name of the option', async () => {
  const wrong = [
    [5, TypeError, /options must be an object, not number/],
    [null, TypeError, /options must be an object, not null/],
    [{ table: 'sample' }, RangeError, /options\.table .*'samples', 'nativeAllocations', 'jsAllocations'.*"sample"/],
    [{ table: 1 }, TypeError, /options\.table/],
    [{ columns: 'fast' }, RangeError, /options\.columns .*'plain', 'typed'/],
    [{ samplingInterval: NaN }, RangeError, /options\.samplingInterval/],
    [{ samplingInterval: 0 }, RangeError, /options\.samplingInterval/],
    [{ samplingInterval: 512.5 }, RangeError, /options\.samplingInterval/],
    [{ samplingInterval: '512' }, TypeError, /options\.samplingInterval/],
    [{ fileName: 5 }, TypeError, /options\.fileName/],
    [{ product: {} }, TypeError, /options\.product/],
    [{ maxNodes: -1 }, RangeError, /options\.maxNodes/],
    [{ maxDepth: 1.5 }, RangeError, /options\.maxDepth/],
    [{ maxInputBytes: '1' }, TypeError, /options\.maxInputBytes/],
    [{ maxInflatedBytes: NaN }, RangeError, /options\.maxInflatedBytes/],
    [{ onError: 'ignore' }, RangeError, /options\.onError/],
    [{ onSkip: true }, TypeError, /options\.onSkip/],
    [{ onProgress: 1 }, TypeError, /options\.onProgress/],
    [{ snapshots: 1 }, TypeError, /options\.snapshots must be true or false, not number/],
    [{ snapshots: null }, TypeError, /options\.snapshots must be true or false, not null/],
    [{ signal: {} }, TypeError, /options\.signal/],
  ];
  for (const [options, type, message] of wrong) {
    const expected = (error) => error instanceof type && message.test(error.message);
    assert.throws(() => importHeapProfile(text, options), expected, JSON.stringify(options));
    await assert.rejects(importHeapProfileStream(new Blob([text]), options), expected);
  }
});

test('fileName and product are in the profile', () => {
  const { meta } = importHeapProfile(text, { fileName: 'app.heapprofile', product: 'My runtime' });
  assert.equal(meta.fileName, 'app.heapprofile');
  assert.equal(meta.product, 'My runtime');
});

test("the facts in Node's file names are in the profile", () => {
  const fileName = 'Heap.20260801.101500.4242.3.002.heapprofile';
  const { meta, threads } = importHeapProfile(text, { fileName });
  assert.equal(threads[0].name, 'Worker 3');
  assert.equal(threads[0].pid, '4242');
  assert.equal(threads[0].tid, 3);
  assert.equal(meta.startTime, new Date(2026, 7, 1, 10, 15, 0).getTime());
});

test('limits stop an import with too-large', () => {
  const cases = [
    [text, { maxInputBytes: text.length - 1 }, { maxInputBytes: new TextEncoder().encode(text).length }],
    [bigProfile(50_000), { maxNodes: 100 }, { maxNodes: 10_000 }],
    [deepProfile(500), { maxDepth: 400 }, { maxDepth: 500 }],
  ];
  for (const [input, tight, wide] of cases) {
    assert.throws(() => importHeapProfile(input, tight), { name: 'HeapProfileError', code: 'too-large' });
    importHeapProfile(input, wide);
    importHeapProfile(input, { maxInputBytes: Infinity, maxNodes: Infinity, maxDepth: Infinity });
  }
});

test('undefined options are as if they were left out', () => {
  const options = { fileName: undefined, table: undefined, columns: undefined, samplingInterval: undefined };
  assert.deepEqual(importHeapProfile(text, options), importHeapProfile(text));
});
