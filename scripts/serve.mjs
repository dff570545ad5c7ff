// npm run page: builds what is missing and serves the web page on this machine.

import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname } from 'node:path';
import { parseArgs } from 'node:util';
import { build } from './build.mjs';
import { siteFiles } from './lib/site.mjs';
import { main } from './lib/run.mjs';
import { setUpBuild } from './setup.mjs';

const TYPES = {
  '.css': 'text/css; charset=utf-8',
  '.gz': 'application/gzip',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.wasm': 'application/wasm',
  '.webmanifest': 'application/manifest+json',
  '.woff2': 'font/woff2',
};

/**
 * What the page's own <meta> says, for the worker too, which has its policy from the server only; and what a <meta>
 * can't say. Hosts of the page are advised to send the same.
 */
export const CONTENT_SECURITY_POLICY = [
  "default-src 'none'", "script-src 'self' 'wasm-unsafe-eval'", "style-src 'self'", "img-src 'self'", "font-src 'self'",
  "connect-src 'self'", "worker-src 'self'", "manifest-src 'self'", "base-uri 'none'", "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/**
 * @param {object} [options]
 * @param {number} [options.port] 0 for any that is free
 * @param {string} [options.base] the folder that the page is in, with slashes at both ends
 * @returns {Promise<{ url: string, close(): Promise<void> }>}
 */
export async function serve({ port = 0, base = '/' } = {}) {
  const server = createServer((request, response) => answer(request, response, base));
  await new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  return {
    url: `http://127.0.0.1:${server.address().port}${base}`,
    close: () => new Promise((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    }),
  };
}

async function answer(request, response, base) {
  const { pathname } = new URL(request.url, 'http://localhost');
  const name = pathname.startsWith(base) ? pathname.slice(base.length) || 'index.html' : '';
  try {
    // Looked up for each request, so that files which are new or changed are there after a reload. Only these can be
    // had: a path is never made from what is asked for.
    const file = siteFiles().get(name);
    if (file === undefined || (request.method !== 'GET' && request.method !== 'HEAD')) {
      response.writeHead(404, { 'Content-Type': 'text/plain' }).end('Not found\n');
      return;
    }
    const body = Buffer.isBuffer(file) ? file : await readFile(file);
    response.writeHead(200, {
      'Content-Type': TYPES[extname(name)] ?? 'application/octet-stream',
      'Content-Length': body.length,
      'Content-Security-Policy': CONTENT_SECURITY_POLICY,
      'Cross-Origin-Resource-Policy': 'same-origin',
      'Referrer-Policy': 'no-referrer',
      'X-Content-Type-Options': 'nosniff',
      'Cache-Control': 'no-cache',
    }).end(request.method === 'HEAD' ? undefined : body);
  } catch (error) {
    response.writeHead(500, { 'Content-Type': 'text/plain' }).end(`${error.message}\n`);
  }
}

if (process.argv[1] === import.meta.filename) {
  await main(async () => {
    const { values } = parseArgs({ options: { port: { type: 'string', default: '8000' } } });
    await setUpBuild();
    await build();
    const { url } = await serve({ port: Number(values.port) });
    console.log(`The page is at ${url} (Ctrl-C ends this)`);
  });
}
