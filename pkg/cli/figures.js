// The numbers of a profile: who holds how many bytes, and how sure that is.

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
 * @property {number} liveBytes all bytes but those known to be collected; what `--limit-bytes` looks at
 * @property {number} collectedBytes allocations which the file marks as collected
 * @property {boolean} isLive whether the files prove that liveBytes has live objects only
 * @property {number} functions
 * @property {number | null} samples null if the files have none
 * @property {number | null} samplingInterval in bytes; null if unknown, or not the same in all files
 * @property {number} orphanSamples samples left out because their node isn't in the call tree
 * @property {number} orphanBytes
 * @property {{ name: string, processName: string, pid: string, tid: number | string, file: string | null,
 *   bytes: number, samples: number | null, samplingInterval: number | null, isCollected: boolean }[]} threads
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
  const self = { bytes: new Float64Array(stacks), samples: new Float64Array(stacks) };
  const unplaced = { bytes: 0, samples: 0 };
  const counted = threads.map((entry) => {
    let bytes = 0;
    for (const { stack, weight, isSample } of rowsOf(entry)) {
      bytes += weight;
      if (entry.isCollected) {
        continue;
      }
      if (stack === null) {
        unplaced.bytes += weight;
      } else {
        self.bytes[stack] += weight;
        self.samples[stack] += isSample ? 1 : 0;
      }
    }
    sums[entry.isCollected ? 'collected' : 'live'] += bytes;
    return describeThread(entry, bytes);
  });
  const facts = sumFacts(threads.filter(({ isCollected }) => !isCollected).map(({ facts }) => facts));
  const functions = countFunctions(profile, self);
  return {
    version: 1,
    product: profile.meta.product,
    liveBytes: sums.live,
    collectedBytes: sums.collected,
    ...facts,
    functions: profile.shared.funcTable.length,
    threads: counted,
    packages: countPackages(profile, self),
    topBySelf: best(functions, 'selfBytes', top),
    topByTotal: best(functions, 'totalBytes', top),
  };
}

function describeThread({ thread, facts, file, isCollected, sampleRows }, bytes) {
  const { name, processName, pid, tid } = thread;
  const samples = isSampled(facts) ? sampleRows : null;
  return { name, processName, pid, tid, file, bytes, samples, samplingInterval: facts.interval, isCollected };
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

function countFunctions({ meta, shared }, self) {
  const { frameTable, funcTable, sources, stringArray } = shared;
  const kinds = new Array(funcTable.length);
  for (let frame = 0; frame < frameTable.length; frame++) {
    kinds[frameTable.func[frame]] = meta.categories[frameTable.category[frame]].name;
  }
  const sizes = addUp(shared, self, frameTable.func, funcTable.length);
  return sizes.map((size, func) => {
    const source = funcTable.source[func];
    return {
      name: stringArray[funcTable.name[func]],
      url: source === null ? null : stringArray[sources.filename[source]],
      line: funcTable.lineNumber[func],
      column: funcTable.columnNumber[func],
      kind: kinds[func],
      ...size,
    };
  });
}

// Dependencies count by package, everything else by category: "who holds my memory" asks for no more.
function countPackages({ meta, shared }, self) {
  const names = [];
  const numbers = new Map();
  const { category, subcategory, length } = shared.frameTable;
  const packageOfFrame = new Int32Array(length);
  for (let frame = 0; frame < length; frame++) {
    const { name: kind, subcategories } = meta.categories[category[frame]];
    const name = kind === 'Dependency' ? subcategories[subcategory[frame]] : (OWN_CODE[kind] ?? kind);
    const key = `${kind}\0${name}`;
    if (!numbers.has(key)) {
      numbers.set(key, names.push({ kind, name }) - 1);
    }
    packageOfFrame[frame] = numbers.get(key);
  }
  const sizes = addUp(shared, self, packageOfFrame, names.length).map((size, index) => ({ ...names[index], ...size }));
  return best(sizes, 'selfBytes', Infinity);
}

function best(list, key, top) {
  const other = key === 'selfBytes' ? 'totalBytes' : 'selfBytes';
  return list
    .filter((size) => size[key] > 0)
    .sort((one, two) => two[key] - one[key] || two[other] - one[other])
    .slice(0, top);
}
