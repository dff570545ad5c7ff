// What goes wrong, as one line for people and an exit code for programs.

import { UsageError } from './usage.js';

const GOOD = 0;
const BAD_INPUT = 1;
const BAD_USAGE = 2;

const NAME = 'heapprofile-importer';
const SYSTEM_ERRORS = {
  ENOENT: 'no such file or directory',
  EISDIR: 'it is a directory',
  ENOTDIR: 'a part of the path is not a directory',
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  ENOSPC: 'no space left on the disk',
  EROFS: 'the disk is read-only',
};

/**
 * @param {unknown} error
 * @returns {{ code: number, message: string }}
 */
export function toFailure(error) {
  if (error instanceof UsageError) {
    return { code: BAD_USAGE, message: `${NAME}: ${error.message}\nTry '${NAME} --help'.\n` };
  }
  if (isBrokenPipe(error)) {
    return { code: GOOD, message: '' };
  }
  return { code: BAD_INPUT, message: `${NAME}: ${toMessage(error)}\n` };
}

// Only a pipe has no path.
function isBrokenPipe(error) {
  return error?.code === 'EPIPE' && error.path === undefined;
}

/**
 * @param {unknown} error
 * @returns {string} one line
 */
export function toMessage(error) {
  return describe(error).replace(/\s*\n\s*/g, ' ');
}

function describe(error) {
  if (error?.syscall !== undefined) {
    return `${error.path ?? 'standard output'}: ${systemMessage(error)}`;
  }
  const message = error?.message ?? String(error);
  const name = error?.fileName;
  return name === undefined || message.includes(name) ? message : `${name}: ${message}`;
}

/**
 * @param {NodeJS.ErrnoException} error
 * @returns {string} what the operating system complained about
 */
export function systemMessage(error) {
  return SYSTEM_ERRORS[error.code] ?? error.message;
}
