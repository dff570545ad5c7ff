// Binary inputs of every kind as one kind: a Uint8Array over the same memory, which nobody writes to.

import { HeapProfileError } from './error.js';

// Brand checks which also hold for objects of another realm (iframes, vm contexts), where instanceof doesn't.
const bufferLength = Object.getOwnPropertyDescriptor(ArrayBuffer.prototype, 'byteLength').get;
const sharedLength =
  typeof SharedArrayBuffer === 'function'
    ? Object.getOwnPropertyDescriptor(SharedArrayBuffer.prototype, 'byteLength').get
    : null;

function hasBrand(getter, value) {
  try {
    getter.call(value);
    return true;
  } catch {
    return false;
  }
}

function isBuffer(value) {
  return hasBrand(bufferLength, value) || (sharedLength !== null && hasBrand(sharedLength, value));
}

/**
 * @param {unknown} input
 * @returns {Uint8Array | null} null if the input isn't binary
 * @throws {HeapProfileError} if its memory is gone
 */
export function asBytes(input) {
  const isView = ArrayBuffer.isView(input);
  if (!isView && (input === null || typeof input !== 'object' || !isBuffer(input))) {
    return null;
  }
  const buffer = isView ? input.buffer : input;
  try {
    // A detached buffer shows itself only here: its views just look empty.
    const whole = new Uint8Array(buffer);
    return isView ? whole.subarray(input.byteOffset, input.byteOffset + input.byteLength) : whole;
  } catch (cause) {
    throw new HeapProfileError(
      'not-a-heap-profile',
      "The input's ArrayBuffer is detached: it was transferred elsewhere, so its bytes can't be read here",
      { cause }
    );
  }
}
