// Small files in the shapes of other writers, and with values at the edges, with figures worked out by hand.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { HeapProfileError, importHeapProfile, isHeapProfile } from '../pkg/node.js';
import { difference } from './lib/difference.mjs';
import { referenceImport } from './lib/reference.mjs';
import { bytesOf, describeFunction, factsOf, functionsBySelf, rowsOf } from './lib/summary.mjs';
import { validateProfile } from './lib/validate.mjs';

const read = (name) => new Uint8Array(readFileSync(new URL(`fixtures/${name}`, import.meta.url)));
const figuresOfAll = Object.entries(JSON.parse(new TextDecoder().decode(read('expected.json'))));

describe('good files', () => {
  for (const [name, figures] of figuresOfAll.filter(([, { error }]) => error === undefined)) {
    it(`${name}: ${figures.what}`, () => {
      const file = read(name);
      assert.equal(isHeapProfile(file), true);
      for (const table of ['samples', 'nativeAllocations', 'jsAllocations']) {
        const profile = importHeapProfile(file, { table });
        assert.deepEqual(validateProfile(profile, { columns: 'plain' }), []);
        assert.deepEqual(profile.threads.map((thread) => describeThread(profile, thread)), figures.threads);
      }
      const profile = importHeapProfile(file);
      assert.deepEqual(functionsBySelf(profile).filter(({ bytes }) => bytes > 0), figures.functions);
      checkFacts(factsOf(profile), figures);
      assert.equal(difference(profile, referenceImport(file)), null);
    });
  }
});

function describeThread(profile, thread) {
  const { stack, weight } = rowsOf(thread);
  const { frame } = profile.shared.stackTable;
  const rows = stack.map((index, row) => [
    index === null ? null : describeFunction(profile, frame[index]).name,
    weight[row],
  ]);
  return { name: thread.name, bytes: bytesOf(thread), rows: rows.filter(([, bytes]) => bytes > 0) };
}

function checkFacts(facts, figures) {
  assert.equal(facts['Total size'], figures.totalBytes);
  assert.equal(facts['Call tree nodes'], figures.nodes);
  assert.equal(facts.Samples, figures.samples ?? undefined);
  assert.equal(facts['Orphan samples'], figures.orphanSamples);
  assert.equal(facts['Orphan bytes'], figures.orphanBytes);
  if ('highestOrdinal' in figures) {
    assert.equal(facts['Highest ordinal'], figures.highestOrdinal);
  }
}

describe('bad files', () => {
  for (const [name, { what, error: expected }] of figuresOfAll.filter(([, { error }]) => error !== undefined)) {
    it(`${name}: ${what}`, () => {
      assert.throws(
        () => importHeapProfile(read(name)),
        (error) => {
          assert.ok(error instanceof HeapProfileError, String(error));
          assert.equal(error.code, expected.code, error.message);
          if (expected.path !== null) {
            assert.ok(error.message.includes(expected.path), error.message);
          }
          return true;
        }
      );
    });
  }
});
