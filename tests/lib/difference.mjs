// Deep comparison of large profiles, with a message of one line.

/**
 * @param {unknown} actual
 * @param {unknown} expected
 * @param {string} [path]
 * @returns {string | null} the first difference, or null
 */
export function difference(actual, expected, path = 'profile') {
  if (Object.is(actual, expected)) {
    return null;
  }
  const isObject = (value) => typeof value === 'object' && value !== null;
  if (!isObject(actual) || !isObject(expected)) {
    return `${path} is ${show(actual)} instead of ${show(expected)}`;
  }
  if (Object.getPrototypeOf(actual) !== Object.getPrototypeOf(expected)) {
    return `${path} is of type ${actual.constructor?.name} instead of ${expected.constructor?.name}`;
  }
  const isList = Array.isArray(expected) || ArrayBuffer.isView(expected);
  if (isList) {
    for (let index = 0; index < Math.min(actual.length, expected.length); index++) {
      const found = difference(actual[index], expected[index], `${path}[${index}]`);
      if (found !== null) {
        return found;
      }
    }
    const isSameLength = actual.length === expected.length;
    return isSameLength ? null : `${path} has ${actual.length} elements instead of ${expected.length}`;
  }
  for (const key of new Set([...Object.keys(expected), ...Object.keys(actual)])) {
    const has = [actual, expected].map((object) => Object.hasOwn(object, key));
    const found = has[0] && has[1] ? difference(actual[key], expected[key], `${path}.${key}`) : null;
    if (found !== null || !has[0] || !has[1]) {
      return found ?? `${path}.${key} is ${has[0] ? `${show(actual[key])}, but isn't expected` : 'missing'}`;
    }
  }
  return null;
}

function show(value) {
  return typeof value === 'object' && value !== null ? JSON.stringify(value).slice(0, 200) : JSON.stringify(value);
}
