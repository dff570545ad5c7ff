// The entry for browsers when nobody has called init().

import { importHeapProfile, importHeapProfileStream, isHeapProfile } from '../../../pkg/index.js';
import { equal, failure } from './assert.mjs';

const object = { head: { callFrame: { functionName: '(root)' }, selfSize: 0, id: 1, children: [] }, samples: [] };

export const tests = {
  'importHeapProfile() says what is missing': async () => {
    const error = await failure(() => importHeapProfile(JSON.stringify(object)));
    equal(error.message.includes('init()'), true, error.message);
  },
  'importHeapProfileStream() does too': async () => {
    const error = await failure(() => importHeapProfileStream(new Blob([JSON.stringify(object)])));
    equal(error.message.includes('init()'), true, error.message);
  },
  'isHeapProfile() does not throw': () => {
    equal(isHeapProfile(JSON.stringify(object)), false);
    equal(isHeapProfile(object), true);
  },
};
