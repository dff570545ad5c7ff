// The entry which carries the wasm inside: no file to serve, nothing to fetch, all calls work at once.

import wasmBase64 from '../dist/wasm-base64.js';
import { decodeBase64 } from './base64.js';
import { init as initFrom, useLoader } from './instance.js';

export { isHeapProfile } from './detect.js';
export { diffHeapProfiles, diffHeapProfilesStream } from './diff.js';
export { HeapProfileError } from './error.js';
export { importHeapProfile } from './importer.js';
export { initSync } from './instance.js';
export { importHeapProfileStream } from './stream.js';

useLoader(() => decodeBase64(wasmBase64));

/**
 * Not needed, as the first call does it. It compiles without blocking, which a page may like better.
 *
 * @param {unknown} [wasm]
 * @returns {Promise<void>}
 */
export default function init(wasm) {
  return initFrom(() => wasm ?? decodeBase64(wasmBase64));
}
