// importHeapProfileStream: chunk by chunk, without the file in memory and without blocking the event loop for long.

import { asBytes } from './bytes.js';
import { isFileList, readFileList, relationOf, Skipped } from './files.js';
import { readOptions } from './options.js';
import { Session } from './session.js';
import { openSource } from './source.js';
import { yieldToEventLoop } from './yield.js';

// Work at a stretch, in milliseconds, before others get their turn.
const STRETCH = 12;

/**
 * @param {unknown} source
 * @param {object} [options]
 * @returns {Promise<object>} a processed profile
 */
export async function importHeapProfileStream(source, options) {
  const settings = readOptions(options);
  const isMany = isFileList(source);
  const files = isMany ? readFileList(source) : [{ name: settings.wasm.fileName, data: source }];
  settings.wasm.compare = relationOf(files.length, settings.snapshots);
  return runStreams(files, settings, isMany);
}

/**
 * @param {{ name: string | undefined, data: unknown }[]} files
 * @param {ReturnType<typeof readOptions>} settings
 * @param {boolean} isMany whether the files have names of their own, and can be left out
 * @returns {Promise<object>} a processed profile
 */
export async function runStreams(files, settings, isMany) {
  settings.signal?.throwIfAborted();
  const job = new StreamJob(settings, files, isMany);
  try {
    const skipped = await job.run();
    return skipped.tellIn(job.session.finish());
  } finally {
    job.session.dispose();
  }
}

class StreamJob {
  constructor(settings, files, isMany) {
    this.settings = settings;
    this.files = files;
    this.isMany = isMany;
    this.bytesRead = 0;
    this.bytesTotal = null;
    this.readError = undefined;
    this.lastYield = performance.now();
    // A single File or Response has a name of its own, which belongs into the profile as if it were given.
    if (!isMany && files[0].name === undefined) {
      this.onlySource = openSource(files[0].data);
      files[0].name = this.onlySource.name;
      settings.wasm.fileName = this.onlySource.name;
    }
    try {
      this.session = new Session(settings);
    } catch (error) {
      this.onlySource?.cancel(error);
      throw error;
    }
  }

  async run() {
    const skipped = new Skipped(this.session, this.settings, this.files.length);
    this.bytesTotal = totalOf(this.files);
    for (const { name, data } of this.files) {
      try {
        await this.readFile(name, data);
      } catch (error) {
        if (!this.isMany || this.settings.signal?.aborted) {
          throw error;
        }
        skipped.add(name, error, error === this.readError);
      }
    }
    skipped.assertNotAll();
    return skipped;
  }

  async readFile(name, data) {
    const source = this.onlySource ?? openSource(typeof data === 'function' ? data() : data);
    this.bytesTotal = this.isMany ? this.bytesTotal : source.total;
    const signal = this.settings.signal;
    const abort = new Abort(signal);
    let isComplete = false;
    try {
      this.session.beginFile(name ?? source.name);
      for (;;) {
        const { done, value } = await this.read(source, abort);
        if (done) {
          break;
        }
        await this.consume(value);
      }
      isComplete = true;
      this.session.endFile();
    } catch (error) {
      if (!isComplete) {
        source.cancel(error);
      }
      throw error;
    } finally {
      abort.dispose();
    }
  }

  async read(source, abort) {
    try {
      return await abort.race(source.read());
    } catch (error) {
      this.readError = error;
      throw error;
    }
  }

  async consume(chunk) {
    const bytes = typeof chunk === 'string' ? null : asBytes(chunk);
    if (bytes === null && typeof chunk !== 'string') {
      throw new TypeError('The stream must give bytes (Uint8Array) or text');
    }
    const length = (bytes ?? chunk).length;
    for (let offset = 0; offset < length; ) {
      const start = offset;
      offset = bytes === null ? this.session.putText(chunk, offset) : this.session.putBytes(bytes, offset);
      this.session.push();
      this.bytesRead += bytes === null ? this.session.staging.length : offset - start;
      this.settings.onProgress?.(this.bytesRead, this.bytesTotal);
      await this.pause();
    }
  }

  async pause() {
    if (performance.now() - this.lastYield > STRETCH) {
      await yieldToEventLoop();
      this.lastYield = performance.now();
    }
    this.settings.signal?.throwIfAborted();
  }
}

// The sum of the sizes, if all are known before anything is read.
function totalOf(files) {
  let total = 0;
  for (const { data } of files) {
    const size = data?.size ?? data?.byteLength;
    if (typeof size !== 'number') {
      return null;
    }
    total += size;
  }
  return total;
}

/** A read that waits forever must not keep an abort from being heard. */
class Abort {
  constructor(signal) {
    this.signal = signal;
    if (signal) {
      this.promise = new Promise((_, reject) => {
        this.listener = () => reject(signal.reason);
        signal.addEventListener('abort', this.listener, { once: true });
      });
      this.promise.catch(() => {});
    }
  }

  race(read) {
    return this.signal ? Promise.race([read, this.promise]) : read;
  }

  dispose() {
    this.signal?.removeEventListener('abort', this.listener);
  }
}
