// The selected function, with links to the three views.

import { byId, element } from './dom.js';
import { formatBytes, formatCount, formatError, formatPercent } from './format.js';

/**
 * @param {import('./functions.js').Functions} functions
 * @param {object} view
 * @param {number} func or -1
 * @param {Record<'onFlame' | 'onTable' | 'onPackage' | 'onClose', () => void>} listeners
 */
export function showDetails(functions, view, func, listeners) {
  const box = byId('details');
  box.hidden = func === -1;
  if (func === -1) {
    box.replaceChildren();
    return;
  }
  const link = (text, onClick) => {
    const button = element('button', { type: 'button', class: 'button small' }, text);
    button.addEventListener('click', onClick);
    return button;
  };
  const { self, total, selfSamples, totalSamples } = view.functions;
  const size = (bytes, samples) => {
    const notes = [formatPercent(bytes, view.bytes)];
    if (view.hasSamples) {
      notes.push(...(samples > 0 ? [formatError(samples)] : []), formatCount(samples, 'sample'));
    }
    return [`${formatBytes(bytes)} `, element('span', { class: 'muted' }, notes.join(' · '))];
  };
  const close = element('button', { type: 'button', class: 'notice-close', 'aria-label': 'Close details' }, '×');
  close.addEventListener('click', listeners.onClose);
  box.replaceChildren(
    element('div', { class: 'details-name' },
      element('span', { class: `swatch cat-${functions.categoryOf(func).color}` }),
      element('h2', {}, functions.nameOf(func)),
      element('p', { class: 'location' }, functions.locationOf(func) || functions.kindOf(func))),
    element('dl', { class: 'details-sizes' },
      element('div', {}, element('dt', {}, 'Self'), element('dd', {}, ...size(self[func], selfSamples[func]))),
      element('div', {}, element('dt', {}, 'Total'), element('dd', {}, ...size(total[func], totalSamples[func])))),
    element('div', { class: 'details-links' },
      link('Flame graph', listeners.onFlame), link('Table', listeners.onTable),
      link(`All of ${functions.groupOf(func).name}`, listeners.onPackage)),
    close);
}
