// The types, as TypeScript finds them in a project that has installed the package.

import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { before, test } from 'node:test';
import { ownNode } from '../../scripts/lib/nodes.mjs';
import { consumer, output } from './helper.mjs';

const manifest = createRequire(import.meta.url).resolve('typescript/package.json');
const tsc = join(dirname(manifest), 'bin/tsc');
const SETTINGS = {
  strict: true,
  noEmit: true,
  noUncheckedIndexedAccess: true,
  exactOptionalPropertyTypes: true,
  target: 'es2022',
  lib: ['es2022', 'dom', 'dom.iterable', 'dom.asynciterable'],
  types: [],
  // The types of the package themselves count.
  skipLibCheck: false,
};

let folder;

before(async (t) => {
  folder = await consumer(t);
});

function check(options, files) {
  const compilerOptions = { ...SETTINGS, ...options };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files }));
  return output(ownNode, [tsc, '--project', folder], folder);
}

test('nodenext, import and require', () =>
  check({ module: 'nodenext', moduleResolution: 'nodenext' }, ['types-import.mts', 'types-require.cts']));

test('node16, import and require', () =>
  check({ module: 'node16', moduleResolution: 'node16' }, ['types-import.mts', 'types-require.cts']));

test('bundler', () => check({ module: 'esnext', moduleResolution: 'bundler' }, ['types-import.mts']));
