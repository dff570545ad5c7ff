// axe-core finds nothing to complain about, in both colour schemes and in all states of the page.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { corpusFile, WORKERS } from '../lib/corpus.mjs';
import { openPage, pick, readRows, show } from '../lib/page.mjs';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

async function check(page, state) {
  const violations = await page.evaluate(async () => {
    const results = await globalThis.axe.run(document, { resultTypes: ['violations'] });
    return results.violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html, any }) =>
      `${html.slice(0, 160)} ${any.map(({ message }) => message).join('; ')}`).join('\n  ')}`);
  });
  assert.deepEqual(violations, [], state);
}

async function checkAll(t, { browser, url }, prepare) {
  const page = await openPage(t, browser, url);
  await prepare(page);
  await page.evaluate(axe);
  await check(page, 'start');
  await show(page, [...WORKERS, 'negatives/main.js.map'].map(corpusFile));
  await check(page, 'flame graph, threads, notice');
  await page.type('#search', 'load');
  await page.click('#tab-table');
  await readRows(page);
  await page.locator('.functions tbody tr:not(.spacer)').click();
  await page.waitForSelector('.functions tr[aria-selected=true]');
  await check(page, 'table, search, details');
  await page.click('#tab-packages');
  await check(page, 'packages');
  // On a narrow screen the details may lie above it.
  await page.$eval('.packages button', (button) => button.click());
  await page.waitForSelector('.chip:not([hidden])');
  await check(page, 'table of a package');
  await pick(page, [corpusFile('negatives/empty.heapprofile')]);
}

/** @type {Record<string, (t: import('node:test').TestContext, context: object) => Promise<void>>} */
export const accessibility = {
  async 'no violations'(t, context) {
    await checkAll(t, context, async () => {});
  },

  async 'no violations in the dark, on a narrow screen'(t, context) {
    if (context.name !== 'Chromium') {
      return t.diagnostic('Firefox can’t be told the scheme; its engine computes no other contrast');
    }
    return checkAll(t, context, async (page) => {
      await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: 'dark' }]);
      await page.setViewport({ width: 390, height: 844 });
    });
  },

  async 'nothing is wider than a narrow screen'(t, { browser, url }) {
    const page = await openPage(t, browser, url);
    await page.setViewport({ width: 390, height: 844 });
    const isWider = () => page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
    assert.equal(await isWider(), false);
    await show(page, WORKERS.map(corpusFile));
    for (const tab of ['flame', 'table', 'packages']) {
      await page.click(`#tab-${tab}`);
      assert.equal(await isWider(), false, tab);
    }
  },
};
