import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { pathToFileURL } from 'node:url';
import { embedSources } from '../../pkg/cli/embed.js';
import { node } from '../api/helper.mjs';
import { FakeStream, folderWith, run } from './helper.mjs';

function profileOf(urls) {
  const children = urls.map((url, index) => {
    const made = node(`f${index}`, 10, index + 2);
    return { ...made, callFrame: { ...made.callFrame, url } };
  });
  return JSON.stringify({ head: node('(root)', 0, 1, children) });
}

async function convert(cwd, urls) {
  const args = ['convert', '-', '--embed-sources'];
  const { code, stdout, stderr } = await run(args, { cwd, input: profileOf(urls) });
  assert.equal(code, 0, stderr);
  const { sources, stringArray } = JSON.parse(String(stdout)).shared;
  assert.equal(sources.content.length, sources.length);
  const contents = Object.fromEntries(sources.content.map((text, row) => [stringArray[sources.filename[row]], text]));
  return { contents, lines: stderr.trimEnd().split('\n') };
}

test('local sources that the profile names are embedded, and no others', async (t) => {
  const cwd = folderWith(t, {
    'a.js': 'const größe = 1;\n',
    'b c.mjs': 'export {};\n',
    'bin/tool': '#!/usr/bin/env node\nrun();\n',
    'unnamed.js': 'secret',
    'relative.js': 'not named by an absolute path',
  });
  symlinkSync(join(cwd, 'a.js'), join(cwd, 'link.ts'));
  const url = pathToFileURL(join(cwd, 'b c.mjs')).href;
  const local = [join(cwd, 'a.js'), url, join(cwd, 'bin/tool'), join(cwd, 'link.ts')];
  const query = `${pathToFileURL(join(cwd, 'a.js')).href}?t=123`;
  const other = ['node:fs', 'https://example.test/a.js', 'relative.js', '[eval]', 'webpack:///./a.js'];
  const { contents, lines } = await convert(cwd, [...local, query, ...other]);
  assert.deepEqual(contents, {
    [local[0]]: 'const größe = 1;\n',
    [local[1]]: 'export {};\n',
    [local[2]]: '#!/usr/bin/env node\nrun();\n',
    [local[3]]: 'const größe = 1;\n',
    [query]: 'const größe = 1;\n',
    ...Object.fromEntries(other.map((name) => [name, null])),
  });
  assert.equal(lines[0], '5 sources of 95 bytes embedded');
  assert.equal(lines.length, 2);
});

test('what cannot be embedded is listed with the reason', async (t) => {
  const cwd = folderWith(t, {
    'id_rsa': 'PRIVATE KEY',
    'settings.env': 'PASSWORD=x',
    'huge.js': ' '.repeat(1_000_001),
    'limit.js': ' '.repeat(1_000_000),
    'binary.js': Buffer.from([0x61, 0xff, 0xfe]),
  });
  mkdirSync(join(cwd, 'folder.js'));
  execFileSync('mkfifo', [join(cwd, 'pipe.js')]);
  const reasons = {
    [join(cwd, 'missing.js')]: 'no such file or directory',
    [join(cwd, 'id_rsa')]: 'not a source file',
    [join(cwd, 'settings.env')]: 'not a source file',
    [join(cwd, 'huge.js')]: 'larger than 1.00 MB',
    [join(cwd, 'binary.js')]: 'not UTF-8 text',
    [join(cwd, 'folder.js')]: 'not a regular file',
    [join(cwd, 'pipe.js')]: 'not a regular file',
    '/dev/zero': 'not a regular file',
    'file://server/share/a.js': 'not a path on this computer',
    'file:///a%2Fb.js': 'not a path on this computer',
  };
  const { contents, lines } = await convert(cwd, [...Object.keys(reasons), join(cwd, 'limit.js')]);
  assert.deepEqual(
    lines.slice(0, -2).sort(),
    Object.entries(reasons).map(([name, reason]) => `not embedded: ${name}: ${reason}`).sort()
  );
  assert.equal(lines.at(-2), '1 source of 1.00 MB embedded, 10 not');
  assert.deepEqual(Object.keys(contents).filter((name) => contents[name] !== null), [join(cwd, 'limit.js')]);
});

test('there is a limit for all of them together', async (t) => {
  const cwd = folderWith(t, { 'a.js': 'aaaaaa', 'b.js': 'bbbbbb', 'c.js': 'cccc' });
  const stringArray = ['a.js', 'b.js', 'c.js'].map((name) => join(cwd, name));
  const shared = { stringArray, sources: { filename: [0, 1, 2], content: [null, null, null], length: 3 } };
  const stderr = new FakeStream();
  await embedSources({ shared }, stderr, { total: 10 });
  assert.deepEqual(shared.sources.content, ['aaaaaa', null, 'cccc']);
  assert.match(stderr.text, /^not embedded: .*b\.js: the sources before it have used up the room\n2 sources of 10 b/);
});

test('without the option nothing is read', async (t) => {
  const cwd = folderWith(t, { 'a.js': 'text' });
  const { stdout } = await run(['convert', '-'], { input: profileOf([join(cwd, 'a.js')]) });
  assert.deepEqual(JSON.parse(String(stdout)).shared.sources.content, [null]);
});
