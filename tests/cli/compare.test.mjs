// --snapshots, --no-snapshots and --diff.

import assert from 'node:assert/strict';
import { join } from 'node:path';
import test from 'node:test';
import { diffHeapProfiles, importHeapProfile } from '../../pkg/node.js';
import { node, smallProfile } from '../api/helper.mjs';
import { folderWith, readGzip, readJson, run, start } from './helper.mjs';

const text = JSON.stringify(smallProfile());

/** The small profile later in the same session: 100 bytes are gone, 500 have come. */
function laterProfile() {
  const later = smallProfile();
  later.head.children[0].selfSize = 0;
  later.head.children.push(node('more', 500, 5));
  later.samples = [...later.samples.filter(({ nodeId }) => nodeId !== 2), { size: 500, nodeId: 5, ordinal: 12 }];
  return later;
}

const later = JSON.stringify(laterProfile());
const named = (sequence) => `Heap.20260801.101500.42.0.00${sequence}.heapprofile`;
const names = ({ threads }) => threads.map(({ name }) => name);
const files = { 'a.heapprofile': text, 'b.heapprofile': later, [named(1)]: text, [named(2)]: later };
const data = [{ name: 'a.heapprofile', data: text }, { name: 'b.heapprofile', data: later }];

test('convert --snapshots adds what grew', async (t) => {
  const cwd = folderWith(t, files);
  const args = ['convert', '--snapshots', 'a.heapprofile', 'b.heapprofile'];
  const { code, stderr } = await run(args, { cwd });
  assert.equal(code, 0, stderr);
  assert.equal(stderr, '1.40 KB in 4 functions, 3 samples, 3 threads → heap-profiles.json.gz\n');
  const profile = readGzip(join(cwd, 'heap-profiles.json.gz'));
  assert.deepEqual(profile, importHeapProfile(data, { snapshots: true }));
  assert.deepEqual(names(profile), ['Snapshot 1', 'Snapshot 2', 'Growth 1→2']);

  const { stderr: balanced } = await run([...args, '--table', 'nativeAllocations', '-o', 'x.json'], { cwd });
  assert.equal(balanced, '1.40 KB in 4 functions, 4 samples → x.json\n');
  const [{ nativeAllocations }] = readJson(join(cwd, 'x.json')).threads;
  assert.deepEqual(nativeAllocations.weight, [100, 300, 600, -100, 500]);
});

test('names of Node tell snapshots, unless --no-snapshots', async (t) => {
  const cwd = folderWith(t, files);
  const convert = async (...args) => {
    const { code, stderr } = await run(['convert', ...args, named(2), named(1), '-o', 'out.json'], { cwd });
    assert.equal(code, 0, stderr);
    return { profile: readJson(join(cwd, 'out.json')), stderr };
  };
  const auto = await convert();
  assert.deepEqual(names(auto.profile), ['Snapshot 1', 'Snapshot 2', 'Growth 1→2']);
  const apart = await convert('--no-snapshots');
  assert.deepEqual(names(apart.profile), ['Main thread', 'Main thread']);
  assert.match(apart.stderr, /^2\.40 KB in 4 functions, 6 samples, 2 threads /);
  // In this order they can't be.
  const wrong = await convert('--snapshots');
  assert.deepEqual(names(wrong.profile), ['Main thread', 'Main thread']);
  assert.match(wrong.profile.meta.extra.at(-1).label, /^No snapshots of one sampling session/);
});

test('convert --diff BASE FILE', async (t) => {
  const cwd = folderWith(t, files);
  const { code, stderr } = await run(['convert', '--diff', 'a.heapprofile', 'b.heapprofile', '-o', 'd.json'], { cwd });
  assert.equal(code, 0, stderr);
  assert.equal(stderr, '1.40 KB in 4 functions, 3 samples, 3 threads → d.json\n');
  const profile = readJson(join(cwd, 'd.json'));
  assert.deepEqual(profile, diffHeapProfiles(...data));
  assert.deepEqual(profile.threads[2].samples.weight.filter((bytes) => bytes !== 0), [-100, 500]);
  const piped = await run(['convert', '--diff', '-', 'b.heapprofile', '-o', '-'], { cwd, input: text });
  assert.equal(piped.code, 0, piped.stderr);
  assert.deepEqual(JSON.parse(String(piped.stdout)).threads[2].samples, profile.threads[2].samples);
});

test('info tells what grew', async (t) => {
  const cwd = folderWith(t, files);
  const json = async (...args) => JSON.parse(String((await run(['info', '--json', ...args], { cwd })).stdout));
  const session = await json('--snapshots', 'a.heapprofile', 'b.heapprofile');
  assert.deepEqual(session.threads.map(({ name, kind, file, bytes, samples }) => [name, kind, file, bytes, samples]), [
    ['Snapshot 1', 'snapshot', 'a.heapprofile', 1000, 3],
    ['Snapshot 2', 'snapshot', 'b.heapprofile', 1400, 3],
    ['Growth 1→2', 'growth', null, 500, 1],
  ]);
  assert.deepEqual([session.liveBytes, session.samples, session.comparisons.length], [1400, 3, 1]);
  const [{ topBySelf, ...growth }] = session.comparisons;
  assert.deepEqual(growth, { name: 'Growth 1→2', pid: '0', kind: 'growth', bytes: 500 });
  const [{ name, selfBytes, selfSamples }, ...others] = topBySelf;
  assert.deepEqual([name, selfBytes, selfSamples, others.length], ['more', 500, 1, 0]);

  const diff = await json('--diff', 'b.heapprofile', 'a.heapprofile');
  assert.deepEqual([diff.liveBytes, diff.samples], [1000, 3]);
  const [difference] = diff.comparisons;
  assert.deepEqual([difference.kind, difference.bytes], ['difference', -400]);
  assert.deepEqual(difference.topBySelf.map(({ name, selfBytes, selfError }) => [name, selfBytes, selfError]), [
    ['more', -500, null], ['outer', 100, null],
  ]);
});

