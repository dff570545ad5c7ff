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
  return { code: BAD_INPUT, message: `${NAME}: ${oneLine(describe(error))}\n` };
}

// Only a pipe has no path.
function isBrokenPipe(error) {
  return error?.code === 'EPIPE' && error.path === undefined;
}

function describe(error) {
  if (error?.syscall !== undefined) {
    return `${error.path ?? 'standard output'}: ${SYSTEM_ERRORS[error.code] ?? error.message}`;
  }
  const message = error?.message ?? String(error);
  const name = error?.fileName;
  return name === undefined || message.includes(name) ? message : `${name}: ${message}`;
}

function oneLine(text) {
  return text.replace(/\s*\n\s*/g, ' ');
}
