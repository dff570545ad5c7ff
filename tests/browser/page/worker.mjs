// Import in a module worker; the profile is posted to the page.

import { equal, failure } from './assert.mjs';
import { checkProfile } from './check.mjs';
import { fetchBytes } from './files.mjs';

const NAME = 'node22-pnpm.heapprofile.gz';
// With trusted types, only a policy makes a URL that a worker can be started from.
const policy = globalThis.trustedTypes?.createPolicy('worker', { createScriptURL: (url) => url });
const url = new URL('importer.worker.mjs', import.meta.url).href;

async function importInWorker(entry, file, columns) {
  const worker = new Worker(policy?.createScriptURL(url) ?? url, { type: 'module' });
  try {
    return await new Promise((resolve, reject) => {
      worker.onerror = (event) => reject(new Error(event.message ?? 'the worker did not start'));
      worker.onmessage = ({ data: { profile, error } }) =>
        error ? reject(Object.assign(new Error(error.message), error)) : resolve(profile);
      worker.postMessage({ entry, file, columns });
    });
  } finally {
    worker.terminate();
  }
}

export const tests = {
  'fetched': async () => {
    await checkProfile(await importInWorker('index', new Blob([await fetchBytes(`corpus/${NAME}`)]), 'plain'), NAME);
  },
  'inline': async () => {
    await checkProfile(await importInWorker('inline', new Blob([await fetchBytes(`corpus/${NAME}`)]), 'typed'), NAME);
  },
  'errors': async () => {
    const error = await failure(() => importInWorker('index', new Blob(['{"head":']), 'plain'));
    equal(error.code, 'truncated', error.message);
    equal(typeof error.offset, 'number', 'type of offset');
  },
};
