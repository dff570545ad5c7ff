// Installing what a bare machine lacks, as far as we may.

import { CommandError, cleanEnv, findProgram, run } from './run.mjs';

let isUpdated = false;

/** @returns {boolean} whether packages can be installed without asking anybody */
function canInstall() {
  return findProgram(['apt-get']) !== null && process.getuid?.() === 0;
}

/**
 * @param {string} what why they are needed, for the message
 * @param {string[]} packages Debian's names
 * @param {string} otherwise what to do on other systems
 */
export async function installPackages(what, packages, otherwise) {
  if (!canInstall()) {
    const debian = `On Debian and Ubuntu: sudo apt-get install --no-install-recommends ${packages.join(' ')}`;
    throw new CommandError(`${what} is missing.\n  ${otherwise}\n  ${debian}`);
  }
  const env = cleanEnv({ DEBIAN_FRONTEND: 'noninteractive' });
  console.log(`Installing ${packages.join(', ')}`);
  if (!isUpdated) {
    await run('apt-get', ['update', '-qq'], { env });
    isUpdated = true;
  }
  const options = ['--yes', '-qq', '--no-install-recommends', '--option=Dpkg::Use-Pty=0'];
  await run('apt-get', ['install', ...options, ...packages], { env });
}
