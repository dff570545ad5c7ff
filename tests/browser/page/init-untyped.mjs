// The wasm from a server that doesn't know its media type.

import init, { importHeapProfile } from '../../../pkg/index.js';
import { failure, equal } from './assert.mjs';
import { checkProfile } from './check.mjs';
import { fetchBytes } from './files.mjs';

const NAME = 'node26-default-interval.heapprofile';
const wasm = new URL('../../../pkg/dist/heapprofile_importer_bg.wasm', import.meta.url);

export const tests = {
  'a wrong address is an error, and does not spoil the next try': async () => {
    const error = await failure(() => init(new URL('missing.wasm', wasm)));
    equal(error.message.includes('404'), true, error.message);
  },
  'init(url)': async () => {
    await init(new URL('?untyped', wasm));
    await checkProfile(importHeapProfile(await fetchBytes(`corpus/${NAME}`)), NAME);
  },
};
