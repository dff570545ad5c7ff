// The page under test: opening it, and what users do with it.

import { readFileSync } from 'node:fs';
import { basename } from 'node:path';

const PATIENCE = { timeout: 30_000 };

/**
 * @param {import('node:test').TestContext} t
 * @param {import('puppeteer-core').Browser} browser
 * @param {string} url
 * @returns {Promise<import('puppeteer-core').Page>} the page; errors in it fail the test
 */
export async function openPage(t, browser, url) {
  const page = await browser.newPage();
  await page.setViewport({ width: 1280, height: 800 });
  const errors = [];
  page.on('pageerror', (error) => {
    // Firefox reports each message that isn't delivered, as its receiver isn't there yet, like an uncaught error.
    if (!/The target origin provided .* does not match/.test(error.message)) {
      errors.push(error.stack ?? String(error));
    }
  });
  await page.evaluateOnNewDocument(() => {
    globalThis.violations = [];
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
      globalThis.violations.push(`${violatedDirective} ${blockedURI}`);
    });
  });
  t.after(async () => {
    const violations = await page.evaluate(() => globalThis.violations).catch(() => []);
    await page.close();
    if (errors.length > 0 || violations.length > 0) {
      throw new Error([...errors, ...violations].join('\n'));
    }
  });
  await page.goto(url);
  await page.waitForSelector('html[data-ready]', PATIENCE);
  return page;
}

/** Waits until the start, the loading or the result is shown. */
export async function waitForPart(page, part) {
  await page.waitForSelector(`body[data-part='${part}']`, PATIENCE);
}

/** Picks files by their paths. */
export async function pick(page, paths) {
  const input = await page.$('#file-input');
  await input.uploadFile(...paths);
}

/** Shows files of the corpus or other paths. */
export async function show(page, paths) {
  await pick(page, paths);
  await waitForPart(page, 'result');
}

/**
 * Drops files and folders: in Chromium real ones through the browser; in Firefox, which can't be told to, what its
 * event has.
 */
export async function drop(page, paths, { folders = {} } = {}) {
  if (/firefox/i.test(await page.browser().version())) {
    await dropByScript(page, paths, folders);
  } else {
    await dropByBrowser(page, [...paths, ...Object.keys(folders)]);
  }
}

async function dropByBrowser(page, files) {
  const client = await page.createCDPSession();
  for (const type of ['dragEnter', 'dragOver', 'drop']) {
    await client.send('Input.dispatchDragEvent', {
      type, x: 400, y: 300, data: { items: [], files, dragOperationsMask: 1 },
    });
    if (type === 'dragOver') {
      await page.waitForSelector('#veil:not([hidden])', PATIENCE);
    }
  }
  await client.detach();
}

async function dropByScript(page, paths, folders) {
  const read = (path) => ({ name: basename(path), base64: readFileSync(path).toString('base64') });
  const files = paths.map(read);
  const trees = Object.entries(folders).map(([name, list]) => ({ name: basename(name), files: list.map(read) }));
  await page.evaluate((plain, dirs) => {
    const toFile = ({ name, base64 }) => new File([Uint8Array.from(atob(base64), (c) => c.charCodeAt(0))], name);
    const toFolder = ({ name, files: list }) => {
      const entries = list.map((data) => ({
        name: data.name, isDirectory: false, file: (resolve) => resolve(toFile(data)),
      }));
      // Folders are read bit by bit, until nothing is left.
      return {
        name, isDirectory: true, createReader: () => ({ readEntries: (resolve) => resolve(entries.splice(0, 2)) }),
      };
    };
    const dataTransfer = new DataTransfer();
    plain.forEach((data) => dataTransfer.items.add(toFile(data)));
    for (const type of ['dragenter', 'dragover', 'drop']) {
      const event = new DragEvent(type, { bubbles: true, cancelable: true, dataTransfer });
      if (dirs.length > 0) {
        const items = [
          ...dataTransfer.items,
          ...dirs.map((dir) => ({ kind: 'file', webkitGetAsEntry: () => toFolder(dir), getAsFile: () => null })),
        ];
        Object.defineProperty(event, 'dataTransfer', { value: { types: ['Files'], items } });
      }
      document.querySelector('main').dispatchEvent(event);
    }
  }, files, trees);
}

/** @returns {Promise<object>} the numbers on the page */
export function readSummary(page) {
  return page.evaluate(() => {
    const total = document.querySelector('.total');
    const text = (selector, root = document) => root.querySelector(selector)?.textContent ?? '';
    const fact = (name) => document.querySelector(`[data-fact='${name}']`);
    const numberOf = (value) => Number(value.replace(/[^\d]/g, ''));
    return {
      title: text('.file-name'),
      bytes: Number(total.dataset.bytes),
      shownBytes: numberOf(text('.exact').split(' bytes')[0]),
      kind: total.dataset.kind,
      samples: numberOf(text('dd', fact('samples'))),
      sampleNote: text('dd.muted', fact('samples')),
      nodes: numberOf(text('dd.muted', fact('functions'))),
      interval: text('dd', fact('interval')),
      runtime: text('dd', fact('runtime')),
      threads: [...document.querySelectorAll('.threads label')].map(({ dataset }) => Number(dataset.bytes)),
      notices: [...document.querySelectorAll('.notice')].map((notice) => notice.firstChild.textContent),
    };
  });
}

/** @returns {Promise<string[][]>} the text of the cells of the rows in sight */
export async function readRows(page) {
  await page.waitForSelector('.functions tbody tr:not(.spacer)', PATIENCE);
  return page.evaluate(() => [...document.querySelectorAll('.functions tbody tr:not(.spacer)')].map((row) =>
    [...row.cells].map((cell) => cell.textContent)));
}
