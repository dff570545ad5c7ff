// A large file: progress, cancel, and a page that stays responsive.

import assert from 'node:assert/strict';
import { dropBigFile } from '../lib/big-file.mjs';
import { corpusFile, expected } from '../lib/corpus.mjs';
import { openPage, readSummary, show, waitForPart } from '../lib/page.mjs';

const MEGABYTES = 80;

/** @type {Record<string, (t: import('node:test').TestContext, context: object) => Promise<void>>} */
export const large = {
  async 'progress by bytes, and no task of the page is long'(t, { browser, url }) {
    const page = await openPage(t, browser, url);
    await page.evaluate(() => {
      globalThis.seen = [];
      globalThis.tasks = [];
      const bar = document.querySelector('#progress');
      new MutationObserver(() => globalThis.seen.push([bar.value, bar.max])).observe(bar, { attributes: true });
      // Firefox has no such entries; there the test is of progress only.
      if (PerformanceObserver.supportedEntryTypes.includes('longtask')) {
        new PerformanceObserver((list) => {
          globalThis.tasks.push(...list.getEntries().map(({ startTime, duration }) => ({ startTime, duration })));
        }).observe({ entryTypes: ['longtask'] });
      }
    });
    await page.evaluate(dropBigFile, MEGABYTES);
    const afterDrop = await page.evaluate(() => performance.now());
    await waitForPart(page, 'result');
    const { seen, tasks } = await page.evaluate(() => ({ seen: globalThis.seen, tasks: globalThis.tasks }));
    const values = seen.map(([value]) => value);
    assert.ok(values.length > 3, 'it moves');
    assert.deepEqual(values, values.toSorted((a, b) => a - b), 'and never back');
    assert.ok(values.at(-1) === seen.at(-1)[1] && values.at(-1) > MEGABYTES * 1e6, 'until all is read');
    // The file itself was made in a task of the page; what comes after is the page's own.
    const own = tasks.filter(({ startTime }) => startTime > afterDrop);
    const longest = Math.max(0, ...own.map(({ duration }) => duration));
    t.diagnostic(`longest task: ${longest} ms`);
    assert.ok(longest < 200, `${longest} ms`);
    assert.equal((await readSummary(page)).bytes, 20_000 * 4096);
  },

  async 'cancel goes back to what was there'(t, { browser, url }) {
    const page = await openPage(t, browser, url);
    const cancel = async () => {
      await page.evaluate(dropBigFile, MEGABYTES * 3);
      await page.waitForFunction(() => document.body.dataset.part === 'loading' &&
        document.querySelector('#progress').value > 0, { polling: 'raf' });
      await page.$eval('#cancel', (button) => button.click());
    };
    await cancel();
    await waitForPart(page, 'start');
    const name = 'node24-inspector-live.heapprofile';
    await show(page, [corpusFile(name)]);
    await cancel();
    await waitForPart(page, 'result');
    const summary = await readSummary(page);
    assert.equal(summary.bytes, expected[name].totalBytes);
    assert.deepEqual(summary.notices, []);
  },
};
