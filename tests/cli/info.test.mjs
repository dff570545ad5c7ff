import assert from 'node:assert/strict';
import test from 'node:test';
import { fileURLToPath } from 'node:url';
import { node, smallProfile } from '../api/helper.mjs';
import { expected, names, readJson, urlOf } from '../lib/corpus.mjs';
import { folderWith, run } from './helper.mjs';

const text = JSON.stringify(smallProfile());
const pathOf = (name) => fileURLToPath(urlOf(name));
const fixture = (name) => fileURLToPath(new URL(`../fixtures/${name}`, import.meta.url));

async function figuresOf(...args) {
  const { code, stdout, stderr } = await run(['info', '--json', ...args]);
  assert.equal(code, 0, stderr);
  return JSON.parse(String(stdout));
}

/** A profile in which functions call themselves and each other, across packages. */
function packagesProfile() {
  const at = (url, name, selfSize, id, children = []) => {
    const made = node(name, selfSize, id, children);
    return { ...made, callFrame: { ...made.callFrame, url, lineNumber: 9, columnNumber: 2 } };
  };
  const inner = at('/app/node_modules/leaf/i.js', 'leaf', 200, 6, [at('/app/a.js', 'again', 50, 7)]);
  const chain = at('/app/a.js', 'again', 100, 4, [at('/app/node_modules/@s/p/i.js', 'scoped', 300, 5, [inner])]);
  const push = node('push', 40, 9);
  push.callFrame = { ...push.callFrame, scriptId: '0', url: '', lineNumber: -1, columnNumber: -1 };
  const head = node('(root)', 0, 1, [
    at('/app/a.js', 'again', 10, 2, [at('node:fs', 'read', 60, 3, [chain])]),
    at('/app/b.js', 'unsampled', 240, 8, [push]),
  ]);
  const counts = { 2: 1, 3: 1, 4: 4, 5: 9, 6: 16, 7: 1, 9: 2, 99: 5 };
  let ordinal = 1;
  const samples = Object.entries(counts).flatMap(([nodeId, count]) =>
    Array.from({ length: count }, () => ({ size: 16, nodeId: Number(nodeId), ordinal: (ordinal += 2) }))
  );
  return { head, samples };
}

test('the figures of a profile whose sums are known', async (t) => {
  const cwd = folderWith(t, { 'app.heapprofile': JSON.stringify(packagesProfile()) });
  const figures = await figuresOf(`${cwd}/app.heapprofile`);
  const { packages, topBySelf, topByTotal, threads, ...facts } = figures;
  assert.deepEqual(facts, {
    version: 1,
    product: 'Node.js heap profile',
    liveBytes: 1000,
    collectedBytes: 0,
    isLive: true,
    samples: 39,
    samplingInterval: 16,
    orphanSamples: 5,
    orphanBytes: 80,
    functions: 6,
    comparisons: [],
  });
  assert.deepEqual(threads, [
    {
      name: 'JavaScript heap', processName: 'Node.js', pid: '0', tid: 0, file: 'app.heapprofile', bytes: 1000,
      samples: 34, samplingInterval: 16, isCollected: false, kind: 'file',
    },
  ]);
  const size = (selfBytes, totalBytes, selfSamples, totalSamples) => ({
    selfBytes, totalBytes, selfSamples, totalSamples,
    selfError: selfSamples === 0 ? null : 1 / Math.sqrt(selfSamples),
    totalError: totalSamples === 0 ? null : 1 / Math.sqrt(totalSamples),
  });
  assert.deepEqual(packages, [
    { kind: 'JavaScript', name: 'own code', ...size(400, 1000, 6, 34) },
    { kind: 'Dependency', name: '@s/p', ...size(300, 550, 9, 26) },
    { kind: 'Dependency', name: 'leaf', ...size(200, 250, 16, 17) },
    { kind: 'Node.js internals', name: 'Node.js internals', ...size(60, 710, 1, 31) },
    { kind: 'V8', name: 'V8', ...size(40, 40, 2, 2) },
  ]);
  const functions = {
    again: { url: '/app/a.js', kind: 'JavaScript', ...size(160, 720, 6, 32) },
    read: { url: 'node:fs', kind: 'Node.js internals', ...size(60, 710, 1, 31) },
    scoped: { url: '/app/node_modules/@s/p/i.js', kind: 'Dependency', ...size(300, 550, 9, 26) },
    unsampled: { url: '/app/b.js', kind: 'JavaScript', ...size(240, 280, 0, 2) },
    leaf: { url: '/app/node_modules/leaf/i.js', kind: 'Dependency', ...size(200, 250, 16, 17) },
    push: { url: null, kind: 'V8', ...size(40, 40, 2, 2) },
  };
  const list = (...order) =>
    order.map((name) => {
      const place = functions[name].url === null ? { line: null, column: null } : { line: 10, column: 3 };
      return { name, ...place, ...functions[name] };
    });
  assert.deepEqual(topBySelf, list('scoped', 'unsampled', 'leaf', 'again', 'read', 'push'));
  assert.deepEqual(topByTotal, list('again', 'read', 'scoped', 'unsampled', 'leaf', 'push'));
});

