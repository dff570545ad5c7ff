import assert from 'node:assert/strict';
import test from 'node:test';
import { gzipSync } from 'node:zlib';
import { HeapProfileError, importHeapProfile, importHeapProfileStream } from '../../pkg/node.js';
import { node, smallProfile, totalBytes } from './helper.mjs';

const text = JSON.stringify(smallProfile());
const other = { head: node('(root)', 0, 1, [node('outer', 5, 2), node('third', 20, 3)]) };
const nameOf = (tid, seq) => `Heap.20260801.101500.4242.${tid}.00${seq}.heapprofile`;
const files = [
  { name: nameOf(0, 1), data: text },
  { name: nameOf(1, 2), data: other },
  { name: nameOf(2, 3), data: gzipSync(text) },
];
const bad = { name: 'bad.heapprofile', data: '{"head":' };

test('an array makes one profile with a thread for each file', async () => {
  const profile = importHeapProfile(files);
  assert.equal(profile.threads.length, 3);
  assert.deepEqual(profile.threads.map(({ tid }) => tid), [0, 1, 2]);
  assert.deepEqual(profile.threads.map(({ isMainThread }) => isMainThread), [true, false, false]);
  assert.equal(totalBytes(profile), 2025);
  const sources = files.map(({ name, data }) => ({
    name,
    data: new Blob([typeof data === 'object' && !ArrayBuffer.isView(data) ? JSON.stringify(data) : data]),
  }));
  assert.deepEqual(await importHeapProfileStream(sources), profile);
  assert.deepEqual(await importHeapProfileStream(sources.map(({ name, data }) => new File([data], name))), profile);
});

test('sources of an array may be functions, called one after the other', async () => {
  let open = 0;
  const lazy = files.slice(0, 2).map(({ name }) => ({
    name,
    data: async function* data() {
      open += 1;
      assert.equal(open, 1);
      yield Buffer.from(text);
      open -= 1;
    },
  }));
  assert.equal((await importHeapProfileStream(lazy)).threads.length, 2);
});

test('progress counts over all files', async () => {
  const calls = [];
  const blobs = [new File([text], 'a'), new File([text], 'b')];
  await importHeapProfileStream(blobs, { onProgress: (...call) => calls.push(call) });
  const size = new Blob([text]).size;
  assert.deepEqual(calls, [[size, size * 2], [size * 2, size * 2]]);
});

test('a bad file spoils all, and the error names it', async () => {
  const expected = { name: 'HeapProfileError', code: 'truncated', fileName: bad.name };
  assert.throws(() => importHeapProfile([...files, bad]), expected);
  await assert.rejects(importHeapProfileStream([bad, { name: 'x', data: text }]), expected);
});

test('with onError: skip it is left out and told', async () => {
  const failing = {
    name: 'lost',
    data: async function* data() {
      yield Buffer.from(text.slice(0, 99));
      throw new Error('gone');
    },
  };
  for (const order of [[bad, ...files], [files[0], bad, files[1], files[2]], [...files, bad]]) {
    const skipped = [];
    const profile = importHeapProfile(order, { onError: 'skip', onSkip: (...call) => skipped.push(call) });
    assert.equal(totalBytes(profile), 2025);
    assert.equal(skipped.length, 1);
    assert.equal(skipped[0][0], bad.name);
    assert.ok(skipped[0][1] instanceof HeapProfileError);
  }
  const skipped = [];
  const streams = [{ name: 'a', data: new Blob([text]) }, failing, { name: 'b', data: new Blob(['{']) }];
  const profile = await importHeapProfileStream(streams, {
    onError: 'skip',
    onSkip: (name, error) => skipped.push([name, error.message === 'gone' || error.code]),
  });
  assert.equal(totalBytes(profile), 1000);
  assert.deepEqual(skipped, [['lost', true], ['b', 'truncated']]);
});

test('if all are left out, the first error is thrown', () => {
  assert.throws(() => importHeapProfile([bad, { name: 'c', data: '' }], { onError: 'skip' }), { code: 'truncated' });
});

test('callbacks that throw are not taken for bad files', async () => {
  const onProgress = () => {
    throw new Error('callback');
  };
  const blobs = [new File([text], 'a'), new File([text], 'b')];
  await assert.rejects(importHeapProfileStream(blobs, { onError: 'skip', onProgress }), /callback/);
});

test('odd arrays', () => {
  assert.throws(() => importHeapProfile([]), { code: 'empty' });
  assert.throws(() => importHeapProfile([{ name: 5, data: text }]), TypeError);
  assert.throws(() => importHeapProfile([{ data: text }, 5]), TypeError);
  assert.throws(() => importHeapProfile([{ ph: 'X', ts: 1 }]), { code: 'not-a-heap-profile' });
  assert.equal(importHeapProfile([{ data: text }, { data: text }]).threads.length, 2);
});
