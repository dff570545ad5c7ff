// What a page gets its files as.

import init, { HeapProfileError, importHeapProfileStream } from '../../../pkg/index.js';
import { equal, failure } from './assert.mjs';
import { checkProfile } from './check.mjs';
import { fetchBytes, fetchFile, inflate } from './files.mjs';

const NAME = 'chromium156-live4k.heapprofile.gz';
const path = `corpus/${NAME}`;

function pieces(bytes, size) {
  let at = 0;
  return new ReadableStream({
    pull(controller) {
      if (at >= bytes.length) {
        controller.close();
        return;
      }
      controller.enqueue(bytes.slice(at, at + size));
      at += size;
    },
  });
}

export const tests = {
  'init(response)': async () => {
    await init(fetchFile('../pkg/dist/heapprofile_importer_bg.wasm'));
  },
  'Response': async () => {
    const seen = [];
    const onProgress = (read, total) => seen.push([read, total]);
    const profile = await importHeapProfileStream(await fetchFile(path), { onProgress });
    await checkProfile(profile, NAME);
    const { length } = await fetchBytes(path);
    equal(seen.at(-1), [length, length], 'progress');
    equal(profile.meta.fileName, NAME, 'file name');
  },
  'Blob, compressed or not': async () => {
    const bytes = await fetchBytes(path);
    await checkProfile(await importHeapProfileStream(new Blob([bytes])), NAME);
    await checkProfile(await importHeapProfileStream(new Blob([await inflate(bytes)])), NAME);
  },
  'File': async () => {
    const file = new File([await fetchBytes(path)], 'Heap.20260801.101500.4242.3.001.heapprofile');
    const profile = await importHeapProfileStream(file);
    await checkProfile(profile, NAME);
    equal(profile.threads[0].pid, '4242', 'pid');
    equal(profile.threads[0].name, 'Worker 3', 'name');
  },
  'ReadableStream of small pieces': async () => {
    await checkProfile(await importHeapProfileStream(pieces(await fetchBytes(path), 100)), NAME);
    await checkProfile(await importHeapProfileStream(pieces(await inflate(await fetchBytes(path)), 1000)), NAME);
  },
  'AbortSignal': async () => {
    const abort = new AbortController();
    const file = new Blob([await inflate(await fetchBytes(path))]);
    const onProgress = () => abort.abort(new Error('enough'));
    const error = await failure(() => importHeapProfileStream(file, { signal: abort.signal, onProgress }));
    equal(error.message, 'enough');
  },
  'an answer with an error status': async () => {
    const missing = await fetch(new URL('missing', import.meta.url));
    const error = await failure(() => importHeapProfileStream(missing));
    equal(error instanceof HeapProfileError, true, String(error));
    equal(error.message.includes('404'), true, error.message);
  },
};
