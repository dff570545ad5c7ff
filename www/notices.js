// What went wrong, at the top of the page until it is closed.

import { byId, element } from './dom.js';
import { formatInteger } from './format.js';

/**
 * @param {string} title
 * @param {string} text
 * @param {...Node} more
 * @returns {HTMLElement}
 */
export function showNotice(title, text, ...more) {
  const close = element('button', { type: 'button', class: 'notice-close', 'aria-label': `Close: ${title}` }, '×');
  const body = element('div', {}, element('strong', {}, title), ' ', element('span', {}, text), ...more);
  const notice = element('div', { class: 'notice' }, body, close);
  close.addEventListener('click', () => notice.remove());
  byId('notices').append(notice);
  return notice;
}

/** @param {{ name: string, message: string, offset?: number | null }[]} skipped */
export function showSkipped(skipped) {
  for (const { name, message, offset } of skipped) {
    const isPlaced = offset !== null && offset !== undefined && !/\bbyte\b/i.test(message);
    const place = isPlaced ? ` (at byte ${formatInteger(offset)})` : '';
    // The name stands in front already.
    const text = message.startsWith(`${name}: `) ? message.slice(name.length + 2) : message;
    showNotice(name, text + place);
  }
}

export function clearNotices() {
  byId('notices').replaceChildren();
}
