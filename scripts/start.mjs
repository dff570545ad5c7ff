// npm start [-- FILE…]: converts a heap profile, by default one that comes with the repository, and says where the
// result is. On a terminal it then serves the web page, until it is interrupted. Before that it installs and builds
// whatever is missing.

import { mkdirSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import { build } from './build.mjs';
import { ownNode } from './lib/nodes.mjs';
import { inRoot } from './lib/paths.mjs';
import { main, run } from './lib/run.mjs';
import { serve } from './serve.mjs';
import { setUpBuild } from './setup.mjs';

// npm changes into the checkout; paths are meant from where the user is.
const userFolder = process.env.INIT_CWD ?? process.cwd();
const OUT = inRoot('out');

await main(async () => {
  const named = process.argv.slice(2).map((path) => resolve(userFolder, path));
  await setUpBuild();
  await build();
  const files = named.length > 0 ? named : [inRoot('tests/corpus/node22-pnpm.heapprofile.gz')];
  mkdirSync(OUT, { recursive: true });
  console.log(`\nConverting ${files.map((file) => relative(userFolder, file)).join(', ')}`);
  // The commands write where they are told to, and say what they have found.
  await run(ownNode, [inRoot('pkg/cli.js'), 'convert', ...files, '-o', relative(inRoot(), OUT)]);
  console.log(`
To look at it, drag the result from the folder ${OUT} onto https://profiler.firefox.com
To convert a file of yours: npm start -- FILE`);
  if (process.stdout.isTTY) {
    const { url } = await serve();
    console.log(`Or drop the file itself onto the web page: ${url} (Ctrl-C ends it)`);
  }
});
