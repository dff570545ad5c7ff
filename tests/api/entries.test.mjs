import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import test from 'node:test';
import * as browser from '../../pkg/index.js';
import * as inline from '../../pkg/inline.js';
import * as node from '../../pkg/node.js';
import { smallProfile } from './helper.mjs';

const require = createRequire(import.meta.url);
const nodeCjs = require('../../pkg/dist/node.cjs');
const inlineCjs = require('../../pkg/dist/inline.cjs');
const text = JSON.stringify(smallProfile());
const NAMES = [
  'HeapProfileError', 'default', 'diffHeapProfiles', 'diffHeapProfilesStream', 'importHeapProfile',
  'importHeapProfileStream', 'initSync', 'isHeapProfile',
];

test('all entries have the same exports', () => {
  for (const entry of [browser, inline, node]) {
    assert.deepEqual(Object.keys(entry).sort(), NAMES);
  }
  for (const entry of [nodeCjs, inlineCjs]) {
    assert.deepEqual(Object.keys(entry).sort(), NAMES);
  }
});

test('the entries for Node and the inline ones are ready at once, and give the same', async () => {
  const expected = node.importHeapProfile(text);
  for (const entry of [nodeCjs, inline, inlineCjs]) {
    assert.equal(entry.isHeapProfile(text), true);
    assert.deepEqual(entry.importHeapProfile(text), expected);
    assert.deepEqual(await entry.importHeapProfileStream(new Blob([text])), expected);
    assert.equal(await entry.default(), undefined);
    entry.initSync(new Uint8Array(0));
  }
});

test('the entry for browsers works with the wasm handed over', () => {
  browser.initSync(readFileSync(require.resolve('../../pkg/dist/heapprofile_importer_bg.wasm')));
  assert.deepEqual(browser.importHeapProfile(text), node.importHeapProfile(text));
});

test('import and require share one HeapProfileError', () => {
  assert.equal(node.HeapProfileError, nodeCjs.HeapProfileError);
  assert.throws(() => nodeCjs.importHeapProfile(''), node.HeapProfileError);
});
