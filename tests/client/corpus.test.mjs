// What the real Firefox Profiler makes of the converted corpus: its numbers are the file's, to the byte.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { expected, names, urlOf } from '../lib/corpus.mjs';
import { expectedFunctions, mergeFunctions } from '../lib/summary.mjs';
import { Client } from './client.mjs';

const pathOf = (name) => fileURLToPath(urlOf(name));
const selfOf = (functions) => functions.map(({ functionIndex, selfSamples }) => [functionIndex, selfSamples]);

describe('Firefox Profiler', () => {
  let client;
  before(() => {
    client = new Client();
  });
  after(() => client.close());

  for (const name of names) {
    it(name, async () => {
      const figures = expected[name];
      const { path, profile } = await client.convert([pathOf(name)]);
      await client.load(path);

      const info = await client.json('profile', 'info');
      assert.equal(info.name, profile.meta.product);
      assert.equal(info.threadCount, 1);
      assert.equal(info.processes[0].name, profile.threads[0].processName);
      assert.equal(info.processes[0].pid, profile.threads[0].pid);
      assert.equal(info.processes[0].threads[0].name, profile.threads[0].name);
      // The range ends one byte after the last row.
      assert.deepEqual(info.context.rootRange, { start: 0, end: figures.totalBytes + 1 });

      const meta = await client.json('profile', 'meta');
      assert.equal(meta.importedFrom, 'V8 sampling heap profile');
      assert.equal(meta.sampleUnits.time, 'bytes');
      assert.deepEqual(
        meta.extra.map(({ label, entries }) => ({ label, values: entries.map(({ value }) => value) })),
        profile.meta.extra.map(({ label, entries }) => ({ label, values: entries.map(({ value }) => value) }))
      );

      const samples = await client.json('thread', 'samples');
      assert.equal(samples.weightType, 'bytes');
      assert.equal(samples.categoryBreakdown?.totalSamples ?? 0, figures.totalBytes);
      const top = expectedFunctions(figures);
      assert.deepEqual(mergeFunctions(profile, selfOf(samples.topFunctionsBySelf)).slice(0, top.length), top);

      // Those are the first fifty; this is the list of all.
      const { functions } = await client.json('thread', 'functions', '--limit', '0');
      assert.equal(functions.reduce((sum, { selfSamples }) => sum + selfSamples, 0), figures.totalBytes);
      assert.deepEqual(mergeFunctions(profile, selfOf(functions)).slice(0, top.length), top);

      const { regularCallTree: tree } = await client.json('thread', 'samples-top-down');
      assert.equal(tree.totalSamples, figures.totalBytes);
    });
  }

  it('offers the allocation tables', async () => {
    const name = 'chromium156-live4k.heapprofile.gz';
    const strategies = { nativeAllocations: 'native-allocations', jsAllocations: 'js-allocations' };
    for (const [table, strategy] of Object.entries(strategies)) {
      const { path } = await client.convert([pathOf(name)], '--table', table);
      await client.load(path);
      const samples = await client.json('thread', 'samples', '--strategy', strategy);
      assert.equal(samples.callTreeSummaryStrategy, strategy);
      assert.equal(samples.categoryBreakdown.totalSamples, expected[name].totalBytes);
    }
  });

  it('shows collected objects in a thread of their own', async () => {
    const file = fileURLToPath(new URL('../fixtures/node26-collected.heapprofile', import.meta.url));
    const { path } = await client.convert([file]);
    await client.load(path);
    const { processes } = await client.json('profile', 'info', '--all');
    const [{ threads }] = processes;
    assert.deepEqual(threads.map((thread) => thread.name), ['JavaScript heap', 'Collected by GC']);
    const totals = [];
    for (const { threadHandle } of threads) {
      const samples = await client.json('thread', 'samples', '--thread', threadHandle);
      totals.push(samples.categoryBreakdown.totalSamples);
    }
    assert.deepEqual(totals, [157, 432]);
  });
});
