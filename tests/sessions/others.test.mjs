// Files that aren't snapshots of one session are never subtracted as if they were.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { importHeapProfile } from '../../pkg/node.js';
import { bytesOf } from '../lib/summary.mjs';
import { validateProfile } from '../lib/validate.mjs';
import { filesIn, makeFolder, nodesOf, parse, runServer, totalOf } from './helper.mjs';

const SAID = 'No snapshots of one sampling session in their order: shown side by side, without growth';

describe('files of different sessions', () => {
  const folders = [makeFolder(), makeFolder()];
  let runs;
  before(async () => {
    for (const { path } of folders) {
      await runServer(path);
    }
    runs = folders.map(({ path }) => filesIn(path));
  });
  after(() => folders.forEach(({ remove }) => remove()));

  const sideBySide = (files, options) => {
    const profile = importHeapProfile(files, options);
    assert.deepEqual(validateProfile(profile), []);
    assert.deepEqual(profile.threads.map(bytesOf), files.map(({ data }) => totalOf(parse(data))));
    assert.ok(profile.threads.every(({ name }) => !/Snapshot|Growth|Survived/.test(name)));
    return profile.meta.extra.map(({ label }) => label);
  };

  it('snapshots of two runs', () => {
    const [[one], [, two]] = runs;
    assert.deepEqual(sideBySide([one, two], { snapshots: true }), [one.name, two.name, SAID]);
    assert.deepEqual(sideBySide([one, two], { snapshots: true, table: 'nativeAllocations' }).at(-1), SAID);
    // Nobody said that they belong together.
    assert.deepEqual(sideBySide([one, two]), [one.name, two.name]);
  });

  it('two runs under the names of one', () => {
    const [[one, , three], [, two]] = runs;
    const files = [one, { name: one.name.replace('.001.', '.002.'), data: two.data }, three];
    assert.equal(sideBySide(files).at(-1), SAID);
  });

  it('snapshots in the wrong order', () => {
    const [[one, two]] = runs;
    assert.equal(sideBySide([two, one], { snapshots: true }).at(-1), SAID);
  });

  it('one sample that differs in its size, or in its stack', () => {
    const [[one, two]] = runs;
    // Of a sample whose node isn't in the tree yet the stack isn't known.
    const known = new Map(nodesOf(parse(one.data)).map(({ id, callFrame }) => [id, callFrame.functionName]));
    const ordinals = new Set(
      parse(one.data).samples.filter(({ nodeId }) => known.has(nodeId)).map(({ ordinal }) => ordinal)
    );
    const change = (apply) => {
      const file = parse(two.data);
      apply(file.samples.find(({ ordinal }) => ordinals.has(ordinal)), file);
      return [one, { name: two.name, data: file }];
    };
    const asIs = importHeapProfile(change(() => {}));
    assert.equal(asIs.threads[2].name, 'Growth 1→2');
    const size = change((sample) => (sample.size += 8));
    const stack = change((sample, { samples }) => {
      const name = known.get(sample.nodeId);
      sample.nodeId = samples.find(({ nodeId }) => known.has(nodeId) && known.get(nodeId) !== name).nodeId;
    });
    const twice = change((sample, { samples }) => samples.push(sample));
    const without = change((_, file) => delete file.samples);
    for (const files of [size, stack, twice, without]) {
      const profile = importHeapProfile(files);
      assert.equal(profile.threads.length, 2);
      assert.equal(profile.meta.extra.at(-1).label, SAID);
    }
  });

  it('what is collected between two good ones is no reason', () => {
    const [[one, two, three]] = runs;
    const profile = importHeapProfile([one, three], { snapshots: true });
    assert.deepEqual(profile.threads.map(({ name }) => name), ['Snapshot 1', 'Snapshot 2', 'Growth 1→2']);
    const again = importHeapProfile([one, one, two], { snapshots: true });
    assert.deepEqual(validateProfile(again), []);
    assert.equal(bytesOf(again.threads[3]), 0);
  });
});
