// What the real Firefox Profiler makes of several files: workers and processes, snapshots, and a difference.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { bytesOf, functionsBySelf } from '../lib/summary.mjs';
import { filesIn, makeFolder, parse, runServer, runWorkers, totalOf } from '../sessions/helper.mjs';
import { Client } from './client.mjs';

describe('Firefox Profiler, with several files', () => {
  const folder = makeFolder();
  let client;
  before(() => {
    client = new Client();
  });
  after(async () => {
    folder.remove();
    await client.close();
  });

  const threadsOf = async () => {
    const { processes } = await client.json('profile', 'info', '--all');
    return processes.flatMap(({ pid, threads }) => threads.map((thread) => ({ pid, ...thread })));
  };
  const samplesOf = ({ threadHandle }, ...options) =>
    client.json('thread', 'samples', '--thread', threadHandle, ...options);

  it('shows all threads of a run with workers and child processes', async () => {
    const workers = makeFolder();
    try {
      const facts = await runWorkers(workers.path);
      const { path, profile } = await client.convert([workers.path]);
      await client.load(path);
      const threads = await threadsOf();
      const expected = [facts, ...facts.children].flatMap(({ pid, tids }) =>
        tids.map((tid) => `${pid} ${tid === 0 ? 'Main thread' : `Worker ${tid}`}`)
      );
      assert.deepEqual(threads.map(({ pid, name }) => `${pid} ${name}`).sort(), expected.sort());
      const totals = new Map(filesIn(workers.path).map(({ name, data }) => [name.split('.').slice(3, 5).join(), data]));
      assert.equal(threads.length, totals.size);
      for (const thread of threads) {
        const tid = thread.name === 'Main thread' ? 0 : Number(thread.name.split(' ')[1]);
        const samples = await samplesOf(thread);
        assert.equal(samples.categoryBreakdown.totalSamples, totalOf(parse(totals.get(`${thread.pid},${tid}`))));
      }
      const info = await client.json('profile', 'info', '--all');
      assert.deepEqual(info.processes.map(({ name }) => name), ['Node.js', 'Node.js', 'Node.js']);
      assert.equal(info.threadCount, profile.threads.length);
    } finally {
      workers.remove();
    }
  });

  it('shows growth, and names who leaks', async () => {
    const facts = await runServer(folder.path);
    const { path, profile } = await client.convert(facts.paths);
    await client.load(path);
    const threads = await threadsOf();
    assert.deepEqual(threads.map(({ name }) => name), profile.threads.map(({ name }) => name));
    for (const [index, thread] of threads.entries()) {
      const { categoryBreakdown, topFunctionsBySelf } = await samplesOf(thread);
      assert.equal(categoryBreakdown.totalSamples, bytesOf(profile.threads[index]), thread.name);
      const [first] = functionsBySelf({ ...profile, threads: [profile.threads[index]] });
      assert.equal(first.name, 'keepForever');
      assert.match(topFunctionsBySelf[0].name, /!keepForever$/);
      assert.equal(topFunctionsBySelf[0].selfSamples, first.bytes);
    }
  });

  it('retains of a balanced table the last snapshot', async () => {
    const files = filesIn(folder.path);
    const { path } = await client.convert([folder.path], '--table', 'nativeAllocations');
    await client.load(path);
    const [thread, ...others] = await threadsOf();
    assert.equal(others.length, 0);
    const total = async (strategy) => {
      const samples = await samplesOf(thread, '--strategy', strategy);
      assert.equal(samples.callTreeSummaryStrategy, strategy);
      return samples.categoryBreakdown.totalSamples;
    };
    const last = totalOf(parse(files.at(-1).data));
    assert.equal(await total('native-retained-allocations'), last);
    const freed = Math.abs(await total('native-deallocations-memory'));
    assert.ok(freed > 0);
    assert.equal(Math.abs(await total('native-deallocations-sites')), freed);
    assert.equal(await total('native-allocations'), last + freed);
  });

  it('shows a difference', async () => {
    const [base, , last] = filesIn(folder.path).map(({ name }) => `${folder.path}/${name}`);
    const { path, profile } = await client.convert([last], '--diff', base);
    await client.load(path);
    const threads = await threadsOf();
    assert.deepEqual(threads.map(({ name }) => name), ['Base', 'Compared', 'Difference']);
    const { threadHandle } = threads[2];
    const { functions } = await client.json('thread', 'functions', '--limit', '0', '--thread', threadHandle);
    const sum = functions.reduce((bytes, { selfSamples }) => bytes + selfSamples, 0);
    assert.equal(sum, bytesOf(profile.threads[2]));
    assert.equal(functions.toSorted((a, b) => b.selfSamples - a.selfSamples)[0].name, 'keepForever');
  });
});
