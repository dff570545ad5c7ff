// Wrong command lines.

import { parseArgs } from 'node:util';

const UNITS = { '': 1, b: 1, kb: 1e3, mb: 1e6, gb: 1e9, kib: 2 ** 10, mib: 2 ** 20, gib: 2 ** 30 };

export class UsageError extends Error {
  name = 'UsageError';
}

/**
 * parseArgs with its complaints as UsageErrors.
 *
 * @param {string[]} args
 * @param {import('node:util').ParseArgsConfig['options']} options
 */
export function parse(args, options) {
  try {
    return parseArgs({ args, options, allowPositionals: true });
  } catch (error) {
    if (error.code?.startsWith('ERR_PARSE_ARGS')) {
      // The first sentence says what is wrong; the others are about parseArgs itself.
      throw new UsageError(error.message.split(/\.\s/)[0].replace(/\.$/, ''));
    }
    throw error;
  }
}

/**
 * @param {string} option
 * @param {string} value
 * @param {string[]} allowed
 */
export function assertOneOf(option, value, allowed) {
  if (!allowed.includes(value)) {
    throw new UsageError(`${option} must be one of ${allowed.join(', ')}, not '${value}'`);
  }
}

/**
 * @param {string} option
 * @param {string} text
 * @param {number} [largest]
 * @returns {number}
 */
export function readCount(option, text, largest = Number.MAX_SAFE_INTEGER) {
  const value = /^\d+$/.test(text) ? Number(text) : NaN;
  if (!(value <= largest)) {
    const range = largest === Number.MAX_SAFE_INTEGER ? '' : ` up to ${largest}`;
    throw new UsageError(`${option} must be a whole number${range}, not '${text}'`);
  }
  return value;
}

/**
 * @param {string} option
 * @param {string} text such as 1000000, 1MB or 1.5MiB
 * @returns {number} bytes
 */
export function readBytes(option, text) {
  const [, number, unit] = /^(\d+(?:\.\d+)?) *([a-z]*)$/i.exec(text) ?? [];
  if (number === undefined || !Object.hasOwn(UNITS, unit.toLowerCase())) {
    throw new UsageError(`${option} must be a number of bytes, such as 10000000, 10MB or 10MiB, not '${text}'`);
  }
  return Math.floor(Number(number) * UNITS[unit.toLowerCase()]);
}
