// isHeapProfile: looks at as little as it can, and never throws.

import { Probe } from '../dist/heapprofile_importer.js';
import { asBytes } from './bytes.js';
import { ensureReady, isReady, release, replaceInstance, retain } from './instance.js';
import { findProfile } from './object-text.js';
import { Staging } from './staging.js';

// Most files tell within the first hundred bytes; a piece is large enough for the others, and small for gzip.
const PIECE = 16 * 1024;
const NEED_MORE = 0;
const YES = 1;

let warned = false;

/**
 * @param {unknown} input
 * @returns {boolean}
 */
export function isHeapProfile(input) {
  try {
    return detect(input);
  } catch {
    return false;
  }
}

function detect(input) {
  if (typeof input === 'string') {
    return probe(input.length, (staging, offset) => staging.putText(input, offset, PIECE));
  }
  if (typeof input !== 'object' || input === null) {
    return false;
  }
  const bytes = asBytes(input);
  if (bytes !== null) {
    return probe(bytes.length, (staging, offset) => staging.putBytes(bytes, offset, PIECE));
  }
  return hasShape(input);
}

function hasShape(object) {
  const head = findProfile(object)?.head;
  if (head === undefined || typeof head.selfSize !== 'number') {
    return false;
  }
  // Old CPU profiles have a `head` too; their nodes count hits.
  const frame = head.callFrame ?? head;
  return typeof frame.functionName === 'string' && head.hitCount === undefined;
}

function probe(length, put) {
  if (!isReady()) {
    warnOnce();
    return false;
  }
  ensureReady();
  retain();
  let prober = null;
  try {
    prober = new Probe();
    const staging = new Staging(prober);
    for (let offset = 0; offset < length; ) {
      offset = put(staging, offset);
      const answer = staging.push();
      if (answer !== NEED_MORE) {
        prober.free();
        return answer === YES;
      }
    }
    return prober.finish();
  } catch {
    // The probe has no errors of its own: this was a trap.
    replaceInstance();
    return false;
  } finally {
    release();
  }
}

// "No" is a wrong answer then, and an exception would break the promise of never throwing.
function warnOnce() {
  if (!warned) {
    warned = true;
    globalThis.console?.warn(
      'heapprofile-importer: isHeapProfile() was called before init(): bytes and text can’t be looked at yet, ' +
        'so the answer is false'
    );
  }
}
