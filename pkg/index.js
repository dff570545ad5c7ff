// The entry for browsers, workers and bundlers: `await init()` first.

import { init as initFrom } from './lib/instance.js';

export { isHeapProfile } from './lib/detect.js';
export { diffHeapProfiles, diffHeapProfilesStream } from './lib/diff.js';
export { HeapProfileError } from './lib/error.js';
export { importHeapProfile } from './lib/importer.js';
export { initSync } from './lib/instance.js';
export { importHeapProfileStream } from './lib/stream.js';

/**
 * @param {URL | string | Request | Response | BufferSource | WebAssembly.Module} [wasm] by default the
 *   file next to this one
 * @returns {Promise<void>}
 */
export default function init(wasm) {
  // Written in this form, so that bundlers see the file and bring it along.
  return initFrom(() => wasm ?? new URL('./dist/heapprofile_importer_bg.wasm', import.meta.url));
}
