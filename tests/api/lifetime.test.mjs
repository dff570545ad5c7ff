// What happens inside the wasm instance: this uses the entry for browsers, whose glue code the test can look into.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import * as glue from '../../pkg/dist/heapprofile_importer.js';
import init, { importHeapProfile, importHeapProfileStream, initSync, isHeapProfile } from '../../pkg/index.js';
import { bigProfile, smallProfile, totalBytes } from './helper.mjs';

const text = JSON.stringify(smallProfile());
const wasm = readFileSync(new URL('../../pkg/dist/heapprofile_importer_bg.wasm', import.meta.url));
const memoryBytes = () => glue.initSync().memory.buffer.byteLength;

// Calls `fault` instead of the method, once.
function failOnce(prototype, method, fault) {
  const original = prototype[method];
  prototype[method] = function once(...args) {
    prototype[method] = original;
    return fault.call(this, ...args);
  };
}

test('calls before init() say what is missing', async (t) => {
  const warn = t.mock.method(console, 'warn', () => {});
  assert.throws(() => importHeapProfile(text), /not initialised.*init\(\)/);
  await assert.rejects(importHeapProfileStream(new Blob([text])), /not initialised.*init\(\)/);
  assert.equal(isHeapProfile(text), false);
  assert.equal(isHeapProfile(Buffer.from(text)), false);
  assert.equal(warn.mock.callCount(), 1);
  assert.match(warn.mock.calls[0].arguments[0], /before init\(\)/);
  assert.equal(isHeapProfile(smallProfile()), true);
});

test('a failed init() can be tried again', async () => {
  await assert.rejects(init(new Uint8Array([1, 2, 3])), WebAssembly.CompileError);
  await assert.rejects(init(5), TypeError);
  await assert.rejects(init(new Response('', { status: 500 })), /HTTP 500/);
  await Promise.all([init(wasm), init(wasm), init(Promise.resolve(new Response(wasm)))]);
  initSync(wasm);
  await init();
  assert.equal(totalBytes(importHeapProfile(text)), 1000);
});

test('thousands of good and bad imports leave the memory as it was', async () => {
  const bad = [text.slice(0, 300), '', '<html>', text.replace('selfSize', 'x'), 'x', { head: { children: 5 } }];
  const big = JSON.stringify(bigProfile(400_000));
  const round = (index) => {
    assert.equal(totalBytes(importHeapProfile(text)), 1000);
    isHeapProfile(text);
    isHeapProfile('{"head');
    try {
      importHeapProfile(bad[index % bad.length]);
    } catch (error) {
      assert.equal(error.name, 'HeapProfileError');
    }
    if (index % 50 === 0) {
      importHeapProfile(big);
    }
  };
  for (let index = 0; index < 100; index++) {
    round(index);
  }
  const before = memoryBytes();
  for (let index = 0; index < 5000; index++) {
    round(index);
  }
  for (let index = 0; index < 200; index++) {
    const controller = new AbortController();
    const onProgress = () => controller.abort();
    await assert.rejects(importHeapProfileStream(new Blob([big]), { signal: controller.signal, onProgress }));
  }
  assert.equal(memoryBytes(), before);
});

test('after a trap the error is internal, and the next call works', () => {
  for (const [prototype, method] of [
    [glue.Importer.prototype, 'push'],
    [glue.Importer.prototype, 'endFile'],
    [glue.Importer.prototype, 'finish'],
  ]) {
    failOnce(prototype, method, () => {
      throw new WebAssembly.RuntimeError('unreachable');
    });
    const { memory } = glue.initSync();
    assert.throws(() => importHeapProfile(text), { name: 'HeapProfileError', code: 'internal' });
    assert.notEqual(glue.initSync().memory, memory);
    assert.equal(totalBytes(importHeapProfile(text)), 1000);
  }
});

test('a trap in isHeapProfile is a no, and the next call works', () => {
  failOnce(glue.Probe.prototype, 'push', () => {
    throw new WebAssembly.RuntimeError('unreachable');
  });
  assert.equal(isHeapProfile(text), false);
  assert.equal(isHeapProfile(text), true);
});

test('a trap when memory can grow no more is too-large', () => {
  failOnce(glue.Importer.prototype, 'push', () => {
    const { memory } = glue.initSync();
    for (let pages = 32768; pages >= 1; pages >>= 1) {
      try {
        memory.grow(pages);
      } catch {
        // Take what is left in smaller steps.
      }
    }
    throw new WebAssembly.RuntimeError('unreachable');
  });
  assert.throws(() => importHeapProfile(text), { code: 'too-large' });
  assert.ok(memoryBytes() < 64 * 1024 * 1024);
  assert.equal(totalBytes(importHeapProfile(text)), 1000);
});

test('an import that another one tears down with it fails clearly', async () => {
  let chunks = 0;
  async function* slow() {
    for (; chunks < 10; chunks++) {
      if (chunks === 5) {
        failOnce(glue.Importer.prototype, 'push', () => {
          throw new WebAssembly.RuntimeError('unreachable');
        });
        assert.throws(() => importHeapProfile(text), { code: 'internal' });
      }
      yield Buffer.from(text.slice(chunks * 10, chunks * 10 + 10));
    }
  }
  await assert.rejects(importHeapProfileStream(slow()), { code: 'internal', message: /another one/ });
  assert.equal(totalBytes(importHeapProfile(text)), 1000);
});

test('after a very large import the memory is given back', () => {
  failOnce(glue.Importer.prototype, 'endFile', function grow(...args) {
    glue.initSync().memory.grow(2048);
    return this.endFile(...args);
  });
  assert.equal(totalBytes(importHeapProfile(text)), 1000);
  assert.ok(memoryBytes() < 64 * 1024 * 1024);
  assert.equal(totalBytes(importHeapProfile(text)), 1000);
});

test('wasm memory that grows in the middle of an import does no harm', () => {
  const big = bigProfile(2_000_000);
  const expected = importHeapProfile(big);
  const original = glue.Importer.prototype.push;
  glue.Importer.prototype.push = function push(length) {
    const result = original.call(this, length);
    glue.initSync().memory.grow(1);
    return result;
  };
  try {
    assert.deepEqual(importHeapProfile(JSON.stringify(big)), expected);
  } finally {
    glue.Importer.prototype.push = original;
  }
});

test('a trap while an import is cleaned up does not hide its error', () => {
  failOnce(glue.Importer.prototype, 'free', () => {
    throw new WebAssembly.RuntimeError('unreachable');
  });
  assert.throws(() => importHeapProfile('{'), { code: 'truncated' });
  assert.equal(totalBytes(importHeapProfile(text)), 1000);
});
