// The entry with the wasm inside: ready at import.

import init, {
  HeapProfileError, importHeapProfile, importHeapProfileStream, isHeapProfile,
} from '../../../pkg/inline.js';
import { equal, failure } from './assert.mjs';
import { checkProfile } from './check.mjs';
import { fetchBytes, fetchFile } from './files.mjs';

const NAME = 'node24-names.heapprofile.gz';

export const tests = {
  'at once': async () => {
    const bytes = await fetchBytes(`corpus/${NAME}`);
    equal(isHeapProfile(bytes), true);
    await checkProfile(importHeapProfile(bytes), NAME);
  },
  'as a stream': async () => {
    await checkProfile(await importHeapProfileStream(await fetchFile(`corpus/${NAME}`)), NAME);
  },
  'errors': async () => {
    const error = await failure(() => importHeapProfile(''));
    equal(error instanceof HeapProfileError, true);
    equal(error.code, 'empty');
  },
  'init() does no harm': () => init(),
};
