// Runs the command line client as users do, in a process of its own.

import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { temporaryFolder } from '../api/helper.mjs';

const CLI = fileURLToPath(new URL('../../pkg/cli.js', import.meta.url));

/**
 * @param {string[]} args
 * @param {{ cwd?: string, env?: Record<string, string> }} [options]
 */
export function start(args, { cwd, env = {} } = {}) {
  const { NO_COLOR, FORCE_COLOR, ...own } = process.env;
  return spawn(process.execPath, [CLI, ...args], { cwd, env: { ...own, ...env } });
}

/**
 * @param {string[]} args
 * @param {{ cwd?: string, env?: Record<string, string>, input?: string | Uint8Array }} [options]
 * @returns {Promise<{ code: number, stdout: Buffer, stderr: string }>}
 */
export function run(args, { input, ...options } = {}) {
  return new Promise((resolve) => {
    const child = start(args, options);
    const stdout = [];
    let stderr = '';
    child.stdout.on('data', (chunk) => stdout.push(chunk));
    child.stderr.on('data', (chunk) => (stderr += chunk));
    child.on('close', (code) => resolve({ code, stdout: Buffer.concat(stdout), stderr }));
    child.stdin.on('error', () => {});
    child.stdin.end(input);
  });
}

/**
 * @param {import('node:test').TestContext} t
 * @param {Record<string, string | Uint8Array>} files by path in the folder
 * @returns {string} a temporary folder with these files
 */
export function folderWith(t, files) {
  const folder = temporaryFolder(t);
  for (const [name, data] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), data);
  }
  return folder;
}

/** Collects what is written to it, as a terminal or not. */
export class FakeStream {
  text = '';

  constructor(isTTY = false) {
    this.isTTY = isTTY;
  }

  write(text) {
    this.text += text;
    return true;
  }
}

/** @param {string} path */
export const readJson = (path) => JSON.parse(readFileSync(path, 'utf8'));

/** @param {string} path */
export const readGzip = (path) => JSON.parse(gunzipSync(readFileSync(path)).toString());
