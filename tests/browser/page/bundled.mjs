// The inline entry as a classic script, which esbuild has made.

import { equal, failure } from './assert.mjs';
import { checkProfile } from './check.mjs';
import { fetchBytes } from './files.mjs';

const NAME = 'node12-names.heapprofile.gz';
const policy = globalThis.trustedTypes?.createPolicy('script', { createScriptURL: (url) => url });

export const tests = {
  'loads': async () => {
    const script = document.createElement('script');
    const url = new URL('../../../built/inline.iife.js', import.meta.url).href;
    script.src = policy?.createScriptURL(url) ?? url;
    await new Promise((resolve, reject) => {
      script.onload = resolve;
      script.onerror = () => reject(new Error('the script did not load'));
      document.head.append(script);
    });
  },
  'works at once': async () => {
    const { HeapProfileError, importHeapProfile } = globalThis.heapProfileImporter;
    await checkProfile(importHeapProfile(await fetchBytes(`corpus/${NAME}`)), NAME);
    const error = await failure(() => importHeapProfile('[]'));
    equal(error instanceof HeapProfileError, true, String(error));
  },
};
