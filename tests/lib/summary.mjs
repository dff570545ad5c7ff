// Figures of a processed profile, to compare with those of the file that it was made of.

/** @param {object} thread @returns {object} the table that has the thread's rows */
export function rowsOf(thread) {
  return thread.nativeAllocations ?? thread.jsAllocations ?? thread.samples;
}

/** @param {object} thread @returns {number} */
export function bytesOf(thread) {
  return rowsOf(thread).weight.reduce((sum, weight) => sum + weight, 0);
}

/**
 * @param {object} profile
 * @returns {Record<string, number | string>} what meta.extra says, by label
 */
export function factsOf(profile) {
  return Object.fromEntries(profile.meta.extra[0].entries.map(({ label, value }) => [label, value]));
}

/**
 * @param {object} profile
 * @param {number} func
 * @returns {{ name: string, url: string, line: number | null, column: number | null }}
 */
export function describeFunction({ shared: { funcTable, sources, stringArray } }, func) {
  const source = funcTable.source[func];
  return {
    name: stringArray[funcTable.name[func]],
    url: source === null ? '' : stringArray[sources.filename[source]],
    line: funcTable.lineNumber[func],
    column: funcTable.columnNumber[func],
  };
}

/**
 * Self bytes by function in all threads, the heaviest first, then by name, URL and position. The same function in two
 * scripts counts as one.
 *
 * @param {object} profile
 * @returns {{ name: string, url: string, line: number | null, column: number | null, bytes: number }[]}
 */
export function functionsBySelf(profile) {
  const { stackTable, frameTable } = profile.shared;
  const selfOfFunc = new Map();
  for (const thread of profile.threads) {
    const { stack, weight, length } = rowsOf(thread);
    for (let row = 0; row < length; row++) {
      if (stack[row] !== null) {
        const func = frameTable.func[stackTable.frame[stack[row]]];
        selfOfFunc.set(func, (selfOfFunc.get(func) ?? 0) + weight[row]);
      }
    }
  }
  return mergeFunctions(profile, selfOfFunc);
}

/**
 * @param {object} profile
 * @param {Iterable<[number, number]>} selfOfFunc bytes by index into funcTable
 * @returns {ReturnType<typeof functionsBySelf>}
 */
export function mergeFunctions(profile, selfOfFunc) {
  const merged = new Map();
  for (const [func, bytes] of selfOfFunc) {
    const description = describeFunction(profile, func);
    const key = JSON.stringify(description);
    merged.set(key, { ...description, bytes: (merged.get(key)?.bytes ?? 0) + bytes });
  }
  return [...merged.values()].sort(heavierFirst);
}

/**
 * The top functions of expected.json as the profile should have them: without those of no bytes, and with positions
 * from 1.
 *
 * @param {{ topFunctions: object[], lineBase: 0 | 1 }} figures
 */
export function expectedFunctions({ topFunctions, lineBase }) {
  const position = (raw) => (raw + 1 - lineBase >= 1 ? raw + 1 - lineBase : null);
  return topFunctions
    .filter(({ bytes }) => bytes > 0)
    .map(({ name, url, line, column, bytes }) => ({
      name: name === '' ? '(anonymous)' : name,
      url,
      line: position(line),
      column: position(column),
      bytes,
    }))
    .sort(heavierFirst);
}

function heavierFirst(a, b) {
  const byPlace = () => compare(a.url, b.url) || a.line - b.line || a.column - b.column;
  return b.bytes - a.bytes || compare(a.name, b.name) || byPlace();
}

function compare(a, b) {
  return a < b ? -1 : a > b ? 1 : 0;
}
