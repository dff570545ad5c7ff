// What tests/browser/lib/run-page.mjs calls. A test module exports `tests`: functions by title, run in their order.

/** What the content security policy has blocked. @type {string[]} */
globalThis.violations = [];
addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
  globalThis.violations.push(`${violatedDirective} has blocked ${blockedURI}`);
});

globalThis.titlesOf = async (path) => Object.keys((await import(path)).tests);

/** @returns {Promise<string | null>} what went wrong; errors themselves lose their stack on the way */
globalThis.runTest = async (path, title) => {
  try {
    await (await import(path)).tests[title]();
    return null;
  } catch (error) {
    // Chromium's stack begins with the message, Firefox's hasn't got it.
    const stack = String(error?.stack ?? '');
    return stack.startsWith(String(error)) ? stack : `${error}\n${stack}`;
  }
};
