// The figures of a profile as text for a terminal.

import { isComparison } from './kinds.js';
import { alignTable, printable } from './style.js';
import { formatBytes, formatCount } from './summary.js';

const LONGEST_NAME = 60;

/**
 * @param {import('./figures.js').Figures} figures
 * @param {ReturnType<typeof import('./style.js').styles>} style
 * @returns {string}
 */
export function toText(figures, style) {
  const { product, threads, comparisons, packages, topBySelf, topByTotal } = figures;
  const files = new Set(threads.filter(({ kind }) => !isComparison(kind)).map(({ file }) => file));
  const [file] = files;
  const title = files.size > 1 ? `${product}, ${files.size} files` : product + (file === null ? '' : `: ${file}`);
  const sections = [
    [style.bold(printable(title)), ...facts(figures, style)],
    threads.length > 1 && section('Threads', threadTable(figures, style), style),
    ...comparisons.map((comparison) => comparisonSection(comparison, style)),
    packages.length > 0 && section('By package', sizeTable(packages, figures, 'self', packageCells, style), style),
    topBySelf.length > 0 &&
      section('Functions by self size', sizeTable(topBySelf, figures, 'self', functionCells, style), style),
    topByTotal.length > 0 &&
      section('Functions by total size', sizeTable(topByTotal, figures, 'total', functionCells, style), style),
  ];
  return `${sections.filter(Boolean).map((lines) => lines.join('\n')).join('\n\n')}\n`;
}

function section(title, lines, style) {
  return [style.bold(title), ...lines.map((line) => `  ${line}`)];
}

function comparisonSection({ name, kind, bytes, topBySelf }, style) {
  if (topBySelf.length === 0) {
    return null;
  }
  const whole = { liveBytes: kind === 'difference' ? 0 : bytes };
  const format = kind === 'difference' ? signed : formatBytes;
  const title = `${printable(name)}, ${format(bytes)}: functions by self size`;
  return section(title, sizeTable(topBySelf, whole, 'self', functionCells, style, format), style);
}

function signed(bytes) {
  return `${bytes > 0 ? '+' : ''}${formatBytes(bytes)}`;
}

// What is said of the total, where it is that of one of the files only.
function ofWhich({ threads, comparisons }) {
  if (threads.some(({ kind }) => kind === 'snapshot')) {
    return ', in the last snapshot';
  }
  const difference = comparisons.find(({ kind }) => kind === 'difference');
  if (difference === undefined) {
    return '';
  }
  const { bytes } = difference;
  const amount = `${formatBytes(Math.abs(bytes))} ${bytes > 0 ? 'more' : 'less'}`;
  return bytes === 0 ? ', as the base' : `, ${amount} than the base`;
}

function facts(figures, style) {
  const { liveBytes, collectedBytes, isLive, samples, samplingInterval, orphanSamples, orphanBytes } = figures;
  const live = isLive ? 'live' : 'sampled, live or not';
  const interval = samplingInterval === null ? '' : `, about one in ${formatBytes(samplingInterval)}`;
  const rows = [
    ['Total', `${formatBytes(liveBytes)} ${live}${ofWhich(figures)}`],
    collectedBytes > 0 && ['Collected', `${formatBytes(collectedBytes)} that the garbage collector took`],
    ['Samples', samples === null ? 'none in the file' : formatCount(samples, 'sample') + interval],
    orphanSamples > 0 && [
      'Orphans',
      `${formatCount(orphanSamples, 'sample')} of ${formatBytes(orphanBytes)}, left out: not in the call tree`,
    ],
    ['Functions', figures.functions.toLocaleString('en-US')],
  ];
  return alignTable(rows.filter(Boolean), [{ style: style.dim }, {}]);
}

function threadTable({ threads, liveBytes, collectedBytes }, style) {
  const rows = threads.map(({ name, pid, tid, bytes, samples, samplingInterval, kind }) => [
    kind === 'difference' ? signed(bytes) : formatBytes(bytes),
    percent(bytes, liveBytes + collectedBytes),
    name,
    `pid ${pid}, tid ${tid}`,
    samples === null ? '' : formatCount(samples, 'sample'),
    samples === null || samplingInterval === null ? '' : `one in ${formatBytes(samplingInterval)}`,
  ]);
  const printed = rows.map((row) => row.map(printable));
  return alignTable(printed, [{ isRight: true }, { isRight: true, style: style.dim }, {}, {}, { isRight: true }, {}]);
}

function sizeTable(sizes, { liveBytes }, column, cells, style, format = formatBytes) {
  const other = column === 'self' ? 'total' : 'self';
  const heads = [column, '±', '%', other, '', ''];
  const rows = sizes.map((size) => [
    format(size[`${column}Bytes`]),
    size[`${column}Error`] === null ? '' : `± ${Math.round(size[`${column}Error`] * 100)} %`,
    percent(size[`${column}Bytes`], liveBytes),
    format(size[`${other}Bytes`]),
    ...cells(size).map(printable),
  ]);
  const right = { isRight: true };
  const dim = { style: style.dim };
  const columns = [{ ...right, style: style.yellow }, right, right, { ...right, ...dim }, {}, dim];
  const [head, ...lines] = alignTable([heads, ...rows], columns);
  return [style.dim(head), ...lines];
}

function packageCells({ kind, name }) {
  return [name, kind === 'Dependency' ? 'npm package' : ''];
}

function functionCells({ name, url, line, column, kind }) {
  const place = url === null ? kind : [url, line, line && column].filter((part) => part !== null).join(':');
  const letters = [...name];
  return [letters.length > LONGEST_NAME ? `${letters.slice(0, LONGEST_NAME - 1).join('')}…` : name, place];
}

function percent(part, whole) {
  return whole === 0 ? '' : `${((part / whole) * 100).toFixed(1)} %`;
}
