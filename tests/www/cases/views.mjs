// The three views: search, keyboard, links from one to the other.

import assert from 'node:assert/strict';
import { corpusFile, expected } from '../lib/corpus.mjs';
import { openPage, readRows, show } from '../lib/page.mjs';

const NAME = 'node22-pnpm.heapprofile.gz';

async function openResult(t, { browser, url }) {
  const page = await openPage(t, browser, url);
  await show(page, [corpusFile(NAME)]);
  return page;
}

const textOf = (page, selector) => page.$eval(selector, ({ textContent }) => textContent);

function waitForText(page, selector, pattern) {
  return page.waitForFunction(
    (where, what) => new RegExp(what).test(document.querySelector(where)?.textContent ?? ''), {}, selector, pattern);
}

/** @type {Record<string, (t: import('node:test').TestContext, context: object) => Promise<void>>} */
export const views = {
  async 'the table has the largest functions first, with their errors'(t, context) {
    const page = await openResult(t, context);
    await page.click('#tab-table');
    const rows = await readRows(page);
    const largest = expected[NAME].topFunctions[0];
    assert.equal(rows[0][0], largest.name);
    assert.equal(rows[0][1], `${largest.url}:${largest.line + 1}:${largest.column + 1}`);
    const title = await page.$eval('.functions tbody tr:not(.spacer) .col-self', (cell) => cell.title);
    assert.equal(Number(title.replace(/[^\d]/g, '')), largest.bytes);
    const samples = Number(rows[0][6]);
    assert.equal(rows[0][4], `±${Math.round(100 / Math.sqrt(samples))}%`);
  },

  async 'the table sorts'(t, context) {
    const page = await openResult(t, context);
    await page.click('#tab-table');
    await page.click('.functions th.col-name button');
    await page.waitForSelector('th.col-name[aria-sort=ascending]');
    await page.waitForFunction(() => !document.querySelector('th.col-self').hasAttribute('aria-sort'));
    await page.click('.functions th.col-name button');
    await page.waitForSelector('th.col-name[aria-sort=descending]');
    const names = (await readRows(page)).map(([name]) => name);
    const { compare } = new Intl.Collator(undefined, { numeric: true });
    assert.deepEqual(names, names.toSorted((a, b) => compare(b, a)));
  },

  async 'search filters the table and counts matches'(t, context) {
    const page = await openResult(t, context);
    await page.click('#tab-table');
    await page.type('#search', 'acorn parse');
    await waitForText(page, '#search-result', 'match');
    const rows = await readRows(page);
    assert.ok(rows.length > 3);
    rows.forEach((row) => {
      const text = row.join(' ').toLowerCase();
      assert.ok(text.includes('acorn') && text.includes('parse'), text);
    });
    const count = await textOf(page, '#panel-table .count');
    assert.equal((await textOf(page, '#search-result')).split(' ')[0], count.split(' ')[0]);
    await page.click('#tab-packages');
    await page.waitForFunction(() => document.querySelectorAll('.packages tbody tr').length === 1);
  },

  async 'the table by keyboard'(t, context) {
    const page = await openResult(t, context);
    await page.focus('#tab-flame');
    await page.keyboard.press('ArrowRight');
    assert.equal(await page.evaluate(() => document.activeElement.id), 'tab-table');
    await page.focus('.functions');
    await page.keyboard.press('End');
    const last = Number((await textOf(page, '#panel-table .count')).replace(/[^\d]/g, '')) - 1;
    const active = (row) => page.waitForFunction((id) => {
      const given = document.querySelector('.functions').getAttribute('aria-activedescendant');
      return given === id && document.getElementById(id) !== null;
    }, {}, `function-${row}`);
    await active(last);
    await page.keyboard.press('Home');
    await page.keyboard.press('ArrowDown');
    await active(1);
    await page.keyboard.press('Enter');
    await page.waitForSelector('#function-1[aria-selected=true]');
    assert.equal(await textOf(page, '#details h2'), await textOf(page, '#function-1 .name'));
  },

  async 'the flame graph by keyboard'(t, context) {
    const page = await openResult(t, context);
    await page.focus('.flame-canvas');
    await page.keyboard.press('ArrowDown');
    await waitForText(page, '#announcer', '(MB|KB), \\d');
    for (let i = 0; i < 8; i++) {
      await page.keyboard.press('ArrowDown');
    }
    const before = await textOf(page, '#announcer');
    await page.keyboard.press('ArrowRight');
    await page.waitForFunction((text) => document.querySelector('#announcer').textContent !== text, {}, before);
    const name = await textOf(page, '#announcer');
    await page.keyboard.press('Enter');
    await page.waitForSelector('#details:not([hidden])');
    assert.ok(name.startsWith(await textOf(page, '#details h2')));
    const isReset = () => page.$eval('#panel-flame .button', (button) => button.disabled);
    assert.equal(await isReset(), false);
    for (let i = 0; i < 12 && !(await isReset()); i++) {
      await page.keyboard.press('Escape');
    }
    assert.equal(await isReset(), true);
  },

  async 'the flame graph by pointer: tooltip, zoom, details'(t, context) {
    const page = await openResult(t, context);
    const canvas = await page.$('.flame-canvas');
    const { x, y } = await canvas.boundingBox();
    await page.mouse.move(x + 100, y + 21 * 9 + 10);
    await page.waitForSelector('.tooltip:not([hidden])');
    const tooltip = await textOf(page, '.tooltip');
    assert.match(tooltip, /Total.*MB · \d+(\.\d)?% · ±\d+%Self/);
    await page.mouse.click(x + 100, y + 21 * 9 + 10);
    await page.waitForSelector('#details:not([hidden])');
    assert.ok(tooltip.startsWith(await textOf(page, '#details h2')));
    assert.equal(await page.$eval('#panel-flame .button', (button) => button.disabled), false);
  },

  async 'inverted: functions by self size on top'(t, context) {
    const page = await openResult(t, context);
    await page.click('.toggle:nth-child(2)');
    await page.waitForSelector('.toggle:nth-child(2)[aria-pressed=true]');
    await page.focus('.flame-canvas');
    await page.keyboard.press('ArrowDown');
    await waitForText(page, '#announcer', `^${expected[NAME].topFunctions[0].name}: `);
  },

  async 'packages: own bytes, those of the runtime counted to callers, links to the table and back'(t, context) {
    const page = await openResult(t, context);
    await page.click('#tab-packages');
    const read = () => page.$$eval('.packages tbody tr', (rows) =>
      Object.fromEntries(rows.map((row) => [row.querySelector('button').textContent, Number(row.dataset.bytes)])));
    const sum = (sizes) => Object.values(sizes).reduce((total, size) => total + size, 0);
    const plain = await read();
    assert.equal(sum(plain), expected[NAME].totalBytes);
    assert.ok(plain.acorn > 0 && plain['Node.js internals'] > 0 && plain.V8 > 0);
    await page.click('.check input');
    const charged = await read();
    assert.equal(sum(charged), expected[NAME].totalBytes);
    assert.ok(charged.acorn > plain.acorn && charged.V8 < plain.V8);
    await page.evaluate(() => {
      [...document.querySelectorAll('.packages button')].find(({ textContent }) => textContent === 'lodash').click();
    });
    await page.waitForSelector('#panel-table:not([hidden]) .chip:not([hidden])');
    (await readRows(page)).forEach((row) => assert.equal(row[2], 'lodash'));
    await page.locator('.functions tbody tr:not(.spacer)').click();
    await page.waitForSelector('#details:not([hidden])');
    await page.click('.details-links button:nth-child(1)');
    await page.waitForSelector('#panel-flame:not([hidden])');
    await waitForText(page, '#announcer', '^');
    await page.click('.details-links button:nth-child(2)');
    await page.waitForSelector('#panel-table:not([hidden]) .chip[hidden]');
    await page.waitForSelector('.functions tr[aria-selected=true]');
  },

  async 'only rows in sight are in the document'(t, context) {
    const page = await openResult(t, context);
    await page.click('#tab-table');
    const count = async () => (await readRows(page)).length;
    assert.ok(await count() < 60);
    await page.$eval('.table-scroll', (scroller) => scroller.scrollTo(0, 5000));
    await page.waitForFunction(
      () => Number(document.querySelector('.functions tbody tr:not(.spacer)').dataset.row) > 100);
    assert.ok(await count() < 60);
  },
};
