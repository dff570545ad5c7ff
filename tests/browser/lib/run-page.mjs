// Runs tests that are written as modules for the page, as subtests here.

/**
 * @param {import('node:test').TestContext} t
 * @param {import('puppeteer-core').Browser} browser
 * @param {string} origin
 * @param {string} name of a module in tests/browser/page
 */
export async function runPage(t, browser, origin, name) {
  const page = await browser.newPage();
  t.after(() => page.close());
  const errors = [];
  page.on('pageerror', (error) => errors.push(String(error)));
  await page.goto(`${origin}/tests/browser/page/index.html`);

  const module = `./${name}.mjs`;
  for (const title of await page.evaluate(async (path) => globalThis.titlesOf(path), module)) {
    await t.test(title, async () => {
      const problem = await page.evaluate((path, test) => globalThis.runTest(path, test), module, title);
      if (problem !== null) {
        throw new Error(problem);
      }
    });
  }
  await t.test('nothing was blocked, and no error is left', async () => {
    const problems = [...(await page.evaluate(() => globalThis.violations)), ...errors];
    if (problems.length > 0) {
      throw new Error(problems.join('\n'));
    }
  });
}
