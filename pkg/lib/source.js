// Sources whose bytes come later, all as one kind: chunks one after the other, and a way to let go of them early.

import { asBytes } from './bytes.js';
import { HeapProfileError } from './error.js';
import { isBlob } from './files.js';

// Large enough that a read costs little beside its bytes, small enough that several fit into memory easily.
const BLOB_PIECE = 1024 * 1024;

/**
 * @typedef {object} Source
 * @property {string | undefined} name as far as the source knows it
 * @property {number | null} total its size in bytes, as far as the source knows it
 * @property {() => Promise<{ done?: boolean, value?: unknown }>} read
 * @property {(reason?: unknown) => void} cancel
 */

/**
 * @param {unknown} input
 * @returns {Source}
 */
export function openSource(input) {
  if (typeof input === 'string' || asBytes(input) !== null) {
    return fromMemory(input);
  }
  if (typeof input !== 'object' || input === null) {
    throw wrongSource();
  }
  if (isBlob(input)) {
    return fromBlob(input);
  }
  if (isResponse(input)) {
    return fromResponse(input);
  }
  if (typeof input.getReader === 'function') {
    return fromStream(input);
  }
  if (typeof input[Symbol.asyncIterator] === 'function') {
    return fromIterable(input);
  }
  throw wrongSource();
}

function wrongSource() {
  return new TypeError(
    'importHeapProfileStream() takes a ReadableStream, Blob, File, Response or an AsyncIterable of bytes, ' +
      'or an array of { name, data } with any of these'
  );
}

function isResponse(value) {
  return typeof value.arrayBuffer === 'function' && typeof value.headers?.get === 'function' && 'body' in value;
}

function fromMemory(data) {
  let isDone = false;
  return {
    name: undefined,
    total: typeof data === 'string' ? null : data.byteLength,
    async read() {
      if (isDone) {
        return { done: true };
      }
      isDone = true;
      return { value: data };
    },
    cancel() {},
  };
}

// Slices rather than blob.stream(): their size is ours to choose, and there is nothing to cancel.
function fromBlob(blob) {
  let offset = 0;
  let ahead = null;
  const readAhead = () => {
    if (offset < blob.size) {
      ahead = blob.slice(offset, offset + BLOB_PIECE).arrayBuffer();
      offset += BLOB_PIECE;
      // It is awaited later, or never after an abort: an error must not count as unhandled until then.
      ahead.catch(() => {});
    }
  };
  readAhead();
  return {
    name: typeof blob.name === 'string' ? blob.name : undefined,
    total: blob.size,
    async read() {
      if (ahead === null) {
        return { done: true };
      }
      const value = await ahead;
      ahead = null;
      readAhead();
      return { value };
    },
    cancel() {
      ahead = null;
      offset = blob.size;
    },
  };
}

function fromResponse(response) {
  if (response.ok === false) {
    const status = `${response.status} ${response.statusText ?? ''}`.trim();
    response.body?.cancel().catch(() => {});
    throw new HeapProfileError('not-a-heap-profile', `Not a heap profile: the server answered ${status}`);
  }
  const source = response.body ? fromStream(response.body) : fromMemory('');
  source.name = nameFromUrl(response.url);
  source.total = contentLength(response.headers);
  return source;
}

function nameFromUrl(url) {
  try {
    const name = decodeURIComponent(new URL(url).pathname.split('/').pop());
    return name === '' ? undefined : name;
  } catch {
    return undefined;
  }
}

// With a content encoding the length is that of the compressed bytes, while the body gives the others.
function contentLength(headers) {
  const length = headers.get('content-length');
  if (length === null || !/^\d+$/.test(length) || headers.get('content-encoding')) {
    return null;
  }
  return Number(length);
}

function fromStream(stream) {
  const reader = stream.getReader();
  return {
    name: undefined,
    total: null,
    read: () => reader.read(),
    cancel(reason) {
      reader.cancel(reason).catch(() => {});
    },
  };
}

function fromIterable(iterable) {
  const iterator = iterable[Symbol.asyncIterator]();
  return {
    name: undefined,
    total: null,
    read: () => iterator.next(),
    cancel() {
      // Not awaited: a generator which is still waiting for its own source would hold us up.
      Promise.resolve(iterator.return?.()).catch(() => {});
    },
  };
}
