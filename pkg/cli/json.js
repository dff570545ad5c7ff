// A profile as JSON text, in pieces. One string for all of it is impossible above 512 MB, and wasteful below.

const PIECE = 64 * 1024;
const ELEMENTS_AT_ONCE = 4096;

/**
 * @param {unknown} value plain data; typed arrays are written as arrays
 * @returns {Generator<string>}
 */
export function* jsonPieces(value) {
  let text = '';
  for (const part of jsonParts(value)) {
    text += part;
    if (text.length >= PIECE) {
      yield text;
      text = '';
    }
  }
  yield text;
}

// Profiles are only a few levels deep, so this may call itself.
function* jsonParts(value) {
  if (ArrayBuffer.isView(value) || Array.isArray(value)) {
    yield '[';
    yield* elementParts(value);
    yield ']';
  } else if (typeof value === 'object' && value !== null) {
    let separator = '{';
    for (const [key, field] of Object.entries(value)) {
      if (field !== undefined) {
        yield `${separator}${JSON.stringify(key)}:`;
        yield* jsonParts(field);
        separator = ',';
      }
    }
    yield separator === '{' ? '{}' : '}';
  } else {
    yield JSON.stringify(value);
  }
}

function* elementParts(list) {
  if (typeof list[0] === 'object' && list[0] !== null) {
    for (let index = 0; index < list.length; index++) {
      if (index > 0) {
        yield ',';
      }
      yield* jsonParts(list[index]);
    }
    return;
  }
  for (let start = 0; start < list.length; start += ELEMENTS_AT_ONCE) {
    const slice = list.slice(start, start + ELEMENTS_AT_ONCE);
    const text = JSON.stringify(Array.isArray(slice) ? slice : Array.from(slice));
    yield (start > 0 ? ',' : '') + text.slice(1, -1);
  }
}
