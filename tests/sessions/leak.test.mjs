// A server that leaks, sampled three times in one session: what the profile says about it is what the server knows.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { importHeapProfile } from '../../pkg/node.js';
import { bytesOf, functionsBySelf } from '../lib/summary.mjs';
import { validateProfile } from '../lib/validate.mjs';
import {
  filesIn, makeFolder, parse, retainedRows, runServer, shareByFunction, threadsByName, totalOf,
} from './helper.mjs';

const NAMES = ['Snapshot 1', 'Snapshot 2', 'Snapshot 3', 'Growth 1→2', 'Growth 2→3', 'Survived all'];

// The server leaks 900 arrays and more, of about four times the sampling interval: of those 98 % are sampled, so the
// standard error is 0.5 %. The headers of the arrays are 0.6 %, and some of the heap is never exactly the same.
const TOLERANCE = 0.05;

describe('snapshots of a leaking server', () => {
  const folder = makeFolder();
  let facts;
  let files;
  let raw;
  let profile;
  before(async () => {
    facts = await runServer(folder.path);
    files = filesIn(folder.path);
    raw = files.map(({ data }) => parse(data));
    profile = importHeapProfile(files);
  });
  after(folder.remove);

  const ordinalsOf = (file) => new Set(file.samples.map(({ ordinal }) => ordinal));
  const functionsOf = (name) => functionsBySelf({ ...profile, threads: [threadsByName(profile)[name]] });
  // A function's own code and feedback may have been sampled, too.
  const isGone = (thread, gone) =>
    functionsOf(thread).every(({ name, bytes }) => name !== gone || bytes < facts.kept * 0.02);
  const isNear = (bytes, expected) => Math.abs(bytes - expected) <= expected * TOLERANCE;

  it('has the snapshots, the growth and what survived', () => {
    assert.deepEqual(validateProfile(profile), []);
    assert.deepEqual(profile.threads.map(({ name }) => name), NAMES);
    assert.ok(profile.threads.every(({ pid }) => pid === String(facts.pid)));
    assert.deepEqual(profile.threads.slice(0, 3).map(bytesOf), raw.map(totalOf));
    // The last growth is what one wants to see first.
    assert.deepEqual(profile.meta.initialSelectedThreads, [4]);
    assert.deepEqual(profile.meta.extra.map(({ label }) => label), files.map(({ name }) => name));
  });

  it('growth names the leaking function first, with the bytes that leaked', () => {
    for (const [name, leaked] of [['Growth 1→2', facts.leaked[1]], ['Growth 2→3', facts.leaked[2]]]) {
      const [first] = functionsOf(name);
      assert.equal(first.name, 'keepForever');
      assert.ok(isNear(first.bytes, leaked), `${name}: ${first.bytes} of ${leaked} bytes`);
      assert.ok(first.bytes >= leaked * 0.9);
    }
    const [, second] = functionsOf('Growth 1→2');
    assert.equal(second.name, 'keepForAWhile');
    assert.ok(Math.abs(second.bytes - facts.kept) <= facts.kept * 0.12, `${second.bytes} of ${facts.kept} bytes`);
    assert.ok(isGone('Growth 2→3', 'keepForAWhile'));
  });

  it('what survived was there before the last snapshot', () => {
    const [first] = functionsOf('Survived all');
    assert.equal(first.name, 'keepForever');
    const [one, two] = facts.leaked;
    assert.ok(isNear(first.bytes, one + two), `${first.bytes} of ${one + two} bytes`);
    assert.ok(isGone('Survived all', 'keepForAWhile'));
    // Both sorts of survivors are in the last two snapshots, as V8 never revives a sample.
    const [inFirst, inSecond, inLast] = raw.map(ordinalsOf);
    assert.ok([...inLast].every((ordinal) => !inFirst.has(ordinal) || inSecond.has(ordinal)));
  });

  it('growth and survivors are the share of their samples in the self sizes', () => {
    const [inFirst, inSecond] = raw.map(ordinalsOf);
    const expected = {
      'Growth 1→2': shareByFunction(raw[1], ({ ordinal }) => !inFirst.has(ordinal)),
      'Growth 2→3': shareByFunction(raw[2], ({ ordinal }) => !inSecond.has(ordinal)),
      'Survived all': shareByFunction(raw[2], ({ ordinal }) => inSecond.has(ordinal)),
    };
    for (const [thread, shares] of Object.entries(expected)) {
      const bytes = new Map();
      for (const { name, bytes: more } of functionsOf(thread)) {
        bytes.set(name, (bytes.get(name) ?? 0) + more);
      }
      assert.deepEqual([...bytes.keys()].filter((name) => bytes.get(name) > 0).sort(), [...shares.keys()].sort());
      for (const [name, share] of shares) {
        // Each node's sizes are rounded to whole bytes.
        assert.ok(Math.abs(bytes.get(name) - share) < 100, `${thread}, ${name}: ${bytes.get(name)}, not ${share}`);
      }
    }
    const [, , last, , growth, survived] = profile.threads.map(bytesOf);
    assert.ok(growth + survived <= last);
  });

  it('gives a balanced table of allocations, in which the last snapshot is left', () => {
    const balanced = importHeapProfile(files, { table: 'nativeAllocations' });
    assert.deepEqual(validateProfile(balanced), []);
    assert.equal(balanced.threads.length, 1);
    const { nativeAllocations } = balanced.threads[0];
    const bytes = (rows) => rows.reduce((sum, row) => sum + nativeAllocations.weight[row], 0);
    assert.equal(bytes(retainedRows(nativeAllocations)), totalOf(raw[2]));
    assert.equal(bytesOf(balanced.threads[0]), totalOf(raw[2]));
    // By stack, too.
    const retained = { ...nativeAllocations, length: 0, stack: [], weight: [] };
    for (const row of retainedRows(nativeAllocations)) {
      retained.stack.push(nativeAllocations.stack[row]);
      retained.weight.push(nativeAllocations.weight[row]);
      retained.length += 1;
    }
    const left = functionsBySelf({ ...balanced, threads: [{ nativeAllocations: retained }] });
    assert.deepEqual(left, functionsOf('Snapshot 3').filter((func) => func.bytes > 0));
    const [inFirst, inSecond, inLast] = raw.map(ordinalsOf);
    const gone = [...inFirst, ...inSecond].filter((ordinal) => !inLast.has(ordinal));
    const ends = nativeAllocations.memoryAddress.filter((_, row) => nativeAllocations.weight[row] < 0);
    const isKnown = new Set(ends);
    assert.equal(isKnown.size, ends.length);
    assert.ok(ends.every((address) => gone.includes(address)));
  });

  it('is recognised by the names of the files, or told', () => {
    const unnamed = files.map(({ data }, index) => ({ name: `${'abc'[index]}.heapprofile`, data }));
    const told = importHeapProfile(unnamed, { snapshots: true });
    assert.deepEqual(validateProfile(told), []);
    assert.deepEqual(told.threads.map(({ name }) => name), NAMES);
    assert.deepEqual(told.threads.map(bytesOf), profile.threads.map(bytesOf));
    assert.deepEqual(importHeapProfile(unnamed).threads.map(bytesOf), raw.map(totalOf));
    const apart = importHeapProfile(files, { snapshots: false });
    assert.deepEqual(validateProfile(apart), []);
    assert.deepEqual(apart.threads.map(bytesOf), raw.map(totalOf));
    // The order of names counts, not that of the array.
    const reversed = importHeapProfile(files.toReversed());
    assert.deepEqual(reversed.threads.map(bytesOf), profile.threads.map(bytesOf));
  });

  it('two snapshots have growth, and no thread of what survived', () => {
    const two = importHeapProfile(files.slice(0, 2));
    assert.deepEqual(two.threads.map(({ name }) => name), ['Snapshot 1', 'Snapshot 2', 'Growth 1→2']);
    assert.equal(bytesOf(two.threads[2]), bytesOf(profile.threads[3]));
    const one = importHeapProfile(files.slice(0, 1), { snapshots: true });
    assert.deepEqual(one.threads.map(({ name }) => name), ['Main thread']);
  });
});
