// The profile at a glance: what was found, and which threads are looked at.

import { byId, element } from './dom.js';
import { formatBytes, formatCount, formatError, formatInteger, formatInterval } from './format.js';

const KINDS = {
  // Numbers that are missing in the order of the samples prove it.
  live: ['live', 'only objects still in memory'],
  sampled: ['sampled', 'the file does not say whether still in memory'],
  collected: ['collected', 'objects that were freed'],
  mixed: ['allocated', 'live objects and others'],
};

/**
 * @param {object} info
 * @param {object} view
 * @param {object} state
 * @param {number[]} state.threads
 * @param {string} state.title
 * @param {(threads: number[]) => void} onThreads
 */
export function showSummary(info, view, { threads, title }, onThreads) {
  const chosen = threads.map((thread) => info.threads[thread]);
  const [word, explanation] = KINDS[kindOf(chosen)];
  const total = element('p', { class: 'total' },
    element('span', { class: 'total-number' }, formatBytes(view.bytes)), ` ${word}`);
  total.dataset.bytes = String(view.bytes);
  total.dataset.kind = word;
  const facts = element('dl', { class: 'facts' }, ...describeFacts(info, view, chosen).map(fact));
  const error = view.hasSamples && view.samples > 0 ? ` ${formatError(view.samples)}` : '';
  byId('summary').replaceChildren(
    element('div', { class: 'headline' },
      element('h1', { class: 'file-name', id: 'result-title', tabIndex: -1, title }, title), total,
      element('p', { class: 'exact muted' },
        `${formatInteger(view.bytes)} bytes${error}, ${explanation}`)),
    facts,
    ...(info.threads.length > 1 ? [threadPicker(info, threads, onThreads)] : []));
}

function kindOf(threads) {
  const kinds = new Set(threads.map(({ kind }) => kind));
  return kinds.size === 1 ? [...kinds][0] : 'mixed';
}

function describeFacts(info, view, chosen) {
  const functions = view.functions.total.reduce((count, bytes) => count + (bytes > 0 ? 1 : 0), 0);
  const files = [...new Map(chosen.map((thread) => [thread.facts, thread])).values()];
  const add = (label) => files.reduce((sum, { facts }) => sum + (facts[label] ?? 0), 0);
  const facts = [
    ['functions', 'Functions', formatInteger(functions), `${formatCount(add('Call tree nodes'), 'call tree node')}`],
    ['samples', 'Samples', view.hasSamples ? formatInteger(add('Samples')) : 'none', orphans(add, view)],
    ['interval', 'Sampling interval', interval(files), 'estimated'],
    ['runtime', 'Runtime', info.product.replace(/ heap profile$/i, ''), started(info)],
  ];
  return facts;
}

function orphans(add, view) {
  if (!view.hasSamples) {
    return 'the file has only sizes';
  }
  const count = add('Orphan samples');
  const size = formatBytes(add('Orphan bytes'));
  return count === 0 ? 'all in the call tree' : `${formatInteger(count)} not in the tree, ${size}`;
}

function interval(files) {
  const found = files.map(({ facts }) => facts['Estimated sampling interval']).filter((value) => value !== undefined);
  if (found.length === 0) {
    return 'unknown';
  }
  const [least, most] = [Math.min(...found), Math.max(...found)];
  return least === most ? formatInterval(least) : `${formatInterval(least)} – ${formatInterval(most)}`;
}

function started({ startTime }) {
  return startTime === 0 ? '' : `started ${new Date(startTime).toLocaleString()}`;
}

function fact([id, label, value, note]) {
  const result = element('div', {}, element('dt', {}, label), element('dd', {}, value),
    ...(note ? [element('dd', { class: 'muted' }, note)] : []));
  result.dataset.fact = id;
  return result;
}

function threadPicker(info, threads, onThreads) {
  const chosen = new Set(threads);
  const largest = Math.max(...info.threads.map(({ bytes }) => bytes), 1);
  const items = info.threads.map(({ name, process, pid, file, bytes, kind }, index) => {
    const box = element('input', { type: 'checkbox', checked: chosen.has(index) });
    box.addEventListener('change', () => {
      const next = box.checked ? [...threads, index] : threads.filter((thread) => thread !== index);
      if (next.length === 0) {
        // There has to be something to look at.
        box.checked = true;
      } else {
        onThreads(next.sort((a, b) => a - b));
      }
    });
    const bar = element('span', { class: 'thread-bar', 'aria-hidden': 'true' });
    bar.style.width = `${(bytes / largest) * 100}%`;
    const label = element('label', { title: file }, box, element('span', { class: 'thread-name' }, name),
      element('span', { class: 'muted' }, pid === '0' ? file : `${process} ${pid}`),
      element('span', { class: 'thread-bytes' }, formatBytes(bytes)), bar);
    label.dataset.bytes = String(bytes);
    label.dataset.kind = kind;
    return element('li', {}, label);
  });
  return element('fieldset', { class: 'threads' }, element('legend', {}, `${info.threads.length} threads`),
    element('ul', {}, ...items));
}
