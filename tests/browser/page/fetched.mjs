// The entry for browsers, with the wasm where it finds it by itself.

import init, { HeapProfileError, importHeapProfile, isHeapProfile } from '../../../pkg/index.js';
import { equal, failure } from './assert.mjs';
import { checkProfile } from './check.mjs';
import { fetchBytes } from './files.mjs';

const NAME = 'node22-pretty.heapprofile.gz';

export const tests = {
  'init()': async () => {
    await Promise.all([init(), init()]);
  },
  'bytes, text and objects': async () => {
    const bytes = await fetchBytes(`corpus/${NAME}`);
    equal(isHeapProfile(bytes), true);
    await checkProfile(importHeapProfile(bytes), NAME);

    const plain = 'chromium156-default.heapprofile';
    const text = new TextDecoder().decode(await fetchBytes(`corpus/${plain}`));
    await checkProfile(importHeapProfile(text), plain);
    await checkProfile(importHeapProfile(JSON.parse(text)), plain);
  },
  'errors': async () => {
    const error = await failure(() => importHeapProfile('{"traceEvents":[]}'));
    equal(error instanceof HeapProfileError, true);
    equal(error.code, 'not-a-heap-profile');
    await checkProfile(importHeapProfile(await fetchBytes(`corpus/${NAME}`)), NAME);
  },
};
