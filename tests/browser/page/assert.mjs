// As much of node:assert as the tests need.

import { difference } from '../../lib/difference.mjs';

/** @param {unknown} actual @param {unknown} expected @param {string} [what] */
export function equal(actual, expected, what = 'value') {
  const found = difference(actual, expected, what);
  if (found !== null) {
    throw new Error(found);
  }
}

/** @param {() => unknown} action @returns {Promise<Error>} what it threw, or its promise was rejected with */
export async function failure(action) {
  try {
    await action();
  } catch (error) {
    return error;
  }
  throw new Error('it should have failed');
}
