// The browsers on this machine. They are the system's own; puppeteer-core only drives them.

import { findProgram } from './run.mjs';

/** @returns {string | null} path of Chromium or Chrome */
export function findChromium() {
  return (
    process.env.CHROMIUM_PATH ||
    findProgram([
      'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable',
      '/Applications/Chromium.app/Contents/MacOS/Chromium',
      '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    ])
  );
}

/** @returns {string | null} path of Firefox */
export function findFirefox() {
  return (
    process.env.FIREFOX_PATH ||
    findProgram(['firefox-esr', 'firefox', '/Applications/Firefox.app/Contents/MacOS/firefox'])
  );
}
