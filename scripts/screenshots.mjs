// Takes the pictures of the page for the README: docs/page-light.png and docs/page-dark.png.

import { statSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import puppeteer from 'puppeteer-core';
import { findChromium } from './lib/browsers.mjs';
import { inRoot } from './lib/paths.mjs';
import { CommandError, main } from './lib/run.mjs';
import { serve } from './serve.mjs';

const FLAGS = [
  '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking',
  '--disable-component-update', '--disable-sync',
];

// With text as crisp as there, but no wider than READMEs are shown.
const SIZE = { width: 1180, height: 720 };

// Each shows another side of the page.
const PICTURES = {
  light: async () => {},
  dark: async (page) => {
    await page.click('#tab-table');
    await page.locator('.functions tbody tr:nth-child(3)').click();
  },
};

await main(async () => {
  const executablePath = findChromium();
  if (!executablePath) {
    throw new CommandError('Chromium is not installed; try: npm run setup');
  }
  await mkdir(inRoot('docs'), { recursive: true });
  const server = await serve();
  const browser = await puppeteer.launch({ executablePath, headless: true, args: FLAGS });
  try {
    for (const [scheme, prepare] of Object.entries(PICTURES)) {
      const path = inRoot('docs', `page-${scheme}.png`);
      await takePicture(browser, server.url, scheme, prepare, path);
      console.log(`docs/page-${scheme}.png: ${Math.round(statSync(path).size / 1000)} KB`);
    }
  } finally {
    await browser.close();
    await server.close();
  }
});

async function takePicture(browser, url, scheme, prepare, path) {
  const page = await browser.newPage();
  await page.setViewport(SIZE);
  await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: scheme }]);
  await page.goto(url);
  await page.waitForSelector('html[data-ready]');
  await page.click('#example');
  await page.waitForSelector("body[data-part='result']");
  await page.evaluate(() => document.fonts.ready.then(() => {}));
  await prepare(page);
  // Two frames: what the last action has asked for is painted in the first.
  await page.evaluate(() => new Promise((resolve) => {
    requestAnimationFrame(() => requestAnimationFrame(() => resolve()));
  }));
  await page.screenshot({ path });
  await page.close();
}
