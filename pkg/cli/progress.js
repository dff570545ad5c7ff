// A progress bar for work that takes long enough that somebody waits for it.

import { formatBytes } from './summary.js';

const DELAY = 1000;
const INTERVAL = 100;
const BAR = 24;

/**
 * Shows on a terminal how far the work is, from its second second on; elsewhere it does nothing.
 */
export class Progress {
  /**
   * @param {NodeJS.WritableStream & { isTTY?: boolean }} stream
   * @param {() => number} [now] milliseconds
   */
  constructor(stream, now = () => performance.now()) {
    this.stream = stream;
    this.now = now;
    this.next = stream.isTTY ? now() + DELAY : Infinity;
    this.isShown = false;
  }

  /**
   * @param {string} what such as 'Reading'
   * @param {number} done bytes
   * @param {number | null} total bytes, if it is known
   */
  update(what, done, total) {
    const now = this.now();
    if (now < this.next) {
      return;
    }
    this.next = now + INTERVAL;
    this.isShown = true;
    const line = total ? `${what} ${bar(done / total)} of ${formatBytes(total)}` : `${what} ${formatBytes(done)}`;
    this.stream.write(`\r\x1b[K${line}`);
  }

  /** Removes the bar: something else is going to be printed. */
  clear() {
    if (this.isShown) {
      this.isShown = false;
      this.stream.write('\r\x1b[K');
    }
  }
}

// A file may grow while it is read.
function bar(share) {
  const percent = Math.min(100, Math.floor(share * 100));
  const full = Math.floor((percent * BAR) / 100);
  return `[${'#'.repeat(full)}${'.'.repeat(BAR - full)}] ${String(percent).padStart(3)} %`;
}

/**
 * @param {Iterable<string>} pieces
 * @param {Progress} progress shows how much of them went by
 * @returns {Generator<string>}
 */
export function* watch(pieces, progress) {
  let length = 0;
  try {
    for (const piece of pieces) {
      yield piece;
      length += piece.length;
      progress.update('Writing', length, null);
    }
  } finally {
    progress.clear();
  }
}
