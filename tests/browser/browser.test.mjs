// The package in real browsers: without a bundler, in workers, and under a strict content security policy.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { build } from 'esbuild';
import { fileURLToPath } from 'node:url';
import { browsers } from './lib/launch.mjs';
import { runPage } from './lib/run-page.mjs';
import { serve } from './lib/server.mjs';

const MODULES = ['before-init', 'init-untyped', 'fetched', 'inline', 'corpus', 'streams', 'worker', 'bundled'];

const built = mkdtempSync(join(tmpdir(), 'heapprofile-browser-'));
let server;

before(async () => {
  await build({
    entryPoints: [fileURLToPath(new URL('../../pkg/inline.js', import.meta.url))],
    outfile: join(built, 'inline.iife.js'),
    bundle: true,
    format: 'iife',
    globalName: 'heapProfileImporter',
  });
  server = await serve({ built });
});

after(async () => {
  await server?.close();
  rmSync(built, { recursive: true, force: true });
});

for (const [name, launch] of Object.entries(browsers)) {
  test(name, async (t) => {
    const browser = await launch();
    t.after(() => browser.close());
    t.diagnostic(await browser.version());
    for (const module of MODULES) {
      await t.test(module, (subtest) => runPage(subtest, browser, server.origin, module));
    }
  });
}
