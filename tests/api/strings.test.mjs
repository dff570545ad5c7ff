import assert from 'node:assert/strict';
import test from 'node:test';
import { cutStrings } from '../../pkg/lib/strings.js';

const strings = ['', 'a', '\ufeffbom', 'größe', '', '😀', 'x'.repeat(40), '計算'];

function ends(list) {
  let end = 0;
  return Uint32Array.from(list, (text) => (end += text.length));
}

test('strings are cut at their ends, whatever the size of the pieces', () => {
  const bytes = new TextEncoder().encode(strings.join(''));
  for (let piece = 1; piece <= bytes.length + 1; piece++) {
    assert.deepEqual(cutStrings(bytes, ends(strings), piece), strings);
  }
});

test('no strings, and only empty ones', () => {
  assert.deepEqual(cutStrings(new Uint8Array(0), new Uint32Array(0)), []);
  assert.deepEqual(cutStrings(new Uint8Array(0), new Uint32Array(2)), ['', '']);
});

test('ends beyond the text are an error', () => {
  assert.throws(() => cutStrings(new Uint8Array(2), new Uint32Array([5])), RangeError);
});
