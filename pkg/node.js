// ESM for Node and Deno: the very code that require() gets, so that there is one HeapProfileError in a process.

import cjs from './dist/node.cjs';

export default cjs.default;
export const {
  diffHeapProfiles,
  diffHeapProfilesStream,
  HeapProfileError,
  importHeapProfile,
  importHeapProfileStream,
  initSync,
  isHeapProfile,
} = cjs;
