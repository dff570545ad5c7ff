// What the columns of each table may hold, in version 70 of the processed profile format.

const isIndex = (value) => Number.isInteger(value) && value >= 0;

/** Makers of checks for one value; `size` of another table is looked up when a value is checked. */
export const is = {
  indexInto: (what, size) => ({ what: `an index into ${what}`, test: (value) => isIndex(value) && value < size() }),
  oneOf: (...values) => ({ what: values.map(String).join(' or '), test: (value) => values.includes(value) }),
  either: (a, b) => ({ what: `${a.what} or ${b.what}`, test: (value) => a.test(value) || b.test(value) }),
  nothing: { what: 'null', test: (value) => value === null },
  boolean: { what: 'true or false', test: (value) => typeof value === 'boolean' },
  string: { what: 'a string', test: (value) => typeof value === 'string' },
  wholeNumber: { what: 'a whole number', test: isIndex },
  integer: { what: 'an integer', test: Number.isSafeInteger },
  position: { what: 'a number from 1', test: (value) => isIndex(value) && value >= 1 },
};

/** Columns which may be typed arrays, with the type that they have then. */
const TYPED = {
  'stackTable.frame': Int32Array,
  'stackTable.prefixOffset': Int32Array,
  'frameTable.func': Int32Array,
  'frameTable.address': Int32Array,
  'frameTable.lib': Int32Array,
  'frameTable.inlineDepth': Uint8Array,
  'samples.time': Float64Array,
  'nativeAllocations.time': Float64Array,
  'jsAllocations.time': Float64Array,
};

/**
 * Checks that a table has all of its columns and no others, in arrays of the right kind and length, and each value.
 *
 * @param {string} path
 * @param {object} table
 * @param {Record<string, object>} checks by column
 * @param {{ constants?: object, form?: 'plain' | 'typed', report: (problem: string) => void }} context `constants`
 *   are the table's fields which aren't columns; without `form`, columns may be typed or not
 */
export function checkTable(path, table, checks, { constants = {}, form, report }) {
  if (typeof table !== 'object' || table === null) {
    report(`${path} is missing`);
    return;
  }
  const known = new Set([...Object.keys(checks), ...Object.keys(constants), 'length']);
  for (const key of Object.keys(table).filter((name) => !known.has(name))) {
    report(`${path}.${key} is not a column of this table`);
  }
  for (const [key, value] of Object.entries(constants)) {
    if (table[key] !== value) {
      report(`${path}.${key} is ${JSON.stringify(table[key])} instead of ${JSON.stringify(value)}`);
    }
  }
  if (!isIndex(table.length)) {
    report(`${path}.length is ${table.length}`);
  }
  for (const [name, check] of Object.entries(checks)) {
    checkColumn(`${path}.${name}`, table[name], table.length, check, form, report);
  }
}

function checkColumn(path, column, length, check, form, report) {
  const Typed = TYPED[path.split('.').slice(-2).join('.')];
  const isTyped = Typed !== undefined && column instanceof Typed;
  if (!Array.isArray(column) && !isTyped) {
    report(`${path} is missing, or not an array that it may be`);
    return;
  }
  if (Typed !== undefined && form !== undefined && isTyped !== (form === 'typed')) {
    report(`${path} is ${isTyped ? 'a typed' : 'a plain'} array, but columns are ${form}`);
  }
  if (column.length !== length) {
    report(`${path} has ${column.length} values in a table of length ${length}`);
  }
  // An index loop, as other ways to go through an array skip holes.
  for (let index = 0; index < column.length; index++) {
    if (!check.test(column[index])) {
      report(`${path}[${index}] is ${String(column[index])} instead of ${check.what}`);
      return;
    }
  }
}
