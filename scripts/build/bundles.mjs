// The entries which have to be in one piece: for require(), and with the wasm inside.

import { join } from 'node:path';
import { dist, inRoot } from '../lib/paths.mjs';

const BUNDLES = [
  { entry: 'node-entry.js', file: 'node.cjs', format: 'cjs', platform: 'node' },
  { entry: 'inline-entry.js', file: 'inline.cjs', format: 'cjs', platform: 'node' },
  { entry: 'inline-entry.js', file: 'inline.js', format: 'esm', platform: 'neutral' },
];

export async function buildBundles() {
  // Not at the top: build.mjs can be loaded before this is installed.
  const { build } = await import('esbuild');
  for (const { entry, file, format, platform } of BUNDLES) {
    await build({
      entryPoints: [inRoot('pkg/lib', entry)],
      outfile: join(dist, file),
      bundle: true,
      format,
      platform,
      target: 'es2022',
      charset: 'utf8',
      legalComments: 'none',
      logLevel: 'warning',
    });
  }
}
