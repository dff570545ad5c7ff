// What the project promises, and whether the measurements keep it.

import { ratio, MEGABYTE } from './numbers.mjs';

/**
 * @typedef {object} Target
 * @property {string} title
 * @property {boolean} isMore whether more is better
 * @property {number} floor
 * @property {number} goal
 * @property {string} unit
 * @property {(measurement: object) => number | null} value null where the measurement says nothing about it
 */

const isLarge = ({ input }) => input.bytes >= 15 * MEGABYTE;
const isNode = ({ engine }) => engine.startsWith('Node');

/** @type {Target[]} each is tested on all measurements that it has a value for */
export const targets = [
  {
    title: 'cold, 20 MB and more, Node: times as fast as JavaScript',
    isMore: true,
    floor: 8,
    goal: 12,
    unit: '×',
    value: (m) => (m.task === 'cold' && isLarge(m) && isNode(m) ? ratio(m.times.javascript, m.times.importer) : null),
  },
  {
    title: 'warm, 20 MB and more: times as fast as JavaScript',
    isMore: true,
    floor: 12,
    goal: 20,
    unit: '×',
    value: (m) => (m.task === 'warm' && isLarge(m) ? ratio(m.times.javascript, m.times.importer) : null),
  },
  {
    title: 'cold, 1 MB: times as fast as JavaScript',
    isMore: true,
    floor: 1.2,
    goal: 3,
    unit: '×',
    value: (m) => (m.task === 'cold' && m.input.name === '1 MB' ? ratio(m.times.javascript, m.times.importer) : null),
  },
  {
    title: 'import / L, 20 MB, warm',
    isMore: false,
    floor: 3,
    goal: 2,
    unit: '×',
    value: (m) => (m.task === 'warm' && m.input.name === '20 MB' ? ratio(m.times.importer, m.times.limit) : null),
  },
  {
    title: 'growth from 20 to 200 MB, warm',
    isMore: false,
    floor: 11,
    goal: 10,
    unit: '×',
    value: (m) => (m.task === 'growth' ? m.value : null),
  },
  {
    title: 'peak wasm memory / input byte, streaming',
    isMore: false,
    floor: 0.7,
    goal: 0.35,
    unit: '',
    value: (m) => (m.task === 'stream' ? m.wasm / m.input.bytes : null),
  },
  {
    title: 'peak process memory beyond the file / file, 200 MB',
    isMore: false,
    floor: 1.2,
    goal: 0.7,
    unit: '',
    value: (m) => (m.task === 'memory' && m.peer === 'importer' ? m.peak / m.input.bytes : null),
  },
  {
    title: 'wasm, brotli',
    isMore: false,
    floor: 60,
    goal: 50,
    unit: ' KB',
    value: (m) => (m.task === 'size' ? m.brotli / 1000 : null),
  },
  {
    title: 'gzip input: times as fast as DecompressionStream and import',
    isMore: true,
    floor: 1,
    goal: 2,
    unit: '×',
    value: (m) => {
      // The better of the two ways in which one would do it.
      const other = m.task === 'gzip' && Math.min(...['inflateAll', 'inflateStream'].map((peer) => m.medians[peer]));
      return m.task === 'gzip' ? other / m.medians.importer : null;
    },
  },
  {
    title: 'more than 1 GB as a stream: peak wasm memory / input byte',
    isMore: false,
    floor: 0.7,
    goal: 0.35,
    unit: '',
    value: (m) => (m.task === 'huge' ? m.wasm / m.bytes : null),
  },
];

/**
 * @param {object[]} measurements
 * @returns {{ title: string, floor: number, goal: number, unit: string, worst: number, best: number, where: string,
 *   verdict: 'goal' | 'floor' | 'missed' }[]} for each target that was measured, with the worst value
 */
export function judge(measurements) {
  return targets.flatMap(({ value, isMore, ...target }) => {
    const values = measurements.map((measurement) => ({ measurement, value: value(measurement) }));
    const found = values.filter((entry) => entry.value !== null).sort((one, two) => one.value - two.value);
    if (found.length === 0) {
      return [];
    }
    const [worst, best] = isMore ? [found[0], found.at(-1)] : [found.at(-1), found[0]];
    const reaches = (mark) => (isMore ? worst.value >= mark : worst.value <= mark);
    const verdict = reaches(target.goal) ? 'goal' : reaches(target.floor) ? 'floor' : 'missed';
    const { engine, input } = worst.measurement;
    const where = [engine, input?.name].filter(Boolean).join(', ');
    return [{ ...target, worst: worst.value, best: best.value, where, verdict }];
  });
}
