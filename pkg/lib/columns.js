// Copies views of wasm memory into plain arrays.
//
// Plain loops on purpose: engines do these at a few nanoseconds an element, `push` and `Array.from` take several times
// as long. One function for each kind of value, so that each loop stays specialised.

/**
 * An array for numbers which outgrow small integers at some row. V8 would find out in the middle and copy what is
 * there; a first element with a fraction tells it before anything is allocated.
 *
 * @param {number} length
 * @returns {number[]}
 */
export function newDoubles(length) {
  const array = [0.5];
  array.length = length;
  return array;
}

/**
 * @param {number[]} target
 * @param {number} at where in `target` the first one goes
 * @param {Float64Array} view
 */
export function copyDoubles(target, at, view) {
  const { length } = view;
  for (let index = 0; index < length; index++) {
    target[at + index] = view[index];
  }
}

/**
 * Numbers which are mostly small, also if they come as doubles.
 *
 * @param {number[]} target
 * @param {number} at
 * @param {Float64Array} view
 */
export function copyWeights(target, at, view) {
  const { length } = view;
  for (let index = 0; index < length; index++) {
    target[at + index] = view[index];
  }
}

/**
 * @param {number[]} target
 * @param {number} at
 * @param {Int32Array} view
 */
export function copyInts(target, at, view) {
  const { length } = view;
  for (let index = 0; index < length; index++) {
    target[at + index] = view[index];
  }
}

/**
 * @param {(number | null)[]} target
 * @param {number} at
 * @param {Int32Array} view
 * @param {number} sentinel the value that stands for null
 */
export function copyNullable(target, at, view, sentinel) {
  const { length } = view;
  for (let index = 0; index < length; index++) {
    const value = view[index];
    target[at + index] = value === sentinel ? null : value;
  }
}

/**
 * @param {boolean[]} target
 * @param {number} at
 * @param {Int32Array} view
 */
export function copyFlags(target, at, view) {
  const { length } = view;
  for (let index = 0; index < length; index++) {
    target[at + index] = view[index] !== 0;
  }
}

/**
 * @template T
 * @param {number} length
 * @param {T} value
 * @returns {T[]}
 */
export function fill(length, value) {
  return new Array(length).fill(value);
}
