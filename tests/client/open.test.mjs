// The command line client of the real Firefox Profiler loads what `heapprofile-importer open` serves.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { bytesOf } from '../lib/summary.mjs';
import { expected, urlOf } from '../lib/corpus.mjs';
import { Client } from './client.mjs';

const program = fileURLToPath(new URL('../../pkg/cli.js', import.meta.url));
const pathOf = (name) => fileURLToPath(urlOf(name));

async function open(...args) {
  const stdio = ['ignore', 'pipe', 'ignore'];
  const child = spawn(process.execPath, [program, 'open', '--no-browser', ...args], { stdio });
  const closed = once(child, 'close');
  const [page] = await once(child.stdout.setEncoding('utf8'), 'data');
  return { child, url: decodeURIComponent(page.trim().split('/from-url/')[1]), code: closed.then(([code]) => code) };
}

describe('Firefox Profiler, from a served profile', () => {
  let client;
  before(() => {
    client = new Client();
  });
  after(() => client.close());

  it('a file, served once', async () => {
    const name = 'node24-names.heapprofile.gz';
    const opened = await open('--once', pathOf(name));
    await client.load(opened.url);
    assert.equal(await opened.code, 0);
    const { functions } = await client.json('thread', 'functions', '--limit', '0');
    assert.equal(functions.reduce((sum, { selfSamples }) => sum + selfSamples, 0), expected[name].totalBytes);
  });

  it('a folder of workers, served until it is stopped', async () => {
    const { profile } = await client.convert([pathOf('node26-workers/')]);
    const opened = await open(pathOf('node26-workers/'));
    for (let time = 0; time < 2; time++) {
      await client.load(opened.url);
      const { processes } = await client.json('profile', 'info', '--all');
      const threads = processes.flatMap((process) => process.threads);
      assert.deepEqual(threads.map((thread) => thread.name), ['Main thread', 'Worker 1', 'Worker 2', 'Worker 3']);
      for (const [index, { threadHandle }] of threads.entries()) {
        const samples = await client.json('thread', 'samples', '--thread', threadHandle);
        assert.equal(samples.categoryBreakdown.totalSamples, bytesOf(profile.threads[index]));
      }
    }
    opened.child.kill('SIGINT');
    assert.equal(await opened.code, 0);
  });
});
