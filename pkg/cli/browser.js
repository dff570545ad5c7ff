// Opens a page in the user's browser.

import { spawn } from 'node:child_process';

/** @type {Partial<Record<NodeJS.Platform, string[]>>} programs that hand an address to the user's browser */
const OPENERS = {
  darwin: ['open'],
  // Not `start`: that is a part of the shell, which would look for variables in the %2F of the address.
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
};

/**
 * @param {string} url http or https
 * @param {NodeJS.Platform} [platform]
 * @returns {Promise<boolean>} whether there is a program for it, and it didn't fail
 */
export function openBrowser(url, platform = process.platform) {
  const [command, ...args] = OPENERS[platform] ?? ['xdg-open'];
  return new Promise((resolve) => {
    const child = spawn(command, [...args, url], { stdio: 'ignore', detached: true });
    child.once('error', () => resolve(false));
    // Some of them end at once, some when the browser is closed: only a failure says something.
    child.once('exit', (code) => resolve(code === 0));
    child.unref();
  });
}
