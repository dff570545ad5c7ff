// The entry for Node and Deno. It is bundled to dist/node.cjs, next to the wasm, which it reads when first needed.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ensureReady, init as initFrom, useLoader } from './instance.js';

export { isHeapProfile } from './detect.js';
export { diffHeapProfiles, diffHeapProfilesStream } from './diff.js';
export { HeapProfileError } from './error.js';
export { importHeapProfile } from './importer.js';
export { initSync } from './instance.js';
export { importHeapProfileStream } from './stream.js';

useLoader(() => {
  // Named here and not imported: this file runs as CommonJS.
  const path = join(__dirname, 'heapprofile_importer_bg.wasm');
  try {
    return readFileSync(path);
  } catch (cause) {
    throw new Error(
      `heapprofile-importer can't read its wasm file ${path}. If a bundler moved the code, copy the file beside it, ` +
        "or import 'heapprofile-importer/inline', which needs no file",
      { cause }
    );
  }
});

/**
 * Not needed here; it is there so that the same code runs everywhere.
 *
 * @param {unknown} [wasm]
 * @returns {Promise<void>}
 */
export default async function init(wasm) {
  if (wasm === undefined) {
    ensureReady();
    return;
  }
  await initFrom(() => wasm);
}
