// The one error type of the public API.

/**
 * What went wrong, for programs.
 *
 * - `empty`: there was nothing to read.
 * - `not-a-heap-profile`: something else than a V8 sampling heap profile; the message names it where it is known.
 * - `malformed-json`: not JSON, or a field has a value that it can't have.
 * - `truncated`: the file ends too early.
 * - `bad-gzip`: a gzip stream that can't be inflated.
 * - `bad-encoding`: an encoding that can't be read, such as UTF-32.
 * - `too-large`: over a limit, or over the memory that is there.
 * - `internal`: a bug in this package; the next call works all the same.
 *
 * @typedef {'empty' | 'not-a-heap-profile' | 'malformed-json' | 'truncated' | 'bad-gzip' | 'bad-encoding'
 *   | 'too-large' | 'internal'} ErrorCode
 */

export class HeapProfileError extends Error {
  /**
   * @param {ErrorCode} code
   * @param {string} message
   * @param {{ offset?: number | null, fileName?: string, cause?: unknown }} [details]
   */
  constructor(code, message, details = {}) {
    super(message, 'cause' in details ? { cause: details.cause } : undefined);
    this.code = code;
    this.offset = details.offset ?? null;
    if (details.fileName !== undefined) {
      this.fileName = details.fileName;
    }
  }
}

// On the prototype, as the names of the language's own errors are: a log then shows the fields that matter only.
Object.defineProperty(HeapProfileError.prototype, 'name', {
  value: 'HeapProfileError',
  configurable: true,
  writable: true,
});
