// After the first load the page needs no server, and it asks no other server for anything.

import assert from 'node:assert/strict';
import { serve } from '../../../scripts/serve.mjs';
import { openPage, readSummary, waitForPart } from '../lib/page.mjs';
import { expected } from '../lib/corpus.mjs';

/** @type {Record<string, (t: import('node:test').TestContext, context: object) => Promise<void>>} */
export const offline = {
  async 'works offline after the first load, from all of its own files'(t, { browser }) {
    const server = await serve({ base: '/some/where/' });
    let isOpen = true;
    t.after(() => isOpen && server.close());
    const page = await openPage(t, browser, server.url);
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => {}));
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
    await server.close();
    isOpen = false;
    await page.reload();
    await page.waitForSelector('html[data-ready]');
    await page.click('#example');
    await waitForPart(page, 'result');
    assert.equal((await readSummary(page)).bytes, expected['node22-pnpm.heapprofile.gz'].totalBytes);
  },

  async 'nothing is asked for elsewhere'(t, { browser, url }) {
    const page = await browser.newPage();
    t.after(() => page.close());
    const origins = new Set();
    page.on('request', (request) => origins.add(new URL(request.url()).origin));
    await page.goto(url);
    await page.waitForSelector('html[data-ready]');
    await page.click('#example');
    await waitForPart(page, 'result');
    origins.delete('null');
    assert.deepEqual([...origins], [new URL(url).origin]);
  },
};