test('the corpus: totals, orphans and top functions are the files\' own', async () => {
  for (const name of names) {
    const figures = await figuresOf(pathOf(name), '--top', '1000000');
    const file = expected[name];
    assert.equal(figures.liveBytes, file.totalBytes, name);
    assert.equal(figures.samples, file.samples ?? null, name);
    assert.equal(figures.orphanSamples, file.orphanSamples ?? 0, name);
    assert.equal(figures.orphanBytes, file.orphanBytes ?? 0, name);
    assert.deepEqual(topTotals(figures), naiveTotals(JSON.parse(new TextDecoder().decode(readJson(name)))), name);
    for (const list of [figures.packages, figures.topBySelf]) {
      assert.equal(list.reduce((sum, { selfBytes }) => sum + selfBytes, 0), figures.liveBytes, name);
    }
    if (figures.samples !== null) {
      const [{ samples }] = figures.threads;
      assert.equal(samples, figures.samples - figures.orphanSamples, name);
      const counted = figures.packages.reduce((sum, { selfSamples }) => sum + selfSamples, 0);
      assert.ok(counted <= samples && counted >= samples - 3, `${name}: ${counted} of ${samples} samples`);
    } else {
      assert.ok(figures.packages.every(({ selfError }) => selfError === null), name);
    }
  }
});

const topTotals = ({ topByTotal }) => topByTotal.map(({ totalBytes }) => totalBytes);

/** Total sizes of all functions, the largest first, by looking at each node's whole path. */
function naiveTotals({ head, profile, nodes }) {
  const totals = new Map();
  const open = [[head ?? profile?.head ?? nodes, new Set(), true]];
  while (open.length > 0) {
    const [{ callFrame, selfSize, children = [], ...flat }, above, isRoot] = open.pop();
    const { functionName, scriptId, url, lineNumber, columnNumber } = callFrame ?? flat;
    const place = [functionName, url, lineNumber, columnNumber, url === '' ? Number(scriptId) : 0];
    const path = isRoot && selfSize === 0 ? above : new Set(above).add(place.join('\0'));
    for (const key of path) {
      totals.set(key, (totals.get(key) ?? 0) + selfSize);
    }
    open.push(...children.map((child) => [child, path, false]));
  }
  return [...totals.values()].filter((bytes) => bytes > 0).sort((one, two) => two - one);
}

