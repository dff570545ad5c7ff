// Wrong command lines.

import { parseArgs } from 'node:util';

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
