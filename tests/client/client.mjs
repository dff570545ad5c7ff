// Runs the command line client of the real Firefox Profiler. It needs Node 24, which comes as an npm package.

import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);
const modules = fileURLToPath(new URL('../../node_modules/', import.meta.url));
const node24 = join(modules, 'node/bin/node');
const program = programOf(join(modules, '@firefox-devtools/profiler-cli/package.json'));
const converter = fileURLToPath(new URL('../../pkg/cli.js', import.meta.url));

function programOf(manifest) {
  const { bin } = JSON.parse(readFileSync(manifest, 'utf8'));
  return join(dirname(manifest), bin['profiler-cli']);
}

const MOST_ATTEMPTS = 20;

function end(pid) {
  try {
    process.kill(pid);
  } catch (error) {
    if (error.code !== 'ESRCH') {
      throw error;
    }
  }
}

/** The client, with its sessions and files in a temporary folder of its own. */
export class Client {
  constructor() {
    this.folder = mkdtempSync(join(tmpdir(), 'heapprofile-client-'));
    this.environment = {
      ...process.env,
      PROFILER_CLI_SESSION_DIR: join(this.folder, 'sessions'),
      PROFILER_CLI_NO_SYMBOLICATE: '1',
    };
  }

  /**
   * @param {string[]} files heap profiles
   * @param {string[]} [options] of `heapprofile-importer convert`
   * @returns {Promise<{ path: string, profile: object }>} what the package's own command made of them
   */
  async convert(files, ...options) {
    const path = join(this.folder, 'profile.json');
    await run(process.execPath, [converter, 'convert', ...files, '-o', path, ...options]);
    return { path, profile: JSON.parse(readFileSync(path, 'utf8')) };
  }

  /** @param {...string} args @returns {Promise<string>} standard output */
  async text(...args) {
    const { stdout } = await run(node24, [program, ...args], { env: this.environment, maxBuffer: 2 ** 28 });
    return stdout;
  }

  /** @param {...string} args @returns {Promise<object>} */
  async json(...args) {
    return JSON.parse(await this.text(...args, '--json'));
  }

  /** @param {string} path of a processed profile @returns {Promise<string>} */
  async load(path) {
    // The client gives its own daemon half a second to start, which a busy computer may need for other things.
    for (let attempts = 0; ; attempts++) {
      try {
        return await this.text('load', path);
      } catch (error) {
        const pid = /did not become ready[^]*\bas pid (\d+)/.exec(error.stderr)?.[1];
        if (pid === undefined || attempts === MOST_ATTEMPTS) {
          throw error;
        }
        end(Number(pid));
      }
    }
  }

  async close() {
    try {
      await this.text('stop', '--all');
    } finally {
      rmSync(this.folder, { recursive: true, force: true });
    }
  }
}