test('info as text', async (t) => {
  const cwd = folderWith(t, files);
  const info = async (...args) => String((await run(['info', '--top', '2', ...args], { cwd })).stdout);
  const line = (...parts) => new RegExp(parts.join('\\n'), 'm');
  const session = await info('--snapshots', 'a.heapprofile', 'b.heapprofile', named(2));
  assert.match(session, /^Node\.js heap profile, 3 files\nTotal +1\.40 KB live, in the last snapshot\n/);
  assert.match(session, /^ +1\.40 KB +100\.0 % +Snapshot 3 /m);
  const growth = '^Growth 1→2, 500 bytes: functions by self size';
  assert.match(session, line(growth, '.+', ' +500 bytes +± 100 % +100.0 % .*more'));
  assert.match(session, line('^Survived all, 1.40 KB: functions by self size', '.+', ' +600 bytes .*other'));
  assert.doesNotMatch(session, /Growth 2→3, /);
  const diff = await info('--diff', 'a.heapprofile', 'b.heapprofile');
  assert.match(diff, /^Total +1\.40 KB live, 400 bytes more than the base\n/m);
  const title = '^Difference, \\+400 bytes: functions by self size';
  assert.match(diff, line(title, '.+', ' +\\+500 bytes .*more .+', ' +-100 bytes .*outer'));
  const less = await info('--diff', 'b.heapprofile', 'a.heapprofile');
  assert.match(less, /, 400 bytes less than the base\n/);
  assert.match(less, /\n\nDifference, -400 bytes: /);
  assert.match(await info('--diff', 'a.heapprofile', 'a.heapprofile'), /^Total +1\.00 KB live, as the base\n/m);
});

test('info --limit-bytes looks at the last snapshot, or at the file that is compared', async (t) => {
  const cwd = folderWith(t, files);
  for (const option of [['--snapshots'], ['--diff']]) {
    const args = ['info', ...option, 'a.heapprofile', 'b.heapprofile', '--limit-bytes'];
    assert.equal((await run([...args, '1400'], { cwd })).code, 0);
    assert.equal((await run([...args, '1399'], { cwd })).code, 3);
  }
});

test('open takes the options, too', async (t) => {
  const cwd = folderWith(t, files);
  const child = start(['open', '--no-browser', '--once', '--diff', 'a.heapprofile', 'b.heapprofile'], { cwd });
  t.after(() => child.kill());
  let page = '';
  for await (const chunk of child.stdout) {
    page += chunk;
    if (page.endsWith('\n')) {
      break;
    }
  }
  const url = decodeURIComponent(page.trim().split('/from-url/')[1]);
  const response = await fetch(url, { headers: { origin: 'https://profiler.firefox.com' } });
  assert.deepEqual(names(await response.json()), ['Base', 'Compared', 'Difference']);
});

test('skipped files are named in the profile', async (t) => {
  const cwd = folderWith(t, { ...files, 'cut.heapprofile': text.slice(0, 99) });
  const args = ['a.heapprofile', 'cut.heapprofile', '--on-error', 'skip'];
  const { code, stderr } = await run(['convert', ...args, '-o', 'out.json'], { cwd });
  assert.equal(code, 0, stderr);
  const { label, entries } = readJson(join(cwd, 'out.json')).meta.extra.at(-1);
  assert.deepEqual([label, entries.length, entries[0].label], ['Skipped files', 1, 'cut.heapprofile']);
  const { stdout } = await run(['info', '--json', ...args], { cwd });
  assert.equal(JSON.parse(String(stdout)).liveBytes, 1000);
});

test('what cannot be compared is refused', async (t) => {
  const cwd = folderWith(t, { ...files, 'cut.heapprofile': text.slice(0, 99) });
  const usage = [
    [['--snapshots', '--no-snapshots', 'a.heapprofile'], /--snapshots and --no-snapshots can't go together/],
    [['--snapshots', '--diff', 'a.heapprofile', 'b.heapprofile'], /--snapshots and --diff can't go together/],
    [['--diff', 'a.heapprofile'], /no FILE given/],
    [['--diff', 'a.heapprofile', 'b.heapprofile', 'b.heapprofile'], /single FILE; here are 3 files/],
    [['--diff', 'a.heapprofile', 'b.heapprofile', '--table', 'jsAllocations'], /--diff needs the table samples/],
    [['--diff', '-', '-'], /only once/],
  ];
  for (const [args, message] of usage) {
    const { code, stderr } = await run(['convert', ...args, '-o', 'out.json'], { cwd, input: text });
    assert.equal(code, 2, args.join(' '));
    assert.match(stderr, message);
  }
  const bad = [
    ['cut.heapprofile', 'a.heapprofile'],
    ['a.heapprofile', 'cut.heapprofile'],
    ['lost.heapprofile', 'a.heapprofile'],
  ];
  for (const [base, file] of bad) {
    const args = ['convert', '--diff', base, file, '--on-error', 'skip', '-o', 'out.json'];
    const { code, stderr } = await run(args, { cwd });
    assert.equal(code, 1);
    assert.match(stderr, /cut|lost/);
  }
});
