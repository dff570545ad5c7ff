// The package in the hands of bundlers, and what they make of it in a browser and in Node.

import assert from 'node:assert/strict';
import { copyFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { build as esbuild } from 'esbuild';
import { build as vite } from 'vite';
import { browsers } from '../browser/lib/launch.mjs';
import { serve } from '../browser/lib/server.mjs';
import { consumer, nodes, output, sample, sampleBytes } from './helper.mjs';

let folder;
let browser;

before(async (t) => {
  folder = await consumer(t);
  browser = await browsers.Chromium();
});

after(() => browser?.close());

/** Opens a page which defines importFrom(), and checks what that gives. */
async function checkPage(t, built, name) {
  const server = await serve({ built });
  const page = await browser.newPage();
  t.after(async () => {
    await page.close();
    await server.close();
  });
  const errors = [];
  page.on('pageerror', (error) => errors.push(String(error)));
  await page.goto(`${server.origin}/built/${name}`);
  const path = sample.slice(sample.indexOf('/tests/corpus/'));
  const weights = await page.evaluate(async (url) => {
    const profile = await globalThis.importFrom(url);
    return profile.threads[0].samples.weight;
  }, path);
  assert.deepEqual(errors, []);
  assert.equal(weights.reduce((sum, weight) => sum + weight, 0), sampleBytes);
}

/** @returns {Promise<string>} the folder with the page */
async function bundle(name, options) {
  const out = join(folder, `out-${name}-${options.format}`);
  await esbuild({
    absWorkingDir: folder,
    entryPoints: { page: join(folder, name) },
    outdir: out,
    bundle: true,
    minify: true,
    logLevel: 'error',
    ...options,
  });
  copyFileSync(join(folder, 'bundled.html'), join(out, 'bundled.html'));
  return out;
}

for (const format of ['esm', 'iife']) {
  test(`esbuild, ./inline, ${format}`, async (t) => {
    await checkPage(t, await bundle('inline-page.js', { format }), 'bundled.html');
  });
}

test('esbuild, ./inline, cjs', async () => {
  const out = await bundle('inline-command.js', { format: 'cjs', platform: 'node', outExtension: { '.js': '.cjs' } });
  for (const [name, node] of nodes) {
    assert.equal(await output(node, [join(out, 'page.cjs'), sample]), `${sampleBytes}\n`, name);
  }
});

test('esbuild, the wasm as a file', async (t) => {
  await checkPage(t, await bundle('esbuild-page.js', { format: 'esm', loader: { '.wasm': 'file' } }), 'bundled.html');
});

test('Vite finds the wasm by itself', async (t) => {
  const outDir = join(folder, 'out-vite');
  const rollupOptions = { input: join(folder, 'vite.html') };
  await vite({ root: folder, base: './', logLevel: 'warn', configFile: false, build: { outDir, rollupOptions } });
  const assets = readdirSync(join(outDir, 'assets'));
  assert.equal(assets.filter((name) => name.endsWith('.wasm')).length, 1, assets.join(', '));
  await checkPage(t, outDir, 'vite.html');
});
