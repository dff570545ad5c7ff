// One import: owns its wasm objects, turns what they throw into HeapProfileErrors, and leaves nothing behind.

import { Importer } from '../dist/heapprofile_importer.js';
import { assemble } from './assemble.js';
import { HeapProfileError } from './error.js';
import {
  currentGeneration,
  ensureReady,
  isOutOfMemory,
  memory,
  release,
  replaceInstance,
  retain,
} from './instance.js';
import { Staging } from './staging.js';

export class Session {
  /** @param {ReturnType<typeof import('./options.js').readOptions>} settings */
  constructor(settings) {
    ensureReady();
    this.settings = settings;
    this.generation = currentGeneration();
    this.fileName = undefined;
    this.importer = null;
    retain();
    try {
      this.importer = this.guard(() => newImporter(settings.wasm));
      this.staging = new Staging(this.importer);
    } catch (error) {
      this.dispose();
      throw error;
    }
  }

  /** @param {string} [name] */
  beginFile(name) {
    this.fileName = name;
    this.isMadeUp = false;
    this.guard(() => this.importer.beginFile(name));
  }

  putBytes(bytes, offset) {
    return this.guard(() => this.staging.putBytes(bytes, offset));
  }

  putText(text, offset) {
    return this.guard(() => this.staging.putText(text, offset));
  }

  push() {
    this.guard(() => this.staging.push());
  }

  /** The text that comes is made up here, so places in it mean nothing to anybody. */
  hideOffsets() {
    this.isMadeUp = true;
  }

  endFile() {
    this.guard(() => this.importer.endFile());
  }

  /** Drops the current file, after an error in it. */
  skipFile() {
    this.guard(() => this.importer.skipFile());
  }

  /** @returns {object} the profile */
  finish() {
    const { importer } = this;
    // The importer is consumed even if it throws: it must not be freed again.
    this.importer = null;
    this.fileName = undefined;
    const output = this.guard(() => importer.finish());
    try {
      return this.guard(() => assemble(output, memory, this.settings.wasm.table, this.settings.columns));
    } finally {
      this.drop(output);
    }
  }

  /** To be called exactly once, however the import ended. */
  dispose() {
    if (this.importer !== null) {
      this.drop(this.importer);
      this.importer = null;
    }
    release();
  }

  // Runs while another error may be under way, so it must not throw one of its own.
  drop(wasmObject) {
    if (!this.isAlive()) {
      return;
    }
    try {
      wasmObject.free();
    } catch {
      replaceInstance();
    }
  }

  /** @returns {boolean} false once the wasm instance was replaced, after a trap in this import or in another one */
  isAlive() {
    return this.generation === currentGeneration();
  }

  guard(call) {
    if (!this.isAlive()) {
      throw this.error('internal', 'The import was lost, as another one that ran at the same time failed badly');
    }
    try {
      return call();
    } catch (thrown) {
      throw this.translate(thrown);
    }
  }

  translate(thrown) {
    if (thrown instanceof HeapProfileError) {
      return thrown;
    }
    if (isReaderError(thrown)) {
      return this.readerError(thrown);
    }
    // A trap. Nothing in the instance can be relied on after it.
    const isTooLarge = isOutOfMemory() || /memory|allocation|array length|string length/i.test(thrown?.message);
    replaceInstance();
    return isTooLarge
      ? this.error('too-large', 'The profile needs more memory than there is', { cause: thrown })
      : this.error('internal', `A bug in heapprofile-importer: ${thrown?.message ?? thrown}`, { cause: thrown });
  }

  readerError({ code, message, offset }) {
    if (this.isMadeUp || offset === null) {
      return this.error(code, message);
    }
    // That something is wrong from the first byte on goes without saying.
    return this.error(code, offset === 0 ? message : `${message} (at byte ${offset})`, { offset });
  }

  error(code, message, details) {
    return new HeapProfileError(code, message, { ...details, fileName: this.fileName });
  }
}

function isReaderError(thrown) {
  return (
    typeof thrown === 'object' &&
    thrown !== null &&
    !(thrown instanceof Error) &&
    typeof thrown.code === 'string' &&
    typeof thrown.message === 'string'
  );
}

// In the order of the wasm module's numbers.
const COMPARE = ['auto', 'nothing', 'snapshots', 'difference'];

function newImporter(options) {
  return new Importer(
    options.fileName,
    options.product,
    options.samplingInterval,
    options.maxInputBytes,
    options.maxInflatedBytes,
    options.maxNodes,
    options.maxDepth,
    COMPARE.indexOf(options.compare),
    options.table === 'nativeAllocations'
  );
}
