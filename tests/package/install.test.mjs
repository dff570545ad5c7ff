// The package installed into a project, used by import and by require().

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, describe, it } from 'node:test';
import { consumer, nodes, output, sample, sampleBytes } from './helper.mjs';

let folder;

before(async (t) => {
  folder = await consumer(t);
});

for (const [name, node] of nodes) {
  describe(name, () => {
    for (const script of ['import.mjs', 'require.cjs']) {
      it(script, async () => {
        const facts = JSON.parse(await output(node, [script, sample], folder));
        assert.deepEqual(facts, {
          bytes: [sampleBytes, sampleBytes],
          streamed: [sampleBytes, sampleBytes],
          codes: ['empty', 'empty'],
          detected: [true, true],
          wasm: true,
        });
      });
    }

    it('import and require() of the entry for Node share their classes', async () => {
      assert.equal(await output(node, ['both.mjs'], folder), 'true\n');
    });

    it('the command', async () => {
      const path = join(folder, 'node_modules/.bin/heapprofile-importer');
      const { version } = JSON.parse(readFileSync(join(folder, 'node_modules/heapprofile-importer/package.json')));
      assert.equal(await output(node, [path, '--version'], folder), `${version}\n`);
      await output(node, [path, 'convert', sample, '-o', 'converted.json'], folder);
      const { threads } = JSON.parse(readFileSync(join(folder, 'converted.json')));
      assert.equal(threads[0].samples.weight.reduce((sum, weight) => sum + weight, 0), sampleBytes);
    });
  });
}

it('the command can be run by its name', async () => {
  const path = join(folder, 'node_modules/.bin/heapprofile-importer');
  assert.match(await output(path, ['--help'], folder), /convert/);
});
