// The measurements as tables, for the terminal and for README.md.

import { readFileSync, writeFileSync } from 'node:fs';
import { MEGABYTE, short } from './numbers.mjs';
import { judge } from './targets.mjs';

const START = '<!-- results -->';
const END = '<!-- end of results -->';
const VERDICTS = { goal: 'goal reached', floor: 'floor held', missed: '**missed**' };

/**
 * @param {object} results
 * @returns {string} Markdown
 */
export function toMarkdown({ date, machine, versions, measurements }) {
  const { cpu, cores, memory, system } = machine;
  const engines = Object.entries(versions).map(([name, version]) => `${name} (${version})`).join(', ');
  return [
    `Measured on ${date} on ${cpu}, ${cores} cores, ${memory} GB, ${system}, with ${engines}.`,
    table(['target', 'floor', 'goal', 'measured', 'where it is worst', ''], judge(measurements).map(targetRow)),
    'Milliseconds, medians. L is the limit: copying the bytes, one look at each, and the arrays of the result.',
    table(
      ['', 'engine', 'input', 'importer', 'JavaScript', 'L', 'JavaScript / importer', 'importer / L'],
      measurements.filter(({ task }) => task === 'warm' || task === 'cold').map(timeRow)
    ),
    table(['', 'engine', 'input', 'measured'], measurements.flatMap(otherRow)),
  ].join('\n\n');
}

function targetRow({ title, floor, goal, unit, worst, best, where, verdict }) {
  const range = short(worst) === short(best) ? short(worst) : `${short(worst)} to ${short(best)}`;
  return [title, `${floor}${unit}`, `${goal}${unit}`, `${range}${unit}`, where, VERDICTS[verdict]];
}

function timeRow({ task, engine, input, medians: { importer, javascript, limit } }) {
  const rest = limit === undefined ? ['', short(javascript / importer), ''] : [short(limit)];
  const ratios = limit === undefined ? [] : [short(javascript / importer), short(importer / limit)];
  return [task, engine, input.name, short(importer), short(javascript), ...rest, ...ratios];
}

const megabytes = (bytes) => `${short(bytes / MEGABYTE)} MB`;

function otherRow(m) {
  const row = (what, measured) => [[what, m.engine ?? '', m.input?.name ?? '', measured]];
  const { importer, inflateAll, inflateStream } = m.medians ?? {};
  switch (m.task) {
    case 'memory':
      return row(`process memory beyond the file, ${m.peer}`, megabytes(m.peak));
    case 'stream':
      return row('wasm memory, streaming', megabytes(m.wasm));
    case 'gzip':
      return row(
        'gzip: importer; DecompressionStream then import; DecompressionStream as a stream',
        [importer, inflateAll, inflateStream].map((time) => `${short(time)} ms`).join('; ')
      );
    case 'huge':
      return row(
        `${megabytes(m.bytes)} as a stream: time with making it, wasm memory, process memory`,
        `${short(m.time / 1000)} s, ${megabytes(m.wasm)}, ${megabytes(m.peak)}`
      );
    case 'size':
      return row('size of the module: raw, gzip, brotli', `${m.raw}, ${m.gzip}, ${m.brotli} bytes`);
    default:
      return [];
  }
}

function table(heads, rows) {
  const all = [heads, heads.map(() => '---'), ...rows];
  const widths = heads.map((_, column) => Math.max(...all.map((row) => row[column].length)));
  const fill = (cell, column) => (cell === '---' ? '-'.repeat(widths[column]) : cell.padEnd(widths[column]));
  return all.map((row) => `| ${row.map(fill).join(' | ')} |`).join('\n');
}

/**
 * Puts the tables where the last ones are.
 *
 * @param {string} path of README.md
 * @param {string} markdown
 */
export function writeReadme(path, markdown) {
  const text = readFileSync(path, 'utf8');
  const [before, after] = [text.indexOf(START) + START.length, text.indexOf(END)];
  writeFileSync(path, `${text.slice(0, before)}\n\n${markdown}\n\n${text.slice(after)}`);
}
