// --embed-sources: the text of local source files goes into the profile, so that the profiler can show the code.

import { open, stat } from 'node:fs/promises';
import { extname, isAbsolute } from 'node:path';
import { fileURLToPath } from 'node:url';
import { systemMessage } from './failure.js';
import { printable } from './style.js';
import { formatBytes, formatCount } from './summary.js';

const LARGEST_FILE = 1e6;
const LARGEST_TOTAL = 50e6;

// A profile from a stranger must not be able to name other files, such as private keys, for somebody to publish.
const SOURCE_FILES = /^\.([cm]?[jt]sx?|vue|svelte|astro|coffee|mdx?)$/i;
const SCRIPT_START = '#!';

class Skip extends Error {}

/**
 * @param {object} profile gets the texts in `shared.sources.content`
 * @param {NodeJS.WritableStream} stderr gets a line for each file that can't be embedded, and a summary
 * @param {{ file?: number, total?: number }} [limits] bytes
 */
export async function embedSources({ shared }, stderr, { file = LARGEST_FILE, total = LARGEST_TOTAL } = {}) {
  const { sources, stringArray } = shared;
  let bytes = 0;
  let count = 0;
  let skipped = 0;
  for (let index = 0; index < sources.length; index++) {
    const name = stringArray[sources.filename[index]];
    try {
      const path = localPath(name);
      if (path === null) {
        continue;
      }
      const content = await readSource(path, file, total - bytes);
      sources.content[index] = decode(content);
      bytes += content.length;
      count += 1;
    } catch (error) {
      if (!(error instanceof Skip) && error.syscall === undefined) {
        throw error;
      }
      skipped += 1;
      const reason = error instanceof Skip ? error.message : systemMessage(error);
      stderr.write(`not embedded: ${printable(name)}: ${reason}\n`);
    }
  }
  const rest = skipped === 0 ? '' : `, ${skipped} not`;
  stderr.write(`${formatCount(count, 'source')} of ${formatBytes(bytes)} embedded${rest}\n`);
}

function localPath(name) {
  if (/^file:/i.test(name)) {
    try {
      return fileURLToPath(name);
    } catch {
      throw new Skip('not a path on this computer');
    }
  }
  return isAbsolute(name) ? name : null;
}

async function readSource(path, largest, room) {
  assertGood(await stat(path), largest, room);
  const handle = await open(path);
  try {
    // Asked again: what has the name may be another file by now.
    const status = await handle.stat();
    assertGood(status, largest, room);
    const buffer = Buffer.alloc(status.size);
    const { bytesRead } = await handle.read(buffer, 0, status.size, 0);
    const content = buffer.subarray(0, bytesRead);
    if (!SOURCE_FILES.test(extname(path)) && content.toString('latin1', 0, 2) !== SCRIPT_START) {
      throw new Skip('not a source file');
    }
    return content;
  } finally {
    await handle.close();
  }
}

function assertGood(status, largest, room) {
  if (!status.isFile()) {
    throw new Skip('not a regular file');
  }
  if (status.size > largest) {
    throw new Skip(`larger than ${formatBytes(largest)}`);
  }
  if (status.size > room) {
    throw new Skip('the sources before it have used up the room');
  }
}

function decode(bytes) {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new Skip('not UTF-8 text');
  }
}
