// The difference of two profiles: to the byte what a naive subtraction gives.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { gzipSync } from 'node:zlib';
import { diffHeapProfiles, diffHeapProfilesStream, importHeapProfile } from '../../pkg/node.js';
import { names, readJson } from '../lib/corpus.mjs';
import { bytesOf, functionsBySelf, rowsOf } from '../lib/summary.mjs';
import { validateProfile } from '../lib/validate.mjs';
import { filesIn, makeFolder, parse, runWorkers, threadsByName, totalOf } from './helper.mjs';

/** Self bytes by stack, each named by its functions and their places from the root on. */
function bytesByStack(profile, thread) {
  const { stackTable, frameTable, funcTable, sources, stringArray } = profile.shared;
  const keys = [];
  for (let stack = 0; stack < stackTable.length; stack++) {
    const func = frameTable.func[stackTable.frame[stack]];
    const source = funcTable.source[func];
    const place = [
      stringArray[funcTable.name[func]],
      source === null ? '' : stringArray[sources.filename[source]],
      funcTable.lineNumber[func],
      funcTable.columnNumber[func],
    ].join('|');
    const offset = stackTable.prefixOffset[stack];
    keys.push(offset === 0 ? place : `${keys[stack - offset]} > ${place}`);
  }
  const bytes = new Map();
  const { stack, weight, length } = rowsOf(thread);
  for (let row = 0; row < length; row++) {
    const key = stack[row] === null ? '' : keys[stack[row]];
    bytes.set(key, (bytes.get(key) ?? 0) + weight[row]);
  }
  return bytes;
}

function naiveDifference(base, compared) {
  const bytes = bytesByStack(compared, compared.threads[0]);
  for (const [key, less] of bytesByStack(base, base.threads[0])) {
    bytes.set(key, (bytes.get(key) ?? 0) - less);
  }
  return sortedChanges(bytes);
}

const sortedChanges = (bytes) => [...bytes].filter(([, change]) => change !== 0).sort(([a], [b]) => (a < b ? -1 : 1));

function assertDifference(base, compared) {
  const profile = diffHeapProfiles(base, compared);
  assert.deepEqual(validateProfile(profile), []);
  assert.deepEqual(profile.threads.map(({ name }) => name), ['Base', 'Compared', 'Difference']);
  assert.deepEqual(profile.meta.initialSelectedThreads, [2]);
  const singles = [base, compared].map(({ data }) => importHeapProfile(data));
  const totals = singles.map(({ threads: [thread] }) => bytesOf(thread));
  assert.deepEqual(profile.threads.map(bytesOf), [...totals, totals[1] - totals[0]]);
  const difference = threadsByName(profile).Difference;
  assert.deepEqual(sortedChanges(bytesByStack(profile, difference)), naiveDifference(...singles));
  return profile;
}

describe('the difference of two runs', () => {
  const folders = [makeFolder(), makeFolder()];
  let base;
  let compared;
  before(async () => {
    [base, compared] = await Promise.all(folders.map(async ({ path }) => {
      const { pid } = await runWorkers(path);
      return filesIn(path).filter(({ name }) => name.includes(`.${pid}.`));
    }));
  });
  after(() => folders.forEach(({ remove }) => remove()));

  it('has positive and negative weights, which add up to the difference of the totals', () => {
    const profile = assertDifference(base[0], compared[0]);
    const [one, two, difference] = profile.threads;
    assert.equal(bytesOf(difference), totalOf(parse(compared[0].data)) - totalOf(parse(base[0].data)));
    assert.equal(bytesOf(two) - bytesOf(one), bytesOf(difference));
    const { weight } = difference.samples;
    assert.ok(weight.some((bytes) => bytes > 0) && weight.some((bytes) => bytes < 0));
  });

  it('by function it is what the two files differ in', () => {
    // One worker keeps 20,000 objects, the other one 40,000.
    const profile = assertDifference(base[1], base[3]);
    const functionsOf = ({ data }) => functionsBySelf(importHeapProfile(data));
    const bySelf = (file) => new Map(functionsOf(file).map((func) => [keyOf(func), func.bytes]));
    const keyOf = ({ name, url, line, column }) => JSON.stringify([name, url, line, column]);
    const [before, afterwards] = [base[1], base[3]].map(bySelf);
    for (const func of functionsBySelf({ ...profile, threads: [threadsByName(profile).Difference] })) {
      assert.equal(func.bytes, (afterwards.get(keyOf(func)) ?? 0) - (before.get(keyOf(func)) ?? 0), keyOf(func));
    }
  });

  it('of a file with itself is nothing', () => {
    const profile = assertDifference(base[0], base[0]);
    assert.deepEqual(profile.threads[2].samples.weight, [0]);
  });

  it('of the corpus, one file with the next', () => {
    for (let index = 1; index < names.length; index++) {
      const [one, two] = [names[index - 1], names[index]].map((name) => ({ name, data: readJson(name) }));
      const hasCollected = [one, two].some(({ data }) => importHeapProfile(data).threads.length > 1);
      assert.equal(hasCollected, false);
      assertDifference(one, two);
    }
  });

  it('takes any input, with or without a name', async () => {
    const expected = diffHeapProfiles(base[0], compared[0]);
    const inputs = [base[0].data, gzipSync(base[0].data), base[0].data.toString(), parse(base[0].data)];
    for (const input of inputs) {
      const profile = diffHeapProfiles(input, compared[0]);
      assert.deepEqual(profile.threads[2].samples, expected.threads[2].samples);
      assert.equal(profile.meta.extra[1].label, compared[0].name);
    }
    const files = [base[0], compared[0]].map(({ name, data }) => new File([data], name));
    assert.deepEqual(await diffHeapProfilesStream(...files), expected);
    const late = { name: base[0].name, data: () => new Blob([base[0].data]) };
    assert.deepEqual(await diffHeapProfilesStream(late, compared[0]), expected);
  });

  it('needs both files, whatever onError says', async () => {
    const bad = { name: 'bad', data: '{' };
    const expected = { code: 'truncated', fileName: 'bad' };
    assert.throws(() => diffHeapProfiles(bad, base[0], { onError: 'skip' }), expected);
    await assert.rejects(diffHeapProfilesStream(base[0], bad, { onError: 'skip' }), expected);
    assert.throws(() => diffHeapProfiles(base[0]), { code: 'not-a-heap-profile' });
    assert.throws(() => diffHeapProfiles(base[0], base[0], { table: 'nativeAllocations' }), RangeError);
    await assert.rejects(diffHeapProfilesStream(base[0], base[0], { table: 'jsAllocations' }), RangeError);
  });
});
