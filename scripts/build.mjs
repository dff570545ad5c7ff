// npm run build: makes pkg/dist/ from the Rust crate and the hand-written half of the package.

import { buildBundles } from './build/bundles.mjs';
import { reportSizes } from './build/sizes.mjs';
import { buildWasm } from './build/wasm.mjs';
import { main } from './lib/run.mjs';
import { ensureNodeModules } from './lib/node-modules.mjs';

/** Brings pkg/dist/ up to date. */
export async function build() {
  await ensureNodeModules();
  await buildWasm();
  await buildBundles();
  reportSizes();
}

if (process.argv[1] === import.meta.filename) {
  await main(build);
}
