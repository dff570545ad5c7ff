import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import test from 'node:test';
import { smallProfile } from '../api/helper.mjs';
import { folderWith, run } from './helper.mjs';

const text = JSON.stringify(smallProfile());
const COMMANDS = ['open', 'info', 'convert'];

test('help and version', async () => {
  for (const args of [['--help'], ['-h'], ['help']]) {
    const { code, stdout } = await run(args);
    assert.equal(code, 0);
    assert.match(String(stdout), /Usage: .*\n[^]*open [^]*info [^]*convert [^]*Exit codes: 0 .* 1 .* 2 .* 3 /);
  }
  for (const args of [['--version'], ['-V']]) {
    const { code, stdout } = await run(args);
    assert.equal(code, 0);
    assert.match(String(stdout), /^\d+\.\d+\.\d+\S*\n$/);
  }
});

test('each command has a help with examples, in 120 columns', async () => {
  for (const command of COMMANDS) {
    for (const args of [[command, '--help'], [command, 'x', '-h'], ['help', command]]) {
      const { code, stdout } = await run(args);
      assert.equal(code, 0);
      const form = new RegExp(`Usage: heapprofile-importer ${command} FILE…[^]*--on-error[^]*Examples:`);
      assert.match(String(stdout), form);
      assert.ok(String(stdout).split('\n').every((line) => line.length <= 120));
    }
  }
});

test('wrong usage exits 2 with a hint', async (t) => {
  const file = 'a.heapprofile';
  const cwd = folderWith(t, { [file]: text, 'a.json': text });
  const wrong = [
    [], ['frob'], ['--frob'], ['toString'], ['help', 'frob'],
    ...COMMANDS.flatMap((command) => [
      [command], [command, '--frob', file], [command, '-', '-'], [command, file, '--on-error', 'x'],
      [command, file, '--on-error'],
    ]),
    ['convert', file, '-o'], ['convert', file, '-o', 'a.txt'], ['convert', file, '--table', 'x'],
    ['convert', file, '--columns', 'x'], ['convert', 'a.json', '-o', 'a.json'], ['convert', file, '--json'],
    ['info', file, '--top', 'x'], ['info', file, '--top', '-1'], ['info', file, '--top', '1.5'],
    ...['', 'x', '-1', '1XB', '10M', '1e6', '.5MB', '1 M B'].map((size) => ['info', file, `--limit-bytes=${size}`]),
    ['open', file, '--port', '65536'], ['open', file, '--port', 'x'], ['open', file, '--profiler-url', 'profiler'],
    ['open', file, '--profiler-url', 'file:///etc/passwd'], ['open', file, '--profiler-url', 'javascript:alert(1)'],
  ];
  for (const args of wrong) {
    const { code, stdout, stderr } = await run(args, { cwd });
    assert.equal(code, 2, args.join(' '));
    assert.equal(stdout.length, 0);
    assert.match(stderr, /^heapprofile-importer: .+\nTry 'heapprofile-importer --help'\.\n$/);
  }
  assert.deepEqual(readdirSync(cwd).sort(), [file, 'a.json'].sort());
});
