// Handing a profile to the Firefox Profiler in another tab. It asks for no permission and uploads nothing: the tab gets
// the profile by a message, and shows it.

export const DEFAULT_PROFILER = 'https://profiler.firefox.com';

/**
 * @param {string | null} given the origin in the page's address, `?profiler=…`
 * @returns {string}
 */
export function profilerOrigin(given) {
  if (!given) {
    return DEFAULT_PROFILER;
  }
  const url = URL.canParse(given) ? new URL(given) : null;
  if (url?.protocol !== 'https:' && url?.protocol !== 'http:') {
    throw new Error(`“${given}” is no address of a Firefox Profiler: it has to begin with https:// or http://`);
  }
  return url.origin;
}

/** Why a profile could not be handed over. `reason`: 'blocked', 'closed' or 'no-answer'. */
export class HandoverError extends Error {
  constructor(reason, message) {
    super(message);
    this.reason = reason;
  }
}

/**
 * Has to be called while a click is handled, else browsers block the tab.
 *
 * @param {object} options
 * @param {string} options.origin
 * @param {() => Promise<ArrayBuffer>} options.getProfile JSON, compressed or not. The profiler takes buffers like
 *   files; they go from tab to tab without being copied, where an object would stop both for seconds.
 * @param {number} [options.askEvery] milliseconds
 * @param {number} [options.giveUpAfter] milliseconds
 * @param {AbortSignal} [options.signal]
 */
export async function openInProfiler({ origin, getProfile, askEvery = 200, giveUpAfter = 60_000, signal }) {
  const tab = window.open(`${origin}/from-post-message/`, '_blank');
  if (!tab) {
    throw new HandoverError('blocked', 'The browser blocked the new tab. Allow pop-ups for this page and try again.');
  }
  const failed = new AbortController();
  const stop = signal ? AbortSignal.any([signal, failed.signal]) : failed.signal;
  try {
    // Both at once: the profiler takes some seconds to start.
    const [profile] = await Promise.all([
      getProfile(), whenReady({ tab, origin, askEvery, giveUpAfter, signal: stop }),
    ]);
    tab.postMessage({ name: 'inject-profile', profile }, origin, [profile]);
  } catch (error) {
    // Without a profile there is nothing to ask for any more.
    failed.abort(error);
    throw error;
  }
}

function whenReady({ tab, origin, askEvery, giveUpAfter, signal }) {
  return new Promise((resolve, reject) => {
    const stop = new AbortController();
    const end = (settle, value) => {
      stop.abort();
      clearInterval(asking);
      settle(value);
    };
    window.addEventListener('message', (event) => {
      // Other pages can send messages, too; the profile is for the profiler only.
      if (event.source === tab && event.origin === origin && event.data?.name === 'ready:response') {
        end(resolve);
      }
    }, { signal: stop.signal });
    const started = performance.now();
    const ask = () => {
      if (tab.closed) {
        end(reject, new HandoverError('closed', 'The tab was closed before the profiler was ready.'));
      } else if (performance.now() - started > giveUpAfter) {
        end(reject, new HandoverError('no-answer', `No answer from ${origin}. Is it reachable, and a Firefox ` +
          'Profiler? The profile can also be downloaded and dropped there.'));
      } else {
        tab.postMessage({ name: 'ready:request' }, origin);
      }
    };
    const asking = setInterval(ask, askEvery);
    signal.addEventListener('abort', () => end(reject, signal.reason), { signal: stop.signal });
    ask();
  });
}
