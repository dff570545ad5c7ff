// The buttons which give the profile away: to the Firefox Profiler, or as a file.

import { announce, byId, element } from './dom.js';
import { HandoverError, openInProfiler, profilerOrigin } from './handover.js';
import { showNotice } from './notices.js';

const SLOW = 8000;

/** @param {import('./session.js').Session} session */
export function listenForActions(session) {
  byId('open-profiler').addEventListener('click', () => handOver(session));
  byId('download').addEventListener('click', () => download(session));
}

async function handOver(session) {
  const controller = new AbortController();
  let slow;
  let notice;
  try {
    const origin = profilerOrigin(new URLSearchParams(location.search).get('profiler'));
    slow = setTimeout(() => {
      const stop = element('button', { type: 'button', class: 'button small' }, 'Stop waiting');
      stop.addEventListener('click', () => controller.abort());
      notice = showNotice('Waiting for the profiler', `${origin} has not answered yet.`, stop);
    }, SLOW);
    await openInProfiler({ origin, getProfile: () => session.job.export(), signal: controller.signal });
    announce('The profile is open in the Firefox Profiler');
  } catch (error) {
    if (!controller.signal.aborted) {
      const title = error instanceof HandoverError ? 'Not opened in the profiler' : 'The profiler can’t be opened';
      showNotice(title, error.message);
    }
  } finally {
    clearTimeout(slow);
    notice?.remove();
  }
}

async function download(session) {
  const button = byId('download');
  button.disabled = true;
  try {
    const url = URL.createObjectURL(new Blob([await session.job.export()], { type: 'application/gzip' }));
    element('a', { href: url, download: `${fileName(session.title)}.json.gz` }).click();
    // The browser reads it after the click.
    setTimeout(() => URL.revokeObjectURL(url), 60_000);
  } catch (error) {
    if (error.name !== 'AbortError') {
      showNotice('Not downloaded', error.message);
    }
  } finally {
    button.disabled = false;
  }
}

function fileName(title) {
  return title.replace(/\.gz$/i, '').replace(/\.json$/i, '').replace(/[^\p{L}\p{N} ._-]+/gu, '_');
}
