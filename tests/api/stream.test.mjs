import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { gzipSync } from 'node:zlib';
import { importHeapProfile, importHeapProfileStream } from '../../pkg/node.js';
import { bigProfile, smallProfile, temporaryFolder, totalBytes } from './helper.mjs';

const text = JSON.stringify(smallProfile());
const bytes = new TextEncoder().encode(text);
const expected = importHeapProfile(bytes);
const big = Buffer.from(JSON.stringify(bigProfile(3_000_000)));

function streamOf(...chunks) {
  return new ReadableStream({
    start(controller) {
      chunks.forEach((chunk) => controller.enqueue(chunk));
      controller.close();
    },
  });
}

async function* iterate(...chunks) {
  yield* chunks;
}

test('every kind of source gives the same profile', async (t) => {
  const path = join(temporaryFolder(t), 'x.heapprofile');
  writeFileSync(path, text);
  const sources = {
    ReadableStream: streamOf(bytes),
    Blob: new Blob([text]),
    Response: new Response(text),
    'Response without a length': new Response(streamOf(bytes)),
    'async generator': iterate(bytes),
    'stream of Node': createReadStream(path),
    'stream of Node with an encoding': createReadStream(path, { encoding: 'utf8', highWaterMark: 7 }),
    'text chunks': iterate(text.slice(0, 50), text.slice(50)),
    bytes,
    text,
    ArrayBuffer: bytes.slice().buffer,
    gzip: streamOf(new Uint8Array(gzipSync(bytes))),
  };
  for (const [kind, source] of Object.entries(sources)) {
    assert.deepEqual(await importHeapProfileStream(source), expected, kind);
  }
});

test('chunks can be cut anywhere', async () => {
  for (const input of [bytes, new Uint8Array(gzipSync(bytes))]) {
    for (let at = 0; at <= input.length; at++) {
      const profile = await importHeapProfileStream(iterate(input.subarray(0, at), input.subarray(at)));
      assert.deepEqual(profile, expected);
    }
    const single = Array.from(input, (byte) => Uint8Array.of(byte));
    assert.deepEqual(await importHeapProfileStream(iterate(...single)), expected);
  }
});

test('chunks larger than the staging buffer are split', async () => {
  assert.deepEqual(await importHeapProfileStream(iterate(big)), importHeapProfile(big));
  assert.deepEqual(await importHeapProfileStream(new Blob([big])), importHeapProfile(big));
});

test('a File and a Response bring their name along, which an option overrides', async () => {
  const name = 'Heap.20260801.101500.77.0.001.heapprofile';
  const file = new File([text], name);
  const fromFile = await importHeapProfileStream(file);
  assert.equal(fromFile.meta.fileName, name);
  assert.equal(fromFile.threads[0].pid, '77');
  assert.equal((await importHeapProfileStream(file, { fileName: 'other' })).meta.fileName, 'other');
  const response = new Response(text);
  Object.defineProperty(response, 'url', { value: 'https://example.test/a/my%20app.heapprofile?x=1' });
  assert.equal((await importHeapProfileStream(response)).meta.fileName, 'my app.heapprofile');
});

test('progress goes up to the whole', async () => {
  const cases = [
    [new Blob([big]), big.length],
    [new Response(big, { headers: { 'content-length': String(big.length) } }), big.length],
    [new Response(big, { headers: { 'content-length': '12', 'content-encoding': 'gzip' } }), null],
    [streamOf(big), null],
    [big, big.length],
  ];
  for (const [source, total] of cases) {
    const calls = [];
    await importHeapProfileStream(source, { onProgress: (...call) => calls.push(call) });
    assert.ok(calls.length >= big.length / 262_144);
    assert.equal(calls.at(-1)[0], big.length);
    assert.ok(calls.every(([read, of], index) => of === total && read > (calls[index - 1]?.[0] ?? 0)));
  }
});

test('an error in a callback ends the import and is passed on', async () => {
  const onProgress = () => {
    throw new Error('enough');
  };
  await assert.rejects(importHeapProfileStream(new Blob([big]), { onProgress }), /enough/);
});

test('an abort is heard before, during and while waiting', async () => {
  const reason = new Error('stop it');
  await assert.rejects(importHeapProfileStream(new Blob([big]), { signal: AbortSignal.abort(reason) }), reason);

  const during = new AbortController();
  const onProgress = (read) => read > 500_000 && during.abort(reason);
  await assert.rejects(importHeapProfileStream(new Blob([big]), { signal: during.signal, onProgress }), reason);

  let cancelled;
  const hanging = new ReadableStream({
    start: (controller) => controller.enqueue(bytes.subarray(0, 20)),
    cancel: (why) => (cancelled = why),
  });
  const waiting = new AbortController();
  setTimeout(() => waiting.abort(reason), 10);
  await assert.rejects(importHeapProfileStream(hanging, { signal: waiting.signal }), reason);
  assert.equal(cancelled, reason);
});

test('the source is let go of after an error', async () => {
  let isReturned = false;
  async function* bad() {
    try {
      yield Buffer.from('not JSON at all');
      yield* iterate(...new Array(50).fill(Buffer.from(' '.repeat(100_000))));
    } finally {
      isReturned = true;
    }
  }
  await assert.rejects(importHeapProfileStream(bad()), { name: 'HeapProfileError' });
  await new Promise((resolve) => setTimeout(resolve, 5));
  assert.equal(isReturned, true);
});

test('errors of the source are passed on as they are', async () => {
  const failure = new Error('disk on fire');
  async function* failing() {
    yield bytes.subarray(0, 30);
    throw failure;
  }
  await assert.rejects(importHeapProfileStream(failing()), (error) => error === failure);
  await assert.rejects(importHeapProfileStream(new Response('gone', { status: 404 })), /404/);
});

test('what is no source is refused', async () => {
  for (const source of [null, undefined, 5, {}, smallProfile(), () => {}, new Map()]) {
    await assert.rejects(importHeapProfileStream(source), TypeError);
  }
  await assert.rejects(importHeapProfileStream(iterate({})), TypeError);
  await assert.rejects(importHeapProfileStream(iterate()), { code: 'empty' });
  await assert.rejects(importHeapProfileStream(new Blob([])), { code: 'empty' });
});

test('imports can run side by side', async () => {
  const sources = Array.from({ length: 8 }, (_, index) => (index % 2 ? new Blob([big]) : iterate(bytes)));
  const profiles = await Promise.all(sources.map((source) => importHeapProfileStream(source)));
  const bigTotal = totalBytes(importHeapProfile(big));
  assert.deepEqual(profiles.map(totalBytes), sources.map((_, index) => (index % 2 ? bigTotal : 1000)));
});

test('the event loop gets its turn', async () => {
  const huge = JSON.stringify(bigProfile(20_000_000));
  let turns = 0;
  const timer = setInterval(() => (turns += 1), 1);
  try {
    await importHeapProfileStream(huge);
  } finally {
    clearInterval(timer);
  }
  assert.ok(turns > 0);
});
