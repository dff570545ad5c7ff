// Bytes and text into the wasm staging buffer, a piece at a time.
//
// A target is an Importer or a Probe: it owns a buffer in wasm memory, and `push(length)` consumes what was put there.

import { memory } from './instance.js';

const encoder = new TextEncoder();

export class Staging {
  /** @param {{ inputPointer(): number, inputCapacity(): number, push(length: number): any }} target */
  constructor(target) {
    this.target = target;
    this.capacity = target.inputCapacity();
    this.bytes = null;
  }

  // Wasm memory that grows gets a new ArrayBuffer, and every view of the old one is empty from then on.
  view() {
    const pointer = this.target.inputPointer();
    const { buffer } = memory();
    if (this.bytes === null || this.bytes.buffer !== buffer || this.bytes.byteOffset !== pointer) {
      this.bytes = new Uint8Array(buffer, pointer, this.capacity);
    }
    return this.bytes;
  }

  /**
   * @param {Uint8Array} bytes
   * @param {number} offset where the piece begins
   * @param {number} [limit] longest piece
   * @returns {number} where the next piece begins
   */
  putBytes(bytes, offset, limit = this.capacity) {
    const end = Math.min(bytes.length, offset + Math.min(limit, this.capacity));
    this.view().set(offset === 0 && end === bytes.length ? bytes : bytes.subarray(offset, end));
    this.length = end - offset;
    return end;
  }

  /**
   * Lone surrogates become U+FFFD, as everywhere where text becomes UTF-8.
   *
   * @param {string} text
   * @param {number} offset where the piece begins, in UTF-16 code units
   * @param {number} [limit] longest piece, in UTF-16 code units
   * @returns {number} where the next piece begins
   */
  putText(text, offset, limit = this.capacity) {
    let end = Math.min(text.length, offset + Math.min(limit, this.capacity));
    if (end < text.length && isHighSurrogate(text.charCodeAt(end - 1))) {
      end -= 1;
    }
    const piece = offset === 0 && end === text.length ? text : text.substring(offset, end);
    const { read, written } = encoder.encodeInto(piece, this.view());
    this.length = written;
    return offset + read;
  }

  /** Hands the piece over. */
  push() {
    return this.target.push(this.length);
  }
}

function isHighSurrogate(unit) {
  return unit >= 0xd800 && unit <= 0xdbff;
}
