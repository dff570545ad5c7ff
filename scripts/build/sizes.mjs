// How large the module is, also on its way over the network.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { dist } from '../lib/paths.mjs';

/** @returns {{ raw: number, gzip: number, brotli: number }} size of the module in bytes */
export function wasmSizes() {
  const wasm = readFileSync(join(dist, 'heapprofile_importer_bg.wasm'));
  const gzip = gzipSync(wasm, { level: 9 });
  const brotli = brotliCompressSync(wasm, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: wasm.length } });
  return { raw: wasm.length, gzip: gzip.length, brotli: brotli.length };
}

export function reportSizes() {
  const { raw, gzip, brotli } = wasmSizes();
  console.log(`pkg/dist is built. The module has ${raw} bytes (gzip ${gzip}, brotli ${brotli}).`);
}
