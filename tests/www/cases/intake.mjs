// Files come in, and the numbers on the page are theirs.

import assert from 'node:assert/strict';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { corpusFile, expected, WORKERS } from '../lib/corpus.mjs';
import { drop, openPage, pick, readSummary, show, waitForPart } from '../lib/page.mjs';

const PLAIN = 'node24-inspector-live.heapprofile';
const GZIP = 'node22-pnpm.heapprofile.gz';

function checkNumbers(summary, names) {
  const sum = (key) => names.reduce((total, name) => total + expected[name][key], 0);
  assert.equal(summary.bytes, sum('totalBytes'));
  assert.equal(summary.shownBytes, sum('totalBytes'));
  assert.equal(summary.samples, sum('samples'));
  assert.equal(summary.nodes, sum('nodes'));
  const orphans = sum('orphanSamples');
  assert.match(summary.sampleNote, orphans === 0 ? /^all in/ : new RegExp(`^${orphans} not in the tree`));
}

/** @type {Record<string, (t: import('node:test').TestContext, context: object) => Promise<void>>} */
export const intake = {
  async 'drop of one file'(t, { browser, url }) {
    const page = await openPage(t, browser, url);
    await drop(page, [corpusFile(PLAIN)]);
    await waitForPart(page, 'result');
    const summary = await readSummary(page);
    checkNumbers(summary, [PLAIN]);
    assert.equal(summary.title, PLAIN);
    assert.equal(summary.kind, 'live');
    assert.deepEqual(summary.notices, []);
    assert.equal(await page.$eval('#veil', (veil) => veil.hidden), true);
  },

  async 'drop of a gzip file'(t, { browser, url }) {
    const page = await openPage(t, browser, url);
    await drop(page, [corpusFile(GZIP)]);
    await waitForPart(page, 'result');
    checkNumbers(await readSummary(page), [GZIP]);
    assert.equal((await readSummary(page)).interval, '8 KiB');
    assert.equal((await readSummary(page)).runtime, 'Node.js');
  },

  async 'drop of several files, of which one is bad: the others are shown, by thread'(t, { browser, url }) {
    const page = await openPage(t, browser, url);
    await drop(page, [...WORKERS, 'negatives/node24.cpuprofile'].map(corpusFile));
    await waitForPart(page, 'result');
    const summary = await readSummary(page);
    checkNumbers(summary, WORKERS);
    assert.deepEqual(summary.threads.toSorted(), WORKERS.map((name) => expected[name].totalBytes).toSorted());
    assert.equal(summary.notices.length, 1);
    assert.match(summary.notices[0], /^node24\.cpuprofile .*CPU profile/i);
    await page.click('.threads li:nth-child(1) input');
    await page.waitForFunction(
      (before) => Number(document.querySelector('.total').dataset.bytes) !== before, {}, summary.bytes);
    assert.equal((await readSummary(page)).bytes, summary.bytes - summary.threads[0]);
  },

  async 'drop of a folder'(t, { browser, url }) {
    const folder = mkdtempSync(join(tmpdir(), 'heapprofile-folder-'));
    t.after(() => rmSync(folder, { recursive: true }));
    mkdirSync(join(folder, 'inner'));
    const files = WORKERS.map((name, i) => join(folder, i > 1 ? 'inner' : '', basename(name)));
    files.forEach((file, i) => copyFileSync(corpusFile(WORKERS[i]), file));
    const readme = join(folder, 'README.md');
    writeFileSync(readme, 'Not a profile');
    const page = await openPage(t, browser, url);
    await drop(page, [], { folders: { [folder]: [...files, readme] } });
    await waitForPart(page, 'result');
    const summary = await readSummary(page);
    checkNumbers(summary, WORKERS);
    assert.deepEqual(summary.notices, []);
  },

  async 'only bad files: each is named, with what it is and where it broke'(t, { browser, url }) {
    const page = await openPage(t, browser, url);
    const names = ['truncated.heapprofile', 'chromium.heapsnapshot.gz', 'empty.heapprofile', 'inner.heapprofile.zip'];
    await pick(page, names.map((name) => corpusFile(`negatives/${name}`)));
    await page.waitForFunction((count) => document.querySelectorAll('.notice').length === count, {}, names.length);
    await waitForPart(page, 'start');
    const notices = await page.$$eval('.notice', (all) => all.map((notice) => notice.firstChild.textContent));
    const patterns = [/^truncated\.heapprofile .*byte/, /^chromium\.heapsnapshot\.gz .*snapshot/, /empty/, /zip/i];
    patterns.forEach((pattern, i) => assert.match(notices[i], pattern));
    await page.click('.notice-close');
    assert.equal((await page.$$('.notice')).length, names.length - 1);
  },

  async 'a profile is kept if the next file is bad'(t, { browser, url }) {
    const page = await openPage(t, browser, url);
    await show(page, [corpusFile(PLAIN)]);
    await pick(page, [corpusFile('negatives/package.json')]);
    await page.waitForSelector('.notice');
    await waitForPart(page, 'result');
    checkNumbers(await readSummary(page), [PLAIN]);
    await page.click('.toggle:nth-child(2)');
    await page.waitForSelector('.toggle:nth-child(2)[aria-pressed=true]');
  },

  async 'pasted text'(t, { browser, url }) {
    const page = await openPage(t, browser, url);
    await page.evaluate((text) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/plain', text);
      const event = new ClipboardEvent('paste', { bubbles: true });
      // Firefox takes no clipboardData in the constructor.
      Object.defineProperty(event, 'clipboardData', { value: clipboardData });
      document.body.dispatchEvent(event);
    }, readFileSync(corpusFile(PLAIN), 'utf8'));
    await waitForPart(page, 'result');
    checkNumbers(await readSummary(page), [PLAIN]);
  },

  async 'words: sampled where nothing proves more, none where there are no samples'(t, { browser, url }) {
    const page = await openPage(t, browser, url);
    await show(page, [corpusFile('node26-v8-startHeapProfile.heapprofile')]);
    assert.equal((await readSummary(page)).bytes, expected['node26-v8-startHeapProfile.heapprofile'].totalBytes);
    await show(page, [corpusFile('node24-inspector-allgc.heapprofile.gz')]);
    await page.waitForFunction(() => document.querySelector('.file-name').textContent.startsWith('node24'));
    assert.equal((await readSummary(page)).kind, 'sampled');
    await pick(page, [corpusFile('node18-nosamples.heapprofile')]);
    await page.waitForFunction(() => document.querySelector('.file-name').textContent.startsWith('node18'));
    const summary = await readSummary(page);
    assert.equal(summary.kind, 'sampled');
    assert.equal(summary.interval, 'unknown');
    assert.equal(summary.bytes, expected['node18-nosamples.heapprofile'].totalBytes);
  },

  async 'a profile of nothing'(t, { browser, url }) {
    const page = await openPage(t, browser, url);
    await show(page, [corpusFile('node24-empty.heapprofile')]);
    assert.equal((await readSummary(page)).bytes, 0);
    await page.click('#tab-table');
    await page.click('#tab-packages');
  },
};
