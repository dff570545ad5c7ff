// JSON text of a heap profile as somebody else might have written it. No recursion, as profiles can be deep.

import { randomNumbers } from './random.mjs';

/**
 * @typedef {object} Style
 * @property {(object: object) => string[]} [keys] the keys of an object, in the order in which they are written
 * @property {(depth: number) => string} [space] what is written between any two tokens
 * @property {(string: string) => string} [string] a string as a JSON literal
 * @property {(number: number) => string} [number] a number as a JSON literal
 * @property {(object: object, key: string) => string} [before] text of members to write before this one
 */

/**
 * @param {object} value
 * @param {Style} [style] compact, as V8 does it, by default
 * @returns {string}
 */
export function writeJson(value, style = {}) {
  const { keys = Object.keys, space = () => '', string = JSON.stringify, number = String, before = () => '' } = style;
  const parts = [];
  // Text that is still to be written, or [value] for a value; the last one comes first.
  const pending = [{ value, depth: 0 }];
  while (pending.length > 0) {
    const entry = pending.pop();
    if (typeof entry === 'string') {
      parts.push(entry);
      continue;
    }
    const { value: current, depth } = entry;
    if (typeof current === 'string') {
      parts.push(string(current));
    } else if (typeof current === 'number') {
      parts.push(number(current));
    } else if (typeof current !== 'object' || current === null) {
      parts.push(String(current));
    } else {
      const isArray = Array.isArray(current);
      const members = isArray ? current.map((_, index) => index) : keys(current);
      const inner = space(depth + 1);
      const items = members.map((key, index) => [
        `${index === 0 ? '' : `,${inner}`}`,
        isArray ? '' : `${before(current, key)}${string(key)}${space(-1)}:${space(-1)}`,
        { value: current[key], depth: depth + 1 },
      ]);
      parts.push(isArray ? '[' : '{', members.length > 0 ? inner : space(-1));
      pending.push(isArray ? ']' : '}', members.length > 0 ? space(depth) : '');
      for (const item of items.reverse()) {
        pending.push(...item.reverse());
      }
    }
  }
  return parts.join('');
}

const NOT_ASCII = /[\u0080-\uffff]/g;
const hex = (unit) => unit.charCodeAt(0).toString(16).padStart(4, '0');
const escapeUnit = (unit) => `\\u${hex(unit)}`;
const escapeAll = (string) => `"${string.replace(/[^]/g, escapeUnit)}"`;
const escapeAscii = (string) => JSON.stringify(string).replace(NOT_ASCII, escapeUnit);
const escapeUpperCase = (string) =>
  JSON.stringify(string)
    .replace(NOT_ASCII, (unit) => `\\u${hex(unit).toUpperCase()}`)
    .replaceAll('/', '\\/');

const first = (...names) => (object) => {
  const keys = Object.keys(object);
  return [...names.filter((name) => keys.includes(name)), ...keys.filter((key) => !names.includes(key))];
};

/** The same number in another form; which one changes with each call. */
function numberForms() {
  let turn = 0;
  return (value) => {
    if (!Number.isSafeInteger(value)) {
      return String(value);
    }
    const zeros = value === 0 ? 0 : /0*$/.exec(String(value))[0].length;
    const digits = String(Math.abs(value));
    const sign = value < 0 ? '-' : '';
    const scientific = `${sign}${digits[0]}.${digits.slice(1) || '0'}`;
    const forms = [
      `${value}.0`,
      `${value}e0`,
      value === 0 ? '0E-1' : `${value}0E-1`,
      `${value / 10 ** zeros}e${zeros}`,
      `${scientific}E+${digits.length - 1}`,
      `${scientific}00e0${digits.length - 1}`,
      String(value),
    ];
    return forms[turn++ % forms.length];
  };
}

const DECOY_NODE = '{"callFrame":{"functionName":"decoy"},"selfSize":1,"id":1,"children":[]}';
const DECOY = `{"head":${DECOY_NODE},"samples":[{"size":1,"nodeId":1}]}`;

const unknownMembers = {
  before(object, key) {
    const extras = ['null', 'true', '-1.5e-7', '"\\u0022}]{["', '[[],[{}],{"a":[1,2,{"children":[]}]}]', '{}', DECOY];
    return `"x-${key}":${extras[key.length % extras.length]},`;
  },
};

// What comes first is overruled by what comes later.
const duplicateMembers = {
  before(object, key) {
    const earlier = {
      head: '{"callFrame":{"functionName":"decoy","scriptId":"9","url":"/decoy.js"},"selfSize":5,"id":3}',
      samples: '[{"size":5,"nodeId":1,"ordinal":1}]',
      children: '[{"callFrame":{"functionName":"decoy","scriptId":"9","url":"/decoy.js"},"selfSize":7,"id":5}]',
      callFrame: '{"functionName":"decoy","scriptId":"9","url":"/decoy.js","lineNumber":1,"columnNumber":1}',
      functionName: '"decoy"',
      url: '"/decoy.js"',
      scriptId: '"9"',
      isLive: 'false',
    };
    return `"${key}":${earlier[key] ?? '77'},`;
  },
};

function randomSpace(seed) {
  const random = randomNumbers(seed);
  return () => random.pick(['', '', ' ', '\n', '\t', '\r\n', '   ', ' \t\r\n ']);
}

/** Ways to write one and the same profile. @type {Record<string, Style & { bom?: boolean }>} */
export const styles = {
  compact: {},
  'ASCII only': { string: escapeAscii },
  'escapes in upper case, and slashes': { string: escapeUpperCase },
  'every character escaped': { string: escapeAll },
  pretty: { space: (depth) => (depth < 0 ? ' ' : `\n${'  '.repeat(Math.min(depth, 40))}`) },
  'CRLF and tabs': { space: (depth) => (depth < 0 ? '\t' : `\r\n${'\t'.repeat(Math.min(depth, 40))}`) },
  'spaces at random': { space: randomSpace(11) },
  'keys sorted': { keys: (object) => Object.keys(object).sort() },
  'keys in reverse': { keys: (object) => Object.keys(object).reverse() },
  'children first': { keys: first('children') },
  'children before the call frame': { keys: first('id', 'children', 'selfSize', 'callFrame') },
  'samples first': { keys: first('samples') },
  'unknown keys': unknownMembers,
  'duplicate keys': duplicateMembers,
  'numbers in other forms': { number: numberForms() },
  'byte order mark': { bom: true },
  'all at once': {
    bom: true,
    keys: (object) => Object.keys(object).reverse(),
    space: randomSpace(12),
    string: escapeAll,
    number: numberForms(),
    ...unknownMembers,
  },
};

/**
 * @param {object} profile
 * @param {Style & { bom?: boolean }} style
 * @returns {Uint8Array}
 */
export function writeProfile(profile, style = {}) {
  const space = style.space?.(0) ?? '';
  return new TextEncoder().encode(`${style.bom ? '\ufeff' : ''}${space}${writeJson(profile, style)}${space}`);
}
