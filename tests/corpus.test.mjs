// Real files of many V8s, through the built package: figures that an independent program counted, the structure of the
// result, and each value in it against the naive importer.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { HeapProfileError, importHeapProfile, importHeapProfileStream, isHeapProfile } from '../pkg/node.js';
import { expected, names, negativeNames, readFile, readJson } from './lib/corpus.mjs';
import { difference } from './lib/difference.mjs';
import { referenceImport } from './lib/reference.mjs';
import { bytesOf, expectedFunctions, factsOf, functionsBySelf } from './lib/summary.mjs';
import { validateProfile } from './lib/validate.mjs';

const TABLES = ['samples', 'nativeAllocations', 'jsAllocations'];

describe('good files', () => {
  for (const name of names) {
    it(name, () => {
      const file = readFile(name);
      const figures = expected[name];
      assert.equal(isHeapProfile(file), true);

      const profile = importHeapProfile(file, { fileName: name });
      assert.equal(bytesOf(profile.threads[0]), figures.totalBytes);
      const facts = factsOf(profile);
      assert.equal(facts['Total size'], figures.totalBytes);
      assert.equal(facts['Call tree nodes'], figures.nodes);
      if (figures.samples === null) {
        assert.equal('Samples' in facts, false);
      } else {
        assert.equal(facts.Samples, figures.samples);
        assert.equal(facts['Orphan samples'], figures.orphanSamples);
        assert.equal(facts['Orphan bytes'], figures.orphanBytes);
        assert.equal(facts['Highest ordinal'], figures.highestOrdinal ?? 0);
      }
      const top = expectedFunctions(figures);
      assert.deepEqual(functionsBySelf(profile).slice(0, top.length), top);

      const json = readJson(name);
      for (const table of TABLES) {
        for (const columns of ['plain', 'typed']) {
          const options = { fileName: name, table, columns };
          const result = importHeapProfile(file, options);
          assert.deepEqual(validateProfile(result, { columns }), []);
          assert.equal(difference(result, referenceImport(json, options)), null, `${table}, ${columns}`);
        }
      }
    });
  }

  it('are the same as parsed objects and as text', () => {
    for (const name of names) {
      const json = readJson(name);
      const text = new TextDecoder().decode(json);
      const profile = referenceImport(json);
      assert.equal(difference(importHeapProfile(text), profile), null, name);
      assert.equal(difference(importHeapProfile(JSON.parse(text)), profile), null, name);
      assert.equal(isHeapProfile(text), true, name);
      assert.equal(isHeapProfile(JSON.parse(text)), true, name);
    }
  });
});

describe('chunks', () => {
  const inTwo = async function* (bytes, at) {
    yield bytes.subarray(0, at);
    yield bytes.subarray(at);
  };
  const inPieces = async function* (bytes, size) {
    for (let at = 0; at < bytes.length; at += size) {
      yield bytes.subarray(at, at + size);
    }
  };

  for (const name of ['node26-worker-startHeapProfile.heapprofile', 'node24-empty.heapprofile']) {
    it(`${name}, cut in two at every byte`, async () => {
      const file = readFile(name);
      const profile = referenceImport(file);
      for (let at = 0; at <= file.length; at++) {
        assert.equal(difference(await importHeapProfileStream(inTwo(file, at)), profile), null, `cut at ${at}`);
      }
    });
  }

  it('of all small sizes', async () => {
    for (const name of ['node26-default-interval.heapprofile', 'node22-pretty.heapprofile.gz']) {
      const file = readFile(name);
      const profile = referenceImport(readJson(name));
      for (const size of [1, 2, 3, 7, 8, 9, 63, 64, 65, 1000]) {
        const result = await importHeapProfileStream(inPieces(file, size));
        assert.equal(difference(result, profile), null, `${name} in pieces of ${size}`);
      }
    }
  });
});

describe('files which are something else, or damaged', () => {
  const ACCEPTED = ['utf8-bom.heapprofile', 'utf16le-bom.heapprofile', 'chromium156-cdp-response.json'];
  const CODES = {
    'empty.heapprofile': 'empty',
    'truncated.heapprofile': 'truncated',
    'truncated-gzip.heapprofile.gz': 'truncated',
  };
  // Cut off as they are, they begin as heap profiles do.
  const DETECTED = ['truncated.heapprofile', 'truncated-gzip.heapprofile.gz'];

  for (const path of negativeNames) {
    const name = path.split('/').pop();
    it(name, () => {
      const file = readFile(path);
      if (ACCEPTED.includes(name)) {
        assert.equal(isHeapProfile(file), true);
        assert.equal(difference(importHeapProfile(file), referenceImport(file)), null);
        return;
      }
      assert.throws(
        () => importHeapProfile(file, { fileName: name }),
        (error) => {
          assert.ok(error instanceof HeapProfileError, String(error));
          assert.equal(error.code, CODES[name] ?? 'not-a-heap-profile', error.message);
          return true;
        }
      );
      assert.equal(isHeapProfile(file), DETECTED.includes(name));
    });
  }

  it('have the totals of the original behind a byte order mark', () => {
    const { totalBytes } = expected['node26-default-interval.heapprofile'];
    assert.equal(bytesOf(importHeapProfile(readFile('negatives/utf8-bom.heapprofile')).threads[0]), totalBytes);
  });
});
