// The numbers of a profile: who holds how many bytes, and how sure that is.

import { isComparison } from './kinds.js';
import { isSampled, rowsOf, threadsOf } from './rows.js';
import { addUp } from './tree.js';

const OWN_CODE = { JavaScript: 'own code' };

/**
 * @typedef {object} Size an amount of live memory
 * @property {number} selfBytes of allocations made there
 * @property {number} totalBytes the same, with all that was called from there
 * @property {number} selfSamples
 * @property {number} totalSamples
 * @property {number | null} selfError relative standard error: 1/√samples; null without samples
 * @property {number | null} totalError
 */

/**
 * @typedef {object} Figures what `info --json` prints; keys may be added in later versions
 * @property {1} version of this format
 * @property {string} product such as 'Node.js heap profile'
 * @property {number} liveBytes all bytes but those known to be collected; what `--limit-bytes` looks at. Of snapshots
 *   it is the last one, and of two files that are compared the second, here and in all that isn't about comparisons
 * @property {number} collectedBytes allocations which the file marks as collected
 * @property {boolean} isLive whether the files prove that liveBytes has live objects only
 * @property {number} functions
 * @property {number | null} samples null if the files have none
 * @property {number | null} samplingInterval in bytes; null if unknown, or not the same in all files
 * @property {number} orphanSamples samples left out because their node isn't in the call tree
 * @property {number} orphanBytes
 * @property {{ name: string, processName: string, pid: string, tid: number | string, file: string | null,
 *   bytes: number, samples: number | null, samplingInterval: number | null, isCollected: boolean,
 *   kind: import('./kinds.js').Kind }[]} threads
 * @property {{ name: string, pid: string, kind: 'growth' | 'survived' | 'difference', bytes: number,
 *   topBySelf: Figures['topBySelf'] }[]} comparisons the threads that are growth between snapshots, what survived them,
 *   or a difference, in which sizes may be negative and those that differ most come first
 * @property {({ kind: string, name: string } & Size)[]} packages by selfBytes; `kind` is the category, `name` the npm
 *   package or the kind in words
 * @property {({ name: string, url: string | null, line: number | null, column: number | null, kind: string } & Size)[]}
 *   topBySelf lines and columns count from 1
 * @property {Figures['topBySelf']} topByTotal
 */

/**
 * @param {object} profile
 * @param {number} top how many functions to name
 * @returns {Figures}
 */
export function countFigures(profile, top) {
  const threads = threadsOf(profile);
  const sums = { live: 0, collected: 0 };
  const stacks = profile.shared.stackTable.length;
  const newSelf = () => ({ bytes: new Float64Array(stacks), samples: new Float64Array(stacks) });
  const self = newSelf();
  const functionsOf = functionCounter(profile);
  const counted = [];
  const comparisons = [];
  for (const entry of threads) {
    const { thread, kind } = entry;
    const isCollected = kind === 'collected';
    const own = isComparison(kind) ? newSelf() : entry.isCurrent && !isCollected ? self : null;
    let bytes = 0;
    for (const { stack, weight, isSample } of rowsOf(entry)) {
      bytes += weight;
      if (own !== null && stack !== null) {
        own.bytes[stack] += weight;
        own.samples[stack] += isSample ? 1 : 0;
      }
    }
    if (entry.isCurrent) {
      sums[isCollected ? 'collected' : 'live'] += bytes;
    }
    counted.push(describeThread(entry, bytes));
    if (isComparison(kind)) {
      const topBySelf = best(functionsOf(own), 'selfBytes', top);
      comparisons.push({ name: thread.name, pid: thread.pid, kind, bytes, topBySelf });
    }
  }
  const current = threads.filter(({ kind, isCurrent }) => isCurrent && kind !== 'collected');
  const facts = sumFacts(current.map((entry) => entry.facts));
  const functions = functionsOf(self);
  return {
    version: 1,
    product: profile.meta.product,
    liveBytes: sums.live,
    collectedBytes: sums.collected,
    ...facts,
    functions: profile.shared.funcTable.length,
    threads: counted,
    comparisons,
    packages: countPackages(profile, self),
    topBySelf: best(functions, 'selfBytes', top),
    topByTotal: best(functions, 'totalBytes', top),
  };
}

function describeThread({ thread, facts, file, kind, sampleRows }, bytes) {
  const { name, processName, pid, tid } = thread;
  const samples = isSampled(facts) ? sampleRows : null;
  const isCollected = kind === 'collected';
  return { name, processName, pid, tid, file, bytes, samples, samplingInterval: facts.interval, isCollected, kind };
}

function sumFacts(all) {
  const add = (key) => all.reduce((sum, facts) => sum + (facts[key] ?? 0), 0);
  const [{ interval }] = all;
  return {
    isLive: all.every((facts) => facts.isLive),
    samples: all.some(isSampled) ? add('samples') : null,
    samplingInterval: all.every((facts) => facts.interval === interval) ? interval : null,
    orphanSamples: add('orphans'),
    orphanBytes: add('orphanBytes'),
  };
}

// What has the same name and place is one function, although each thread loads a script of its own.
function functionCounter({ meta, shared }) {
  const { frameTable, funcTable, sources, stringArray } = shared;
  const index = new Index();
  const functionOfFrame = new Int32Array(frameTable.length);
  for (let frame = 0; frame < frameTable.length; frame++) {
    const func = frameTable.func[frame];
    const source = funcTable.source[func];
    const name = stringArray[funcTable.name[func]];
    const [line, column] = [funcTable.lineNumber[func], funcTable.columnNumber[func]];
    const url = source === null ? null : stringArray[sources.filename[source]];
    const kind = meta.categories[frameTable.category[frame]].name;
    // Without a source, functions of one name may be many.
    const key = url === null ? String(func) : [line, column, name, url].join('\0');
    functionOfFrame[frame] = index.add(key, { name, url, line, column, kind });
  }
  return (self) => index.join(addUp(shared, self, functionOfFrame, index.size));
}

// Dependencies count by package, everything else by category: "who holds my memory" asks for no more.
function countPackages({ meta, shared }, self) {
  const index = new Index();
  const { category, subcategory, length } = shared.frameTable;
  const packageOfFrame = new Int32Array(length);
  for (let frame = 0; frame < length; frame++) {
    const { name: kind, subcategories } = meta.categories[category[frame]];
    const name = kind === 'Dependency' ? subcategories[subcategory[frame]] : (OWN_CODE[kind] ?? kind);
    packageOfFrame[frame] = index.add(`${kind}\0${name}`, { kind, name });
  }
  return best(index.join(addUp(shared, self, packageOfFrame, index.size)), 'selfBytes', Infinity);
}

/** Numbers things by their key. */
class Index {
  numbers = new Map();
  things = [];

  get size() {
    return this.things.length;
  }

  add(key, thing) {
    let number = this.numbers.get(key);
    if (number === undefined) {
      number = this.things.push(thing) - 1;
      this.numbers.set(key, number);
    }
    return number;
  }

  join(sizes) {
    return this.things.map((thing, number) => ({ ...thing, ...sizes[number] }));
  }
}

function best(list, key, top) {
  const other = key === 'selfBytes' ? 'totalBytes' : 'selfBytes';
  return list
    .filter((size) => size[key] !== 0)
    .sort((one, two) => Math.abs(two[key]) - Math.abs(one[key]) || Math.abs(two[other]) - Math.abs(one[other]))
    .slice(0, top);
}
