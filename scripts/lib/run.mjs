// Running other programs.

import { spawn, spawnSync } from 'node:child_process';
import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, isAbsolute, join } from 'node:path';
import { root } from './paths.mjs';

/** A command that ended badly. It has said itself what is wrong, so this needs no stack trace. */
export class CommandError extends Error {}

/**
 * The environment for programs that shouldn't notice that `npm run` has started us. It hands down its settings, which
 * are those of this checkout, and puts node_modules/.bin in front, where the `node` is another one than the user's.
 *
 * @param {Record<string, string>} [more]
 * @returns {Record<string, string>}
 */
export function cleanEnv(more = {}) {
  const env = {};
  for (const [name, value] of Object.entries(process.env)) {
    if (!/^(npm_|INIT_CWD$|NODE_TEST_CONTEXT$)/i.test(name)) {
      env[name] = value;
    }
  }
  const isNpmPath = (folder) => /[\\/](node_modules[\\/]\.bin|node-gyp-bin)$/.test(folder);
  env.PATH = env.PATH.split(delimiter).filter((folder) => !isNpmPath(folder)).join(delimiter);
  return { ...env, ...more };
}

/**
 * Runs a command in the checkout, its output going where ours goes.
 *
 * @param {string} command
 * @param {string[]} args
 * @param {{ cwd?: string, env?: Record<string, string>, onOutput?(text: string): void }} [options] `onOutput` gets a
 *   copy of all output
 * @returns {Promise<void>} rejects with a CommandError if it can't be run or exits with another code than 0
 */
export function run(command, args, { cwd = root, env = cleanEnv(), onOutput } = {}) {
  return new Promise((resolve, reject) => {
    const piped = onOutput ? 'pipe' : 'inherit';
    const child = spawn(command, args, { cwd, env, stdio: ['ignore', piped, piped] });
    for (const stream of onOutput ? ['stdout', 'stderr'] : []) {
      child[stream].setEncoding('utf8').on('data', (text) => {
        process[stream].write(text);
        onOutput(text);
      });
    }
    const shown = `${command} ${args.join(' ')}`;
    child.on('error', (cause) => reject(new CommandError(`${shown}: ${cause.message}`, { cause })));
    child.on('close', (code, signal) => {
      if (code === 0) {
        resolve();
      } else {
        reject(new CommandError(`${shown}: ${signal ? `ended by ${signal}` : `exit code ${code}`}`));
      }
    });
  });
}

/**
 * @param {string} command
 * @param {string[]} args
 * @param {import('node:child_process').SpawnSyncOptions} [options]
 * @returns {string | null} what the command printed, without white space around it; null if it failed
 */
export function output(command, args, options) {
  const { status, stdout } = spawnSync(command, args, {
    cwd: root,
    env: cleanEnv(),
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
    ...options,
  });
  return status === 0 ? stdout.trim() : null;
}

/**
 * @param {string[]} candidates names to look for on the PATH, or absolute paths, best first
 * @returns {string | null} the path of the first that is there
 */
export function findProgram(candidates) {
  const folders = cleanEnv().PATH.split(delimiter);
  for (const candidate of candidates) {
    const paths = isAbsolute(candidate) ? [candidate] : folders.map((folder) => join(folder, candidate));
    const found = paths.find(isProgram);
    if (found) {
      return found;
    }
  }
  return null;
}

function isProgram(path) {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

/**
 * Runs the body of a script. A failed command ends it with a line, anything else with a stack trace.
 *
 * @param {() => Promise<void>} body
 */
export async function main(body) {
  try {
    await body();
  } catch (error) {
    process.exitCode = 1;
    process.stderr.write(`${error instanceof CommandError ? error.message : error.stack}\n`);
  }
}
