// The string table: one blob of UTF-8, decoded in few calls and cut in JavaScript. A call for each would be slow.

// Engines limit the length of a string (2^29 - 24 in V8), so a huge blob is decoded in several pieces.
const PIECE = 128 * 1024 * 1024;

/**
 * @param {object} output the Output of the wasm module
 * @param {() => WebAssembly.Memory} memory
 * @returns {string[]}
 */
export function readStrings(output, memory) {
  const count = output.strings();
  const { buffer } = memory();
  const bytes = new Uint8Array(buffer, output.stringBytesPointer(), output.stringBytesLength());
  const ends = new Uint32Array(buffer, output.stringEndsPointer(), count);
  return cutStrings(bytes, ends);
}

/**
 * @param {Uint8Array} bytes valid UTF-8
 * @param {Uint32Array} ends where each string ends, in UTF-16 code units
 * @param {number} [piece] bytes to decode at once
 * @returns {string[]}
 */
export function cutStrings(bytes, ends, piece = PIECE) {
  const strings = new Array(ends.length);
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  let text = '';
  // Where `text` begins, and where the next string does, both in code units of the whole.
  let base = 0;
  let start = 0;
  let index = 0;
  for (let offset = 0; index < ends.length; offset += piece) {
    const isLast = offset + piece >= bytes.length;
    text = text.substring(start - base) + decoder.decode(bytes.subarray(offset, offset + piece), { stream: !isLast });
    base = start;
    while (index < ends.length && ends[index] - base <= text.length) {
      strings[index] = text.substring(start - base, ends[index] - base);
      start = ends[index];
      index += 1;
    }
    if (isLast && index < ends.length) {
      throw new RangeError('The string table is longer than its text');
    }
  }
  return strings;
}