test('files that tell collected objects', async () => {
  const figures = await figuresOf(fixture('node26-collected.heapprofile'));
  assert.equal(figures.liveBytes, 157);
  assert.equal(figures.collectedBytes, 432);
  assert.equal(figures.isLive, true);
  assert.deepEqual(figures.threads.map(({ isCollected, bytes }) => [isCollected, bytes]), [[false, 157], [true, 432]]);
  const selfBytes = figures.packages.reduce((sum, size) => sum + size.selfBytes, 0);
  assert.equal(selfBytes, 157);
  const { stdout } = await run(['info', fixture('node26-collected.heapprofile')]);
  assert.match(String(stdout), /^Total +157 bytes live\nCollected +432 bytes that/m);

  const dead = await figuresOf(fixture('node26-all-collected.heapprofile'));
  assert.deepEqual([dead.liveBytes, dead.packages, dead.topBySelf], [0, [], []]);
});

test('threads of many files', async () => {
  const { threads, isLive, samplingInterval } = await figuresOf(pathOf('node26-workers/'));
  const rows = threads.map(({ name, pid, tid, bytes, samples }) => [name, pid, tid, bytes, samples]);
  assert.deepEqual(rows, [
    ['Main thread', '10748', 0, 399744, 46],
    ['Worker 1', '10748', 1, 738408, 79],
    ['Worker 2', '10748', 2, 1527304, 162],
    ['Worker 3', '10748', 3, 2179400, 231],
  ]);
  assert.deepEqual([isLive, samplingInterval], [true, 8192]);
});

test('of snapshots the last one counts, unless they are to be files like others', async (t) => {
  const later = smallProfile();
  later.head.children.push(node('more', 500, 5));
  later.samples.push({ size: 500, nodeId: 5, ordinal: 12 });
  const name = (sequence) => `Heap.20260801.101500.42.0.00${sequence}.heapprofile`;
  const cwd = folderWith(t, { [name(1)]: text, [name(2)]: JSON.stringify(later) });
  const apart = await figuresOf(cwd, '--no-snapshots');
  assert.deepEqual(apart.threads.map(({ file, bytes }) => [file, bytes]), [[name(1), 1000], [name(2), 1500]]);
  assert.deepEqual([apart.liveBytes, apart.samples, apart.comparisons], [2500, 7, []]);
  const session = await figuresOf(cwd);
  assert.deepEqual([session.liveBytes, session.samples], [1500, 4]);
  assert.deepEqual(session.comparisons.map(({ kind, bytes }) => [kind, bytes]), [['growth', 500]]);
  assert.deepEqual(session.comparisons[0].topBySelf.map((size) => [size.name, size.selfBytes]), [['more', 500]]);
});

test('a function that each worker loads anew is one', async (t) => {
  const other = smallProfile();
  other.head.children[1].callFrame.scriptId = '77';
  const cwd = folderWith(t, { 'a.heapprofile': text, 'b.heapprofile': JSON.stringify(other) });
  const { topBySelf } = await figuresOf(cwd);
  assert.deepEqual(topBySelf.map(({ name, selfBytes }) => [name, selfBytes]), [
    ['other', 1200], ['größe 😀', 600], ['outer', 200],
  ]);
});

test('text is aligned and without colours in a pipe', async (t) => {
  const cwd = folderWith(t, { 'app.heapprofile': text });
  const { code, stdout, stderr } = await run(['info', 'app.heapprofile'], { cwd });
  assert.deepEqual([code, stderr], [0, '']);
  assert.equal(
    String(stdout),
    `V8 Heap Profile: app.heapprofile
Total      1.00 KB live
Samples    3 samples, about one in 100 bytes
Functions  3

By package
     self       ±        %    total
  1.00 KB  ± 58 %  100.0 %  1.00 KB  own code

Functions by self size
       self        ±       %      total
  600 bytes  ± 100 %  60.0 %  600 bytes  other     file:///srv/app/main.mjs:5:5
  300 bytes  ± 100 %  30.0 %  300 bytes  größe 😀  file:///srv/app/main.mjs:4:5
  100 bytes  ± 100 %  10.0 %  400 bytes  outer     file:///srv/app/main.mjs:3:5

Functions by total size
      total        ±       %       self
  600 bytes  ± 100 %  60.0 %  600 bytes  other     file:///srv/app/main.mjs:5:5
  400 bytes   ± 71 %  40.0 %  100 bytes  outer     file:///srv/app/main.mjs:3:5
  300 bytes  ± 100 %  30.0 %  300 bytes  größe 😀  file:///srv/app/main.mjs:4:5
`
  );
});

