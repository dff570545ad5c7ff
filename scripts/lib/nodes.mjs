// The versions of Node that tests run in: the user's own, and Node 24 from node_modules. They are called by path, as
// `node` on the PATH of an npm script is the latter once it is installed.

import { inRoot } from './paths.mjs';
import { CommandError, output } from './run.mjs';

/** The Node that runs npm: Node 20 or later. */
export const ownNode = process.env.npm_node_execpath || process.execPath;

/** @type {string} installed by `npm ci` */
export const node24 = inRoot('node_modules/node/bin', process.platform === 'win32' ? 'node.exe' : 'node');

/** @param {string} path @returns {string} such as v20.20.2 */
export function versionOf(path) {
  const version = output(path, ['--version']);
  if (version === null) {
    throw new CommandError(`${path} does not run; try: npm ci`);
  }
  return version;
}
