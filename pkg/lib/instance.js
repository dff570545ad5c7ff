// The one wasm instance that all calls share: how it comes to be, and how it is replaced after a trap.

import initGlue, { __wbg_reset_state as resetGlue, initSync as initGlueSync } from '../dist/heapprofile_importer.js';

// A wasm memory never shrinks. After a big import the instance is replaced once its memory is above this size.
const KEPT_MEMORY = 64 * 1024 * 1024;

/** @type {{ memory: WebAssembly.Memory } | null} */
let exports = null;
/** @type {(() => BufferSource | WebAssembly.Module) | null} */
let loadSync = null;
let pending = null;
let generation = 0;
let users = 0;
let isStale = false;

/**
 * For entries which can get at the wasm synchronously: it is compiled when it is first needed.
 *
 * @param {() => BufferSource | WebAssembly.Module} load
 */
export function useLoader(load) {
  loadSync = load;
}

/** @returns {boolean} whether the module can be used right now, without waiting and without loading anything */
export function isReady() {
  return exports !== null || loadSync !== null;
}

/** Makes sure that there is an instance, or says what the caller forgot. */
export function ensureReady() {
  if (isStale) {
    renew();
  }
  if (exports !== null) {
    return;
  }
  if (loadSync === null) {
    throw new Error(
      'heapprofile-importer is not initialised: first `await init()` (the default export), or call initSync(wasm)'
    );
  }
  initSync(loadSync());
}

/** @returns {WebAssembly.Memory} */
export function memory() {
  return exports.memory;
}

/** @returns {number} counts instances, so that an owner of wasm objects can tell whether they still exist */
export function currentGeneration() {
  return generation;
}

/** An import begins: the instance must stay as it is until `release`. */
export function retain() {
  users += 1;
}

/** An import has ended, and nothing of it is in the instance any more. */
export function release() {
  users -= 1;
  if (users === 0 && exports !== null && exports.memory.buffer.byteLength > KEPT_MEMORY) {
    replaceInstance();
  }
}

/** Starts afresh from the compiled module: all objects of the old instance are gone. */
export function replaceInstance() {
  generation += 1;
  isStale = true;
  try {
    renew();
  } catch {
    // The host has no room for another memory right now. The next call tries again.
  }
}

function renew() {
  resetGlue();
  // Without an argument the glue hands out the exports that it has.
  exports = initGlueSync();
  isStale = false;
}

/**
 * Did the instance trap because it couldn't get more memory? Only to be asked before the instance is thrown away:
 * it tries whether memory still grows by as much again, which is what a growing vector asks for.
 *
 * @returns {boolean}
 */
export function isOutOfMemory() {
  const pages = exports.memory.buffer.byteLength / 65536;
  if (pages < 256) {
    return false;
  }
  try {
    exports.memory.grow(pages);
    return false;
  } catch {
    return true;
  }
}

/**
 * @param {BufferSource | WebAssembly.Module} wasm
 */
export function initSync(wasm) {
  if (exports === null) {
    exports = initGlueSync({ module: wasm });
  }
}

/**
 * @param {() => unknown} source gives what `init` was called with, or the entry's default
 * @returns {Promise<void>}
 */
export function init(source) {
  if (exports !== null) {
    return Promise.resolve();
  }
  // Two calls at once must not end in two instances: the first one's objects would be lost.
  pending ??= start(source).finally(() => {
    pending = null;
  });
  return pending;
}

async function start(source) {
  const module = await compile(await source());
  if (exports === null) {
    exports = await initGlue({ module_or_path: module });
  }
}

async function compile(source) {
  if (source instanceof WebAssembly.Module) {
    return source;
  }
  if (source instanceof ArrayBuffer || ArrayBuffer.isView(source)) {
    return WebAssembly.compile(source);
  }
  if (typeof source === 'string' || source instanceof URL || (globalThis.Request && source instanceof Request)) {
    source = await fetch(source);
  }
  if (typeof source?.arrayBuffer !== 'function') {
    throw new TypeError('init() takes a URL, Request, Response, the bytes of the wasm file, or a WebAssembly.Module');
  }
  if (source.ok === false) {
    throw new Error(`heapprofile-importer could not load its wasm from ${source.url}: HTTP ${source.status}`);
  }
  // Streaming compilation insists on the media type; many a static file server doesn't send it.
  if (WebAssembly.compileStreaming && source.headers?.get('content-type') === 'application/wasm') {
    return WebAssembly.compileStreaming(source);
  }
  return WebAssembly.compile(await source.arrayBuffer());
}
