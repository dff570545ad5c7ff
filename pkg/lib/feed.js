// Any synchronous input into an importer, piece by piece.

import { asBytes } from './bytes.js';
import { HeapProfileError } from './error.js';
import { writeObject } from './object-text.js';

/**
 * @typedef {{ putBytes(bytes: Uint8Array, offset: number): number, putText(text: string, offset: number): number,
 *   push(): void, hideOffsets(): void }} Sink
 */

/**
 * @param {unknown} input
 * @param {Sink} sink
 */
export function feed(input, sink) {
  if (typeof input === 'string') {
    feedText(input, sink);
    return;
  }
  const bytes = asBytes(input);
  if (bytes !== null) {
    for (let offset = 0; offset < bytes.length; ) {
      offset = sink.putBytes(bytes, offset);
      sink.push();
    }
    return;
  }
  if (input === null || typeof input !== 'object') {
    throw new HeapProfileError('not-a-heap-profile', `Not a heap profile: the input is ${describe(input)}`);
  }
  feedObject(input, sink);
}

function feedText(text, sink) {
  for (let offset = 0; offset < text.length; ) {
    offset = sink.putText(text, offset);
    sink.push();
  }
}

function feedObject(object, sink) {
  try {
    assertNotAsynchronous(object);
    sink.hideOffsets();
    writeObject(object, (text) => feedText(text, sink));
  } catch (error) {
    if (error instanceof HeapProfileError) {
      throw error;
    }
    // A getter or a proxy threw, or there is text in the object which no string can hold.
    throw new HeapProfileError('not-a-heap-profile', `The object isn't plain JSON data: ${error?.message ?? error}`, {
      cause: error,
    });
  }
}

// What people pass by mistake, as its bytes come later.
function assertNotAsynchronous(input) {
  const isPromise = typeof input.then === 'function';
  const methods = [input.stream, input.getReader, input.body?.getReader, input[Symbol.asyncIterator]];
  if (isPromise || methods.some((method) => typeof method === 'function')) {
    throw new HeapProfileError(
      'not-a-heap-profile',
      isPromise
        ? 'Not a heap profile: the input is a promise; await it first'
        : 'The input is a Blob, Response or stream: read it with importHeapProfileStream'
    );
  }
}

function describe(value) {
  return value === null ? 'null' : value === undefined ? 'undefined' : `a ${typeof value}`;
}
