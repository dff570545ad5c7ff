// `open`: shows heap profiles in the Firefox Profiler.

import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { constants, createGzip } from 'node:zlib';
import { openBrowser } from './browser.js';
import { embedSources } from './embed.js';
import { jsonPieces } from './json.js';
import { EMBED_HELP, EMBED_OPTIONS, INPUT_HELP, INPUT_OPTIONS, INPUT_OPTIONS_HELP, load, prepare } from './load.js';
import { Progress, watch } from './progress.js';
import { serveProfile } from './server.js';
import { summarize } from './summary.js';
import { parse, readCount, UsageError } from './usage.js';

const PROFILER = 'https://profiler.firefox.com';

export const summary = 'show heap profiles in profiler.firefox.com';

export const help = `\
Shows V8 sampling heap profiles in profiler.firefox.com: converts them, serves the result on this computer for that
page alone, and opens the page in the browser. Nothing is uploaded. It serves until Ctrl-C, so that the page can be
loaded again.

Usage: heapprofile-importer open FILE… [OPTION…]

${INPUT_HELP}

Options:
${EMBED_HELP}
  --once             end as soon as the profile was fetched
  --no-browser       only print the address of the page
  --port N           the port to serve at (default: a free one)
  --profiler-url URL another Firefox Profiler than ${PROFILER}
${INPUT_OPTIONS_HELP}
  --help             show this text

Examples:
  heapprofile-importer open Heap.20260801.101500.4242.0.001.heapprofile
  heapprofile-importer open profiles/ --once --embed-sources
  heapprofile-importer open --snapshots start.heapprofile later.heapprofile end.heapprofile
  heapprofile-importer open --diff yesterday.heapprofile today.heapprofile
  heapprofile-importer open app.heapprofile --no-browser --profiler-url http://localhost:4242
`;

const OPTIONS = {
  ...INPUT_OPTIONS,
  ...EMBED_OPTIONS,
  once: { type: 'boolean', default: false },
  'no-browser': { type: 'boolean', default: false },
  port: { type: 'string', default: '0' },
  'profiler-url': { type: 'string', default: PROFILER },
};

/**
 * @param {string[]} args
 * @param {{ stdin: AsyncIterable<Uint8Array>, stdout: NodeJS.WritableStream, stderr: NodeJS.WritableStream }} io
 */
export async function run(args, io) {
  const { values, positionals } = parse(args, OPTIONS);
  const port = readCount('--port', values.port, 65535);
  const profiler = readProfilerUrl(values['profiler-url']);
  const profile = await load(await prepare(positionals, values, io), {}, io);
  if (values['embed-sources']) {
    await embedSources(profile, io.stderr);
  }
  const gzipped = await pack(watch(jsonPieces(profile), new Progress(io.stderr)));
  const end = new Ending();
  const onFetched = () => values.once && end.come();
  const server = await serve(gzipped, { origin: profiler.origin, port, onFetched });
  try {
    const page = `${profiler.href.replace(/\/$/, '')}/from-url/${encodeURIComponent(server.url)}`;
    const until = values.once ? 'once' : 'until Ctrl-C';
    io.stderr.write(`${summarize(profile)}, served ${until} at ${server.url}\n`);
    io.stdout.write(`${page}\n`);
    if (!values['no-browser'] && !(await Promise.race([openBrowser(page), end.promise.then(() => true)]))) {
      io.stderr.write('No browser could be opened. Open the address above in one.\n');
    }
    await end.promise;
  } finally {
    await server.close();
  }
}

function readProfilerUrl(text) {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (!['http:', 'https:'].includes(url?.protocol)) {
    throw new UsageError(`--profiler-url must be an http or https address, not '${text}'`);
  }
  url.search = '';
  url.hash = '';
  return url;
}

// On the same computer, time matters more than size.
async function pack(pieces) {
  const chunks = [];
  await pipeline(
    Readable.from(pieces, { highWaterMark: 2 }),
    createGzip({ level: constants.Z_BEST_SPEED }),
    async (gzip) => {
      for await (const chunk of gzip) {
        chunks.push(chunk);
      }
    }
  );
  return Buffer.concat(chunks);
}

async function serve(gzipped, options) {
  try {
    return await serveProfile(gzipped, options);
  } catch (error) {
    const reason = { EADDRINUSE: 'in use by another program', EACCES: 'not allowed' }[error.code] ?? error.message;
    throw new Error(`port ${options.port} can't be served at: ${reason}`, { cause: error });
  }
}

/** Comes when it is called for, or by Ctrl-C. */
class Ending {
  constructor() {
    this.promise = new Promise((resolve) => {
      this.come = resolve;
    });
    for (const signal of ['SIGINT', 'SIGTERM']) {
      process.once(signal, this.come);
    }
  }
}
