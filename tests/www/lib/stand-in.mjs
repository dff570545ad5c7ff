// A stand-in for the Firefox Profiler: a page at another origin that speaks its protocol.

import { createServer } from 'node:http';

/**
 * @returns {Promise<{ origin: string, behave(behaviour: object): void, close(): Promise<void> }>} `behave`:
 *   `answerAfter` that many requests (Infinity: never), or `redirect` to another origin
 */
export async function startStandIn() {
  let behaviour = { answerAfter: 0 };
  const server = createServer((request, response) => {
    if (request.url !== '/from-post-message/') {
      response.writeHead(404).end();
    } else if (behaviour.redirect) {
      response.writeHead(302, { Location: `${behaviour.redirect}/from-post-message/` }).end();
    } else {
      response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' })
        .end(`<!doctype html><title>Stand-in</title><script>(${script})(${behaviour.answerAfter})</script>`);
    }
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${server.address().port}`,
    behave(next) {
      behaviour = next;
    },
    close() {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(resolve));
    },
  };
}

// Runs in the page.
function script(answerAfter) {
  const state = { requests: 0, profile: null };
  globalThis.state = state;
  // What any page could say to any other: it must not be taken for the profiler.
  window.opener?.postMessage({ name: 'something:else' }, '*');
  window.addEventListener('message', async ({ data, source }) => {
    if (data.name === 'ready:request') {
      state.requests += 1;
      if (state.requests > answerAfter) {
        source.postMessage({ name: 'ready:response' }, '*');
      }
    } else if (data.name === 'inject-profile') {
      const isGzip = new Uint8Array(data.profile)[0] === 0x1f;
      const stream = new Blob([data.profile]).stream();
      const text = isGzip ? stream.pipeThrough(new DecompressionStream('gzip')) : stream;
      state.profile = await new Response(text).json();
    }
  });
}
