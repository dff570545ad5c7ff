// A profile as JSON, piece by piece: in one go it may become longer than the longest string that there can be.

const PIECE = 20_000;

/**
 * @param {unknown} value
 * @returns {Generator<string>}
 */
export function* jsonPieces(value) {
  if (ArrayBuffer.isView(value) || (Array.isArray(value) && value.length > PIECE)) {
    yield* arrayPieces(value);
  } else if (Array.isArray(value)) {
    yield* listPieces(value);
  } else if (typeof value === 'object' && value !== null) {
    yield* objectPieces(value);
  } else {
    yield JSON.stringify(value);
  }
}

// Long arrays are columns: nothing large is in their items.
function* arrayPieces(array) {
  yield '[';
  for (let i = 0; i < array.length; i += PIECE) {
    const text = JSON.stringify(Array.from(array.slice(i, i + PIECE))).slice(1, -1);
    yield i === 0 ? text : `,${text}`;
  }
  yield ']';
}

function* listPieces(array) {
  if (array.every((item) => typeof item !== 'object' || item === null)) {
    yield JSON.stringify(array);
    return;
  }
  yield '[';
  for (const [i, item] of array.entries()) {
    if (i > 0) {
      yield ',';
    }
    yield* jsonPieces(item);
  }
  yield ']';
}

function* objectPieces(object) {
  let separator = '{';
  for (const [key, value] of Object.entries(object)) {
    if (value !== undefined) {
      yield `${separator}${JSON.stringify(key)}:`;
      yield* jsonPieces(value);
      separator = ',';
    }
  }
  yield separator === '{' ? '{}' : '}';
}

/**
 * @param {unknown} value
 * @returns {Promise<ArrayBuffer>} its JSON, compressed by gzip
 */
export async function toCompressedJson(value) {
  const pieces = jsonPieces(value);
  const encoder = new TextEncoder();
  const source = new ReadableStream({
    pull(controller) {
      let text = '';
      for (;;) {
        const { done, value: piece } = pieces.next();
        text += done ? '' : piece;
        if (done || text.length > 256 * 1024) {
          if (text) {
            controller.enqueue(encoder.encode(text));
          }
          return done ? controller.close() : undefined;
        }
      }
    },
  });
  return new Response(source.pipeThrough(new CompressionStream('gzip'))).arrayBuffer();
}
