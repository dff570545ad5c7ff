// Whatever is dropped: a clear error, and the package works on.

import assert from 'node:assert/strict';
import { it } from 'node:test';
import { gzipSync } from 'node:zlib';
import { HeapProfileError, importHeapProfile, isHeapProfile } from '../pkg/node.js';
import { difference } from './lib/difference.mjs';
import { generateProfile } from './lib/generate.mjs';
import { negatives } from './lib/negatives.mjs';
import { referenceImport } from './lib/reference.mjs';
import { writeProfile } from './lib/write.mjs';

const assertRejected = (bytes, codes) => {
  assert.equal(isHeapProfile(bytes), false);
  assert.throws(
    () => importHeapProfile(bytes),
    (error) => {
      assert.ok(error instanceof HeapProfileError, String(error));
      assert.ok(codes.includes(error.code), `${error.code}: ${error.message}`);
      assert.ok(error.message.length > 10 && !/undefined|NaN|\[object/.test(error.message), error.message);
      return true;
    }
  );
};

for (const { name, bytes, codes } of negatives()) {
  it(name, () => {
    assertRejected(bytes, codes);
    // In gzip it is the same, whatever the file is called.
    assertRejected(gzipSync(bytes), codes.includes('bad-gzip') ? [...codes, 'not-a-heap-profile'] : codes);
  });
}

it('good imports between bad ones are right', () => {
  const good = writeProfile(generateProfile({ nodes: 20, samples: 50 }));
  const profile = referenceImport(good);
  for (const { bytes, name } of negatives()) {
    assert.throws(() => importHeapProfile(bytes), HeapProfileError);
    assert.equal(difference(importHeapProfile(good), profile), null, `after ${name}`);
  }
});