test('colours follow FORCE_COLOR and NO_COLOR', async (t) => {
  const cwd = folderWith(t, { 'app.heapprofile': text });
  const plain = String((await run(['info', 'app.heapprofile'], { cwd })).stdout);
  const colored = String((await run(['info', 'app.heapprofile'], { cwd, env: { FORCE_COLOR: '1' } })).stdout);
  assert.match(colored, /\x1b\[1m/);
  assert.equal(colored.replace(/\x1b\[\d+m/g, ''), plain);
  for (const env of [{ FORCE_COLOR: '0' }, { NO_COLOR: '1', FORCE_COLOR: '1' }, { NO_COLOR: '1' }]) {
    assert.equal(String((await run(['info', 'app.heapprofile'], { cwd, env })).stdout), plain);
  }
  const json = await run(['info', '--json', 'app.heapprofile'], { cwd, env: { FORCE_COLOR: '1' } });
  assert.doesNotMatch(String(json.stdout), /\x1b/);
});

test('names in a file cannot control the terminal', async (t) => {
  const profile = smallProfile();
  profile.head.children[1].callFrame.functionName = '\x1b[31mred\n\u202eevil';
  profile.head.children[1].callFrame.url = 'file:///srv/\x07bell.js';
  const cwd = folderWith(t, { 'app.heapprofile': JSON.stringify(profile) });
  const { stdout } = await run(['info', 'app.heapprofile'], { cwd });
  assert.doesNotMatch(String(stdout), /[\x00-\x09\x0b-\x1f\u202e]/);
  assert.match(String(stdout), /\ufffd\[31mred\ufffd\ufffdevil +file:\/\/\/srv\/\ufffdbell\.js/);
});

test('--top', async (t) => {
  const cwd = folderWith(t, { 'app.heapprofile': text });
  const count = async (top) => {
    const { topBySelf, topByTotal } = await figuresOf(`${cwd}/app.heapprofile`, '--top', top);
    assert.equal(topBySelf.length, topByTotal.length);
    return topBySelf.length;
  };
  assert.deepEqual([await count('0'), await count('1'), await count('2'), await count('99')], [0, 1, 2, 3]);
  const { stdout } = await run(['info', `${cwd}/app.heapprofile`, '--top=0']);
  assert.doesNotMatch(String(stdout), /Functions by/);
});

test('--limit-bytes exits 3 above the limit', async (t) => {
  const cwd = folderWith(t, { 'app.heapprofile': text });
  const codeOf = async (limit) => (await run(['info', 'app.heapprofile', '--limit-bytes', limit], { cwd })).code;
  for (const limit of ['1000', '1kB', '1KB', '1 kb', '1KiB', '1MB', '0.5GB', '1MiB', '1GiB', '1000B', '1.0kB']) {
    assert.equal(await codeOf(limit), 0, limit);
  }
  for (const limit of ['999', '0', '0.9kB', '0.9KiB', '999 B', '0.0009MB']) {
    assert.equal(await codeOf(limit), 3, limit);
  }
  const { stdout, stderr } = await run(['info', 'app.heapprofile', '--limit-bytes=0.5kB', '--json'], { cwd });
  assert.equal(stderr, 'heapprofile-importer: 1.00 KB (1000 bytes) is above the limit of 500 bytes (500 bytes)\n');
  assert.equal(JSON.parse(String(stdout)).liveBytes, 1000);
  // What was collected doesn't count.
  assert.equal((await run(['info', fixture('node26-collected.heapprofile'), '--limit-bytes', '157'])).code, 0);
  assert.equal((await run(['info', fixture('node26-collected.heapprofile'), '--limit-bytes', '156'])).code, 3);
});
