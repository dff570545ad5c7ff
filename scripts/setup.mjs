// npm run setup: installs what a machine lacks. `npm start` and `npm test` do so by themselves.

import { findChromium, findFirefox } from './lib/browsers.mjs';
import { ensureNodeModules } from './lib/node-modules.mjs';
import { main } from './lib/run.mjs';
import { ensureLinters, ensureWasmBindgen, ensureWasmCompiler } from './lib/rust.mjs';
import { installPackages } from './lib/system.mjs';

/** What the build needs. */
export async function setUpBuild() {
  await ensureNodeModules();
  await ensureWasmCompiler();
  await ensureWasmBindgen();
}

/** What the tests need besides. */
export async function setUpTests() {
  await ensureLinters();
  await ensureBrowser('Chromium', findChromium, 'chromium');
  await ensureBrowser('Firefox', findFirefox, 'firefox-esr');
}

async function ensureBrowser(name, find, debian) {
  if (!find()) {
    const otherwise = `Install it, or name its program in ${name.toUpperCase()}_PATH.`;
    await installPackages(name, [debian], otherwise);
  }
}

if (process.argv[1] === import.meta.filename) {
  await main(async () => {
    await setUpBuild();
    await setUpTests();
    console.log('All that the build and the tests need is there.');
  });
}
