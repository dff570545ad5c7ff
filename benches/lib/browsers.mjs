// The measurements in each browser.

import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join, normalize } from 'node:path';
import { browsers } from '../../tests/browser/lib/launch.mjs';
import { inRoot } from '../../scripts/lib/paths.mjs';

const TYPES = { js: 'text/javascript', mjs: 'text/javascript', wasm: 'application/wasm' };
const PAGE = '<!doctype html><meta charset="utf-8"><title>Benchmark</title>';

/**
 * @param {Record<string, string>} files heap profiles by name
 * @param {string[]} names of browsers
 * @param {(engine: ReturnType<typeof import('./nodes.mjs').findNodes>[0]) => Promise<void>} use
 */
export async function withBrowsers(files, names, use) {
  const server = createServer((request, response) => {
    answer(files, request, response).catch(() => response.writeHead(404).end());
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${server.address().port}`;
  try {
    for (const name of names) {
      const browser = await browsers[name]();
      try {
        const version = (await browser.version()).replace(/^.*\//, '');
        await use({ name, version, run: (task, args) => runInPage(browser, origin, task, args) });
      } finally {
        await browser.close();
      }
    }
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

async function answer(files, request, response) {
  const { pathname } = new URL(request.url, 'http://localhost');
  const headers = {
    // With these, pages have clocks that are precise enough.
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Embedder-Policy': 'require-corp',
    'Cache-Control': 'no-store',
  };
  if (pathname === '/') {
    response.writeHead(200, { ...headers, 'Content-Type': 'text/html' }).end(PAGE);
    return;
  }
  const name = decodeURIComponent(pathname.slice(1));
  if (!Object.hasOwn(files, name) && !/^(pkg|benches)\//.test(normalize(name))) {
    throw new Error('outside');
  }
  const path = files[name] ?? join(inRoot(), normalize(name));
  const type = TYPES[path.split('.').pop()] ?? 'application/octet-stream';
  response.writeHead(200, { ...headers, 'Content-Type': type, 'Content-Length': (await stat(path)).size });
  createReadStream(path).pipe(response);
}

// A page without anything from an earlier one: each has a profile of its own.
async function runInPage(browser, origin, task, args) {
  const context = await browser.createBrowserContext();
  try {
    const page = await context.newPage();
    await page.goto(origin);
    await page.evaluate(startInPage, task, args);
    for (;;) {
      // Puppeteer waits for no call as long as a measurement may take.
      await new Promise((resolve) => setTimeout(resolve, 500));
      const outcome = await page.evaluate(() => globalThis.outcome);
      if (outcome?.error) {
        throw new Error(`${task} in the page: ${outcome.error}`);
      }
      if (outcome) {
        return outcome.result;
      }
    }
  } finally {
    await context.close();
  }
}

// Runs in the page.
function startInPage(task, { file, rounds, peer }) {
  const loadImporter = async () => {
    const { default: init, importHeapProfile } = await import('/pkg/index.js');
    await init();
    return importHeapProfile;
  };
  const loadJavaScript = async () => (await import('/benches/js-importer.mjs')).importInJavaScript;
  const measure = async () => {
    const bytes = new Uint8Array(await (await fetch(`/${encodeURIComponent(file)}`)).arrayBuffer());
    if (task === 'warm') {
      const { measureWarm } = await import('/benches/lib/warm.mjs');
      return measureWarm(await loadImporter(), bytes, rounds);
    }
    const { measureCold } = await import('/benches/lib/cold.mjs');
    return measureCold(peer === 'javascript' ? loadJavaScript : loadImporter, bytes);
  };
  measure().then(
    (result) => (globalThis.outcome = { result }),
    (error) => (globalThis.outcome = { error: String(error) })
  );
}
