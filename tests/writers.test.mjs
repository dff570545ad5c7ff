// Generated profiles, written as anybody might write them, against the naive importer.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { gzipSync } from 'node:zlib';
import { importHeapProfile, importHeapProfileStream, isHeapProfile } from '../pkg/node.js';
import { difference } from './lib/difference.mjs';
import { generateProfile } from './lib/generate.mjs';
import { readJson } from './lib/corpus.mjs';
import { referenceImport } from './lib/reference.mjs';
import { validateProfile } from './lib/validate.mjs';
import { styles, writeProfile } from './lib/write.mjs';

const WRITERS = {
  'V8': { style: 'v8' },
  'V8, bytes on (root)': { style: 'v8', rootSize: 4711 },
  'V8, chain': { style: 'v8', nodes: 10, samples: 40, chain: 300 },
  'V8, flat': { style: 'v8', depth: 2 },
  'Node 26': { style: 'node-api' },
  'Node 26, collected objects': { style: 'node-api', dead: 0.4 },
  'head only': { style: 'head-only' },
  'lines from 1': { style: 'one-based' },
  'no call frames': { style: 'flat' },
};

const check = (input, expected, message) => {
  const profile = importHeapProfile(input);
  assert.equal(difference(profile, expected), null, message);
  assert.deepEqual(validateProfile(profile, { columns: 'plain' }), [], message);
};

for (const [writer, options] of Object.entries(WRITERS)) {
  describe(writer, () => {
    for (const [name, style] of Object.entries(styles)) {
      it(name, () => {
        for (const seed of [1, 2, 3]) {
          const heapProfile = generateProfile({ seed, ...options });
          const bytes = writeProfile(heapProfile, style);
          const expected = referenceImport(heapProfile);
          // The writer of the test files has to be right as well.
          assert.equal(difference(referenceImport(bytes), expected), null);
          assert.equal(isHeapProfile(bytes), true);
          check(bytes, expected, `seed ${seed}`);
        }
      });
    }
  });
}

describe('a real file', () => {
  const files = [
    'node24-ts-strip.heapprofile',
    'node26-v8-startHeapProfile.heapprofile',
    'node12-names.heapprofile.gz',
    'variants/v8-profiler-next-shape.heapprofile',
  ];
  for (const file of files) {
    it(`${file}, re-serialised`, () => {
      const json = readJson(file);
      const expected = referenceImport(json);
      const heapProfile = JSON.parse(new TextDecoder().decode(json));
      for (const [name, style] of Object.entries(styles)) {
        check(writeProfile(heapProfile, style), expected, name);
      }
    });
  }
});

describe('chunk boundaries', () => {
  const halves = async function* (bytes, at) {
    yield bytes.subarray(0, at);
    yield bytes.subarray(at);
  };
  const singleBytes = async function* (bytes) {
    for (let at = 0; at < bytes.length; at++) {
      yield bytes.subarray(at, at + 1);
    }
  };

  for (const [name, style] of Object.entries(styles)) {
    it(`${name}: at every byte`, async () => {
      const bytes = writeProfile(generateProfile({ seed: 9, nodes: 8, samples: 6 }), style);
      const expected = referenceImport(bytes);
      assert.equal(difference(await importHeapProfileStream(singleBytes(bytes)), expected), null);
      for (let at = 1; at < bytes.length; at++) {
        const profile = await importHeapProfileStream(halves(bytes, at));
        assert.equal(difference(profile, expected), null, `cut at ${at}`);
      }
    });
  }
});

describe('size', () => {
  it('many nodes and samples', () => {
    const heapProfile = generateProfile({ nodes: 30_000, samples: 100_000, depth: 100 });
    const bytes = writeProfile(heapProfile);
    const expected = referenceImport(heapProfile);
    check(bytes, expected);
    check(new Uint8Array(gzipSync(bytes)), expected);
  });

  it('100,000 nested levels', () => {
    const heapProfile = generateProfile({ nodes: 10, samples: 1000, chain: 100_000 });
    const expected = referenceImport(heapProfile);
    check(writeProfile(heapProfile), expected, 'compact');
    check(writeProfile(heapProfile, styles['children first']), expected, 'children first');
    check(heapProfile, expected, 'object');
  });

  it('100,000 children', () => {
    const heapProfile = generateProfile({ nodes: 100_000, samples: 10, depth: 1 });
    check(writeProfile(heapProfile), referenceImport(heapProfile));
  });
});
