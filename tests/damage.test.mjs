// Files that were cut off or damaged, at every place: a good profile or a HeapProfileError, and nothing else.

import assert from 'node:assert/strict';
import { it } from 'node:test';
import { HeapProfileError, importHeapProfile, isHeapProfile } from '../pkg/node.js';
import { readFile } from './lib/corpus.mjs';
import { validateProfile } from './lib/validate.mjs';

/** @returns {string} 'good', or the code of the error */
function outcomeOf(bytes, what) {
  let profile;
  try {
    profile = importHeapProfile(bytes);
  } catch (error) {
    assert.ok(error instanceof HeapProfileError, `${what}: ${error.stack}`);
    assert.notEqual(error.code, 'internal', `${what}: ${error.message}`);
    return error.code;
  }
  assert.deepEqual(validateProfile(profile, { columns: 'plain' }), [], what);
  return 'good';
}

for (const name of [
  'node24-empty.heapprofile',
  'node26-worker-startHeapProfile.heapprofile',
  'node26-default-interval.heapprofile',
]) {
  it(`${name}, cut off at every byte`, () => {
    const file = readFile(name);
    const codes = new Set();
    for (let length = 1; length < file.length; length++) {
      codes.add(outcomeOf(file.slice(0, length), `${length} bytes`));
    }
    // The first bytes alone could be the beginning of anything.
    assert.deepEqual([...codes].filter((code) => code !== 'not-a-heap-profile'), ['truncated']);
    assert.equal(outcomeOf(file, 'all of it'), 'good');
  });
}

it('a compressed file, cut off at every byte', () => {
  const file = readFile('node22-pretty.heapprofile.gz');
  for (let length = 1; length < file.length; length++) {
    assert.notEqual(outcomeOf(file.slice(0, length), `${length} bytes`), 'good', `${length} bytes`);
  }
});

it('a compressed file with one bit turned', () => {
  const file = readFile('node22-pretty.heapprofile.gz');
  for (let at = 0; at < file.length; at++) {
    const damaged = file.slice();
    damaged[at] ^= 1 << at % 8;
    outcomeOf(damaged, `byte ${at}`);
  }
});

it('each byte replaced by every other', () => {
  const file = readFile('node24-empty.heapprofile');
  for (let at = 0; at < file.length; at++) {
    for (let value = 0; value < 256; value++) {
      const damaged = file.slice();
      damaged[at] = value;
      isHeapProfile(damaged);
      outcomeOf(damaged, `byte ${at} is ${value}`);
    }
  }
});

it('each byte of a larger file replaced by those that mean something in JSON', () => {
  const file = readFile('node26-worker-startHeapProfile.heapprofile');
  const values = [...'{}[],:"\\/ \n0a-.eEtu'].map((character) => character.charCodeAt(0)).concat(0, 0x80, 0xc3, 0xff);
  for (let at = 0; at < file.length; at++) {
    for (const value of values) {
      const damaged = file.slice();
      damaged[at] = value;
      outcomeOf(damaged, `byte ${at} is ${value}`);
    }
  }
});
