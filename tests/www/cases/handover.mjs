// Opening in the Firefox Profiler, and the download.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { importHeapProfile } from '../../../pkg/node.js';
import { corpusFile, expected } from '../lib/corpus.mjs';
import { openPage, show } from '../lib/page.mjs';

const NAME = 'node24-inspector-live.heapprofile';

async function openResult(t, { browser, url, standIn }) {
  const page = await openPage(t, browser, `${url}?profiler=${standIn.origin}`);
  await show(page, [corpusFile(NAME)]);
  return page;
}

/** Waits for the tab that the page opens. */
async function clickAndWaitForTab(t, page) {
  const opened = new Promise((resolve) => page.once('popup', resolve));
  await page.click('#open-profiler');
  const tab = await opened;
  t.after(() => tab.close().catch(() => {}));
  return tab;
}

// In the page's own module, so that the test doesn't have to wait as long as users would.
function handOver(page, options) {
  return page.evaluate(async (given) => {
    const { openInProfiler } = await import(new URL('handover.js', location.href).href);
    const getProfile = async () => new TextEncoder().encode('{}').buffer;
    try {
      await openInProfiler({ getProfile, askEvery: 50, ...given });
      return 'handed over';
    } catch ({ reason, message }) {
      return { reason, message };
    }
  }, options);
}

function checkReceived(received) {
  const bytes = received.threads[0].samples.weight.reduce((sum, weight) => sum + weight, 0);
  assert.equal(bytes, expected[NAME].totalBytes);
  const wanted = JSON.parse(JSON.stringify(importHeapProfile(readFileSync(corpusFile(NAME)))));
  // The page knows the file's name.
  wanted.meta.fileName = NAME;
  assert.deepEqual(received, wanted);
}

/** @type {Record<string, (t: import('node:test').TestContext, context: object) => Promise<void>>} */
export const handover = {
  async 'the profiler gets the profile'(t, context) {
    context.standIn.behave({ answerAfter: 0 });
    const page = await openResult(t, context);
    const tab = await clickAndWaitForTab(t, page);
    await tab.waitForFunction(() => globalThis.state?.profile);
    checkReceived(await tab.evaluate(() => globalThis.state.profile));
  },

  async 'a slow profiler is asked until it answers'(t, context) {
    context.standIn.behave({ answerAfter: 4 });
    const page = await openResult(t, context);
    const tab = await clickAndWaitForTab(t, page);
    await tab.waitForFunction(() => globalThis.state?.profile);
    assert.ok(await tab.evaluate(() => globalThis.state.requests) >= 5);
    assert.equal((await page.$$('.notice')).length, 0);
  },

  async 'no answer'(t, { browser, url, standIn }) {
    standIn.behave({ answerAfter: Infinity });
    const page = await openPage(t, browser, url);
    const result = await handOver(page, { origin: standIn.origin, giveUpAfter: 500 });
    assert.equal(result.reason, 'no-answer');
    assert.ok(result.message.includes(standIn.origin));
  },

  async 'another origin does not get the profile, even if it answers'(t, { browser, url, standIn, impostor }) {
    standIn.behave({ redirect: impostor.origin });
    impostor.behave({ answerAfter: 0 });
    const page = await openPage(t, browser, url);
    const opened = new Promise((resolve) => page.once('popup', resolve));
    const result = await handOver(page, { origin: standIn.origin, giveUpAfter: 1500 });
    assert.equal(result.reason, 'no-answer');
    const tab = await opened;
    assert.equal(new URL(tab.url()).origin, impostor.origin);
    assert.deepEqual(await tab.evaluate(() => globalThis.state), { requests: 0, profile: null });
    await tab.close();
  },

  async 'a message that somebody else sends is no answer'(t, { browser, url, standIn }) {
    standIn.behave({ answerAfter: Infinity });
    const page = await openPage(t, browser, url);
    const result = page.evaluate(() => {
      const timer = setInterval(() => window.postMessage({ name: 'ready:response' }, '*'), 50);
      setTimeout(() => clearInterval(timer), 2000);
    }).then(() => handOver(page, { origin: standIn.origin, giveUpAfter: 500 }));
    assert.equal((await result).reason, 'no-answer');
  },

  async 'a blocked tab'(t, context) {
    const page = await openResult(t, context);
    await page.evaluate(() => {
      window.open = () => null;
    });
    await page.click('#open-profiler');
    await page.waitForSelector('.notice');
    assert.match(await page.$eval('.notice', (notice) => notice.textContent), /blocked.*Allow pop-ups/);
  },

  async 'an address that is none'(t, { browser, url }) {
    const page = await openPage(t, browser, `${url}?profiler=javascript:alert(1)`);
    await show(page, [corpusFile(NAME)]);
    await page.click('#open-profiler');
    await page.waitForSelector('.notice');
    assert.match(await page.$eval('.notice', (notice) => notice.textContent), /no address of a Firefox Profiler/);
  },

  async 'download'(t, context) {
    const page = await openResult(t, context);
    await page.evaluate(() => {
      const create = URL.createObjectURL;
      URL.createObjectURL = (blob) => {
        globalThis.downloaded = blob;
        return create.call(URL, blob);
      };
      HTMLAnchorElement.prototype.click = function keepName() {
        globalThis.downloadName = this.download;
      };
    });
    await page.click('#download');
    await page.waitForFunction(() => globalThis.downloadName);
    assert.equal(await page.evaluate(() => globalThis.downloadName), `${NAME}.json.gz`);
    checkReceived(await page.evaluate(() =>
      new Response(globalThis.downloaded.stream().pipeThrough(new DecompressionStream('gzip'))).json()));
  },
};
