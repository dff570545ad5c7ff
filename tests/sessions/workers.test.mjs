// All files of one run with worker threads and child processes become one profile.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { HeapProfileError, importHeapProfile, importHeapProfileStream } from '../../pkg/node.js';
import { bytesOf, functionsBySelf } from '../lib/summary.mjs';
import { validateProfile } from '../lib/validate.mjs';
import { filesIn, makeFolder, parse, runWorkers, totalOf } from './helper.mjs';

describe('a run with workers and child processes', () => {
  const folder = makeFolder();
  let facts;
  let files;
  before(async () => {
    facts = await runWorkers(folder.path);
    files = filesIn(folder.path);
  });
  after(folder.remove);

  const threadsOf = ({ pid, tids }) =>
    tids.map((tid) => [String(pid), tid === 0 ? 'Main thread' : `Worker ${tid}`, tid === 0]);
  const fileOf = (pid, tid) => files.find(({ name }) => name.includes(`.${pid}.${tid}.`));

  it('has a thread for each file, by process, the main thread first', () => {
    const profile = importHeapProfile(files);
    assert.deepEqual(validateProfile(profile), []);
    const processes = [facts, ...facts.children].sort((one, two) => (order(one) < order(two) ? -1 : 1));
    assert.deepEqual(
      profile.threads.map(({ pid, name, isMainThread }) => [pid, name, isMainThread]),
      processes.flatMap(threadsOf)
    );
    assert.equal(profile.threads.length, 8);
    assert.ok(profile.threads.every(({ processName }) => processName === 'Node.js'));
    assert.deepEqual(profile.meta.initialSelectedThreads, [0]);
    assert.equal(profile.meta.extra.length, files.length);
  });

  // Files come sorted by name, and processes in the order in which they come.
  const order = ({ pid }) => files.findIndex(({ name }) => name.includes(`.${pid}.`));

  it('each thread has what its file has, and no more', () => {
    const profile = importHeapProfile(files);
    for (const [index, thread] of profile.threads.entries()) {
      const tid = thread.name === 'Main thread' ? 0 : Number(thread.name.split(' ')[1]);
      const { name, data } = fileOf(thread.pid, tid);
      assert.equal(bytesOf(thread), totalOf(parse(data)), name);
      assert.equal(profile.meta.extra[index].label, name);
      const alone = importHeapProfile(data, { fileName: name });
      assert.deepEqual(functionsBySelf({ ...profile, threads: [thread] }), functionsBySelf(alone), name);
    }
  });

  it('shares its tables', () => {
    const profile = importHeapProfile(files);
    const alone = files.map(({ data }) => importHeapProfile(data).shared);
    for (const [table, sum] of [['stackTable', 0.8], ['funcTable', 0.5]]) {
      const all = alone.reduce((count, shared) => count + shared[table].length, 0);
      assert.ok(profile.shared[table].length < all * sum, `${profile.shared[table].length} of ${all} in ${table}`);
    }
    const urls = profile.shared.sources.filename;
    assert.equal(new Set(urls).size, urls.length);
  });

  it('does not depend on how the files come', async () => {
    const expected = importHeapProfile(files);
    assert.deepEqual(await importHeapProfileStream(files.map(({ name, data }) => new File([data], name))), expected);
    assert.deepEqual(importHeapProfile(files, { snapshots: false }), expected);
    const unordered = importHeapProfile(files.toReversed());
    const key = ({ pid, name }) => `${pid} ${name}`;
    const totals = (profile) => profile.threads.map((thread) => [key(thread), bytesOf(thread)]).sort();
    assert.deepEqual(totals(unordered), totals(expected));
    assert.deepEqual(validateProfile(unordered), []);
  });

  it('leaves out what cannot be read, if it may, and says so', async () => {
    const [first, ...others] = files;
    const cut = { name: first.name, data: first.data.subarray(0, 1000) };
    assert.throws(() => importHeapProfile([cut, ...others]), { code: 'truncated', fileName: first.name });
    const skipped = [];
    const options = { onError: 'skip', onSkip: (name, error) => skipped.push([name, error]) };
    const profile = importHeapProfile([...others, cut], options);
    assert.deepEqual(validateProfile(profile), []);
    assert.equal(profile.threads.length, files.length - 1);
    assert.equal(skipped.length, 1);
    const [[name, error]] = skipped;
    assert.equal(name, first.name);
    assert.ok(error instanceof HeapProfileError);
    assert.deepEqual(profile.meta.extra.at(-1), {
      label: 'Skipped files',
      entries: [{ label: name, format: 'string', value: error.message }],
    });
    const streamed = await importHeapProfileStream([...others, cut].map((file) => new File([file.data], file.name)), {
      onError: 'skip',
    });
    assert.deepEqual(streamed, profile);
  });
});
