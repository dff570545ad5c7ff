// npm run site [-- FOLDER]: writes the web page into a folder (out/site), ready for any static host under any path.

import { copyFile, mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { build } from './build.mjs';
import { siteFiles } from './lib/site.mjs';
import { inRoot } from './lib/paths.mjs';
import { main } from './lib/run.mjs';
import { setUpBuild } from './setup.mjs';

/** @param {string} folder is emptied first */
export async function buildSite(folder) {
  await rm(folder, { recursive: true, force: true });
  for (const [name, file] of siteFiles()) {
    const path = join(folder, name);
    await mkdir(dirname(path), { recursive: true });
    await (Buffer.isBuffer(file) ? writeFile(path, file) : copyFile(file, path));
  }
}

if (process.argv[1] === import.meta.filename) {
  await main(async () => {
    await setUpBuild();
    await build();
    const folder = process.argv[2] ? resolve(process.argv[2]) : inRoot('out/site');
    await buildSite(folder);
    console.log(`The page is in ${folder}`);
  });
}
