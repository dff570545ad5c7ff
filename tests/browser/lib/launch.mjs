// Starting the browsers of this machine.

import puppeteer from 'puppeteer-core';
import { findChromium, findFirefox } from '../../../scripts/lib/browsers.mjs';

// Without the last of these, Chromium looks for its maker's servers at each start.
const CHROMIUM_FLAGS = [
  '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking',
  '--disable-component-update', '--disable-sync',
];

/** How to start each. The profile is a fresh one each time. */
export const browsers = {
  Chromium: () => launch(findChromium(), { args: CHROMIUM_FLAGS }),
  Firefox: () => launch(findFirefox(), { browser: 'firefox' }),
};

/** @returns {Promise<import('puppeteer-core').Browser>} */
function launch(executablePath, options) {
  if (!executablePath) {
    throw new Error('the browser is not installed; try: npm run setup');
  }
  return puppeteer.launch({ executablePath, headless: true, protocolTimeout: 60_000, ...options });
}
