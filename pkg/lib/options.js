// Checks what callers pass as options, so that a typo fails with a sentence instead of being ignored in wasm.

const TABLES = ['samples', 'nativeAllocations', 'jsAllocations'];
const COLUMNS = ['plain', 'typed'];
const ON_ERROR = ['throw', 'skip'];

// The limits, with the largest value that the importer can take.
const LIMITS = {
  maxInputBytes: Number.MAX_SAFE_INTEGER,
  maxInflatedBytes: Number.MAX_SAFE_INTEGER,
  maxNodes: 2 ** 32 - 1,
  maxDepth: 2 ** 32 - 1,
};

function oneOf(name, value, allowed, fallback) {
  if (value === undefined) {
    return fallback;
  }
  if (typeof value !== 'string') {
    throw new TypeError(`options.${name} must be a string, not ${describe(value)}`);
  }
  if (!allowed.includes(value)) {
    const list = allowed.map((word) => `'${word}'`).join(', ');
    throw new RangeError(`options.${name} must be one of ${list}, not ${JSON.stringify(value)}`);
  }
  return value;
}

function optionalString(name, value) {
  if (value !== undefined && typeof value !== 'string') {
    throw new TypeError(`options.${name} must be a string, not ${describe(value)}`);
  }
  return value;
}

function optionalNumber(name, value, isGood, what) {
  if (value === undefined) {
    return undefined;
  }
  if (typeof value !== 'number') {
    throw new TypeError(`options.${name} must be a number, not ${describe(value)}`);
  }
  if (!isGood(value)) {
    throw new RangeError(`options.${name} must be ${what}, not ${value}`);
  }
  return value;
}

function optionalFunction(name, value) {
  if (value !== undefined && typeof value !== 'function') {
    throw new TypeError(`options.${name} must be a function, not ${describe(value)}`);
  }
  return value;
}

function optionalBoolean(name, value) {
  if (value !== undefined && typeof value !== 'boolean') {
    throw new TypeError(`options.${name} must be true or false, not ${describe(value)}`);
  }
  return value;
}

function describe(value) {
  if (value === null) {
    return 'null';
  }
  return Array.isArray(value) ? 'an array' : typeof value;
}

// "No limit" is a wish that people write as Infinity.
function isLimit(value) {
  return value === Infinity || (Number.isSafeInteger(value) && value > 0);
}

/**
 * @param {unknown} options what the caller passed
 * @returns {{ wasm: object, columns: 'plain' | 'typed', snapshots?: boolean, onError: 'throw' | 'skip',
 *   onSkip?: Function, onProgress?: Function, signal?: AbortSignal }} `wasm` goes to the Importer, the rest stays in
 *   JavaScript
 */
export function readOptions(options) {
  if (options === undefined) {
    options = {};
  }
  if (options === null || typeof options !== 'object' || Array.isArray(options)) {
    throw new TypeError(`options must be an object, not ${describe(options)}`);
  }
  const wasm = {};
  const set = (name, value) => {
    if (value !== undefined) {
      wasm[name] = value;
    }
  };
  set('fileName', optionalString('fileName', options.fileName));
  set('table', oneOf('table', options.table, TABLES));
  set('product', optionalString('product', options.product));
  set(
    'samplingInterval',
    optionalNumber(
      'samplingInterval',
      options.samplingInterval,
      (value) => Number.isSafeInteger(value) && value > 0,
      'a whole number of bytes above 0'
    )
  );
  for (const [name, largest] of Object.entries(LIMITS)) {
    const limit = optionalNumber(name, options[name], isLimit, 'a whole number above 0, or Infinity');
    set(name, limit && Math.min(limit, largest));
  }
  const { signal } = options;
  if (signal !== undefined && (signal === null || typeof signal.aborted !== 'boolean')) {
    throw new TypeError(`options.signal must be an AbortSignal, not ${describe(signal)}`);
  }
  return {
    wasm,
    columns: oneOf('columns', options.columns, COLUMNS, 'plain'),
    snapshots: optionalBoolean('snapshots', options.snapshots),
    onError: oneOf('onError', options.onError, ON_ERROR, 'throw'),
    onSkip: optionalFunction('onSkip', options.onSkip),
    onProgress: optionalFunction('onProgress', options.onProgress),
    signal,
  };
}
