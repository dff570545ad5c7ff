import assert from 'node:assert/strict';
import { join } from 'node:path';
import test from 'node:test';
import { run as convert } from '../../pkg/cli/convert.js';
import { Progress, watch } from '../../pkg/cli/progress.js';
import { bigProfile, smallProfile, temporaryFolder } from '../api/helper.mjs';
import { FakeStream, folderWith } from './helper.mjs';

const CLEAR = '\r\x1b[K';

test('a bar from the second second on, ten times a second', () => {
  const stream = new FakeStream(true);
  let now = 5000;
  const progress = new Progress(stream, () => now);
  const at = (time, done, total = 2e6) => {
    now = time;
    progress.update('Reading', done, total);
  };
  at(5999, 5e5);
  assert.equal(stream.text, '');
  at(6000, 1e6);
  at(6050, 1.2e6);
  at(6100, 1.5e6);
  at(6200, 2e6);
  at(6300, 3e6);
  at(6400, 123, null);
  progress.clear();
  progress.clear();
  assert.deepEqual(stream.text.split(CLEAR), [
    '',
    'Reading [############............]  50 % of 2.00 MB',
    'Reading [##################......]  75 % of 2.00 MB',
    'Reading [########################] 100 % of 2.00 MB',
    'Reading [########################] 100 % of 2.00 MB',
    'Reading 123 bytes',
    '',
  ]);
});

test('nothing without a terminal', () => {
  const stream = new FakeStream(false);
  let now = 0;
  const progress = new Progress(stream, () => (now += 5000));
  progress.update('Reading', 1, 2);
  progress.clear();
  assert.equal(stream.text, '');
});

test('what is watched stays the same', () => {
  const stream = new FakeStream(true);
  let now = 0;
  const progress = new Progress(stream, () => (now += 600));
  assert.deepEqual([...watch(['ab', 'c', 'def'], progress)], ['ab', 'c', 'def']);
  assert.equal(stream.text, `${CLEAR}Writing 3 bytes${CLEAR}Writing 6 bytes${CLEAR}`);
});

test('a slow conversion shows a bar on a terminal, and takes it away again', async (t) => {
  const bytes = Buffer.from(JSON.stringify(bigProfile(100_000)));
  async function* slowly() {
    for (let start = 0; start < bytes.length; start += 8192) {
      await new Promise((resolve) => setTimeout(resolve, 120));
      yield bytes.subarray(start, start + 8192);
    }
  }
  const target = join(temporaryFolder(t), 'out.json.gz');
  for (const isTTY of [true, false]) {
    const stderr = new FakeStream(isTTY);
    await convert(['-', '-o', target], { stdin: slowly(), stdout: new FakeStream(), stderr });
    const bars = stderr.text.split(CLEAR);
    assert.match(bars.pop(), /^\S+ KB in \d+ functions.* → .*out\.json\.gz\n$/);
    assert.equal(bars.shift() === '' && bars.length > 0, isTTY);
    assert.ok(bars.every((bar) => bar === '' || /^Reading \S+ KB$/.test(bar)), stderr.text);
  }
});

test('fast work shows none', async (t) => {
  const cwd = folderWith(t, { 'a.heapprofile': JSON.stringify(smallProfile()) });
  const stderr = new FakeStream(true);
  await convert([join(cwd, 'a.heapprofile'), '-o', cwd], { stdin: [], stdout: new FakeStream(), stderr });
  assert.doesNotMatch(stderr.text, /\r/);
});
