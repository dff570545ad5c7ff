// A static server for the pages of the tests, with a policy as strict as the package promises to work under.

import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, join, normalize, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const TYPES = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.mjs': 'text/javascript; charset=utf-8',
  '.wasm': 'application/wasm',
};
const POLICY = [
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "worker-src 'self'",
  "connect-src 'self'",
  'img-src data:',
  "base-uri 'none'",
  "form-action 'none'",
  "require-trusted-types-for 'script'",
].join('; ');

/**
 * @param {Record<string, string>} [folders] served besides pkg/ and tests/: folders by the first part of the path
 * @returns {Promise<{ origin: string, close(): Promise<void> }>}
 */
export async function serve(folders = {}) {
  const mounts = { pkg: join(ROOT, 'pkg'), tests: join(ROOT, 'tests'), ...folders };
  const server = createServer((request, response) => {
    answer(mounts, request, response).catch(() => response.writeHead(404).end('Not found'));
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${server.address().port}`,
    close() {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(resolve));
    },
  };
}

async function answer(mounts, request, response) {
  const url = new URL(request.url, 'http://localhost');
  const [, mount, ...rest] = decodeURIComponent(url.pathname).split('/');
  const path = join(mounts[mount], normalize(rest.join('/')));
  const { size } = await stat(path);
  if (!path.startsWith(mounts[mount] + sep) || request.method !== 'GET') {
    throw new Error('outside');
  }
  response.writeHead(200, {
    // Many a simple server knows no type for wasm: `?untyped` stands in for them.
    'Content-Type': (!url.search && TYPES[extname(path)]) || 'application/octet-stream',
    'Content-Length': size,
    'Content-Security-Policy': POLICY,
    'X-Content-Type-Options': 'nosniff',
    'Cache-Control': 'no-store',
  });
  createReadStream(path).pipe(response);
}
