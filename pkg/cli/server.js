// Serves one profile to one web page on this computer, and nothing to anybody else.

import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import { pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';

const HOST = '127.0.0.1';
const METHODS = 'GET, OPTIONS';

/**
 * @param {Buffer} gzipped the profile
 * @param {{ origin: string, port?: number, onFetched?: () => void }} options `origin` of the only page that may read
 *   it; `onFetched` is called each time it was handed out completely
 * @returns {Promise<{ url: string, close: () => Promise<void> }>}
 */
export async function serveProfile(gzipped, { origin, port = 0, onFetched = () => {} }) {
  // Other programs, and pages in the browser, can guess the port but not this.
  const path = `/${randomBytes(24).toString('base64url')}/profile.json`;
  const server = createServer((request, response) => {
    const status = refusal(request, { host: `${HOST}:${server.address().port}`, path, origin });
    response.setHeader('Connection', 'close');
    if (status !== null) {
      refuse(response, status);
    } else if (request.method === 'OPTIONS') {
      answerPreflight(request, response, origin);
    } else {
      sendProfile(request, response, { gzipped, origin, onFetched });
    }
  });
  await new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, HOST, resolve);
  });
  return {
    url: `http://${HOST}:${server.address().port}${path}`,
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}

function refusal({ method, url, headers }, { host, path, origin }) {
  // A page whose own name was made to lead here (DNS rebinding) tells that name.
  if (headers.host !== host) {
    return 421;
  }
  // Programs send no Origin. Browsers do, whenever a page of another origin wants to read the answer.
  if (headers.origin !== undefined && headers.origin !== origin) {
    return 403;
  }
  if (url !== path) {
    return 404;
  }
  return METHODS.split(', ').includes(method) ? null : 405;
}

function refuse(response, status) {
  response.writeHead(status, { 'Content-Length': 0, ...(status === 405 && { Allow: METHODS }) });
  response.end();
}

function corsHeaders(origin) {
  return { 'Access-Control-Allow-Origin': origin, Vary: 'Origin, Accept-Encoding' };
}

function answerPreflight({ headers }, response, origin) {
  // Chromium asks whether a public page may reach into this computer.
  const isPrivate = headers['access-control-request-private-network'] === 'true';
  response.writeHead(204, {
    ...corsHeaders(origin),
    'Access-Control-Allow-Methods': 'GET',
    ...(isPrivate && { 'Access-Control-Allow-Private-Network': 'true' }),
  });
  response.end();
}

function sendProfile({ headers }, response, { gzipped, origin, onFetched }) {
  const isGzip = acceptsGzip(headers['accept-encoding']);
  response.writeHead(200, {
    ...corsHeaders(origin),
    'Content-Type': 'application/json',
    'Cache-Control': 'no-store',
    // Neither an image nor a script of another page.
    'Cross-Origin-Resource-Policy': 'same-origin',
    'X-Content-Type-Options': 'nosniff',
    ...(isGzip && { 'Content-Encoding': 'gzip', 'Content-Length': gzipped.length }),
  });
  response.once('close', () => {
    if (response.writableFinished) {
      onFetched();
    }
  });
  if (isGzip) {
    response.end(gzipped);
    return;
  }
  const gunzip = createGunzip();
  // It fails if the client goes away early, which is the client's business.
  pipeline(gunzip, response, () => {});
  gunzip.end(gzipped);
}

function acceptsGzip(header = '') {
  const [, quality = '1'] = /(?:^|,)\s*(?:gzip|\*)\s*(?:;\s*q=([\d.]+))?\s*(?:,|$)/i.exec(header) ?? [null, '0'];
  return Number(quality) > 0;
}
