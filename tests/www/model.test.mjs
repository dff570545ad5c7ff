// The sums of the page, checked against the files' own numbers. No browser is needed for these.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { importHeapProfile } from '../../pkg/node.js';
import { describe } from '../../www/model/describe.js';
import { PairMap } from '../../www/model/hash.js';
import { invert } from '../../www/model/inverted.js';
import { jsonPieces, toCompressedJson } from '../../www/model/json.js';
import { layOut } from '../../www/model/layout.js';
import { chargeToCallers, sumBy } from '../../www/model/totals.js';
import { mergeStacks } from '../../www/model/tree.js';
import { weighStacks } from '../../www/model/weights.js';
import { firstRightOf, nodeAt } from '../../www/views/flame-geometry.js';
import { corpusFile, expected } from './lib/corpus.mjs';

function analyse(profile) {
  const info = describe(profile);
  const tree = mergeStacks(profile.shared, weighStacks(profile, [...profile.threads.keys()]));
  const { length } = info.functions;
  const byFunction = sumBy(tree, Int32Array.from({ length }, (_, i) => i), length);
  return { info, tree, byFunction };
}

const sum = (numbers) => numbers.reduce((total, number) => total + number, 0);

for (const [name, facts] of Object.entries(expected)) {
  test(name, () => {
    const profile = importHeapProfile(readFileSync(corpusFile(name)), { columns: 'typed' });
    const { info, tree, byFunction } = analyse(profile);
    assert.equal(tree.total[0], facts.totalBytes);
    assert.equal(sum(byFunction.self), facts.totalBytes);
    assert.equal(sum(info.threads.map(({ bytes }) => bytes)), facts.totalBytes);
    checkTopFunctions(info, byFunction, facts);
    checkGroups(info, tree, facts);
    checkLayout(layOut(tree));
    const inverted = invert(tree);
    assert.equal(inverted.total[0], facts.totalBytes);
    checkLayout(layOut(inverted));
    checkInverted(inverted, byFunction);
  });
}

function checkTopFunctions({ functions }, { self }, { topFunctions, lineBase }) {
  const key = (...parts) => parts.join('\0');
  const found = new Map();
  for (let func = 0; func < functions.length; func++) {
    const file = functions.file[func] === -1 ? '' : functions.strings[functions.file[func]];
    const name = key(functions.strings[functions.name[func]], file, functions.line[func], functions.column[func]);
    found.set(name, (found.get(name) ?? 0) + self[func]);
  }
  const shift = lineBase === 0 ? 1 : 0;
  for (const { name, url, line, column, bytes } of topFunctions ?? []) {
    const place = key(name || '(anonymous)', url, Math.max(0, line + shift), Math.max(0, column + shift));
    assert.equal(found.get(place) ?? 0, bytes, place);
  }
}

function checkGroups({ groups, functions }, tree, { totalBytes }) {
  const sums = sumBy(tree, functions.group, groups.length);
  assert.equal(sum(sums.self), totalBytes);
  assert.equal(sum(chargeToCallers(tree, functions.group, groups)), totalBytes);
  sums.total.forEach((total, group) => assert.ok(total >= sums.self[group] && total <= totalBytes));
}

function checkLayout(layout) {
  const { levels, start, parent, total, self } = layout;
  assert.equal(levels.at(-1), start.length);
  const children = new Float64Array(start.length);
  for (let node = 1; node < start.length; node++) {
    children[parent[node]] += total[node];
    assert.ok(start[node] >= start[parent[node]], 'begins inside of its parent');
    assert.ok(start[node] + total[node] <= start[parent[node]] + total[parent[node]], 'ends inside of its parent');
  }
  for (let node = 0; node < start.length; node++) {
    assert.equal(children[node] + self[node], total[node]);
  }
  for (let level = 0; level + 1 < levels.length; level++) {
    for (let node = levels[level]; node < levels[level + 1]; node++) {
      assert.ok(node === levels[level] || start[node] >= start[node - 1] + total[node - 1], 'boxes do not overlap');
      if (total[node] > 0) {
        assert.equal(nodeAt(layout, level, start[node]), node);
        assert.equal(firstRightOf(layout, level, start[node] + total[node] - 0.5), node);
      }
    }
  }
}

// The first level of the inverted tree are the functions with their self sizes.
function checkInverted({ func, parent, total, totalSamples }, { self, selfSamples }) {
  for (let node = 1; node < func.length; node++) {
    if (parent[node] === 0) {
      assert.equal(total[node], self[func[node]]);
      assert.equal(totalSamples[node], selfSamples[func[node]]);
    }
  }
}

test('a function that calls itself counts its bytes once', () => {
  const tree = {
    func: Int32Array.of(-1, 0, 0, 1, 0),
    parent: Int32Array.of(-1, 0, 1, 2, 3),
    self: Float64Array.of(0, 1, 10, 100, 1000),
    total: Float64Array.of(1111, 1111, 1110, 1100, 1000),
    selfSamples: Uint32Array.of(0, 1, 1, 1, 1),
    totalSamples: Uint32Array.of(4, 4, 3, 2, 1),
  };
  const { self, total, totalSamples } = sumBy(tree, Int32Array.of(0, 1), 2);
  assert.deepEqual([...self], [1011, 100]);
  assert.deepEqual([...total], [1111, 1100]);
  assert.deepEqual([...totalSamples], [4, 2]);
});

test('bytes of the runtime are counted to the nearest caller that is none', () => {
  const tree = {
    func: Int32Array.of(-1, 0, 1, 0, 0),
    parent: Int32Array.of(-1, 0, 1, 2, 0),
    self: Float64Array.of(0, 1, 10, 100, 1000),
  };
  const groups = [{ isRuntime: true }, { isRuntime: false }];
  assert.deepEqual([...chargeToCallers(tree, Int32Array.of(0, 1), groups)], [1001, 110]);
});

test('pairs keep their values when the table grows', () => {
  const map = new PairMap(1);
  for (let i = 0; i < 5000; i++) {
    assert.equal(map.getOrAdd(i % 70, i, i), i);
  }
  for (let i = 0; i < 5000; i++) {
    assert.equal(map.getOrAdd(i % 70, i, 999_999), i);
  }
});

test('the JSON in pieces is the JSON in one piece', async () => {
  const data = readFileSync(corpusFile('node22-pnpm.heapprofile.gz'));
  const typed = importHeapProfile(data, { columns: 'typed' });
  const plain = importHeapProfile(data);
  const text = gunzipSync(Buffer.from(await toCompressedJson(typed))).toString();
  assert.equal(text, JSON.stringify(plain));
  const long = Array(50_001).fill(7);
  const odd = { a: undefined, b: [], c: {}, d: [[], {}, null, 'ü"\ud800'], e: Float64Array.of(), f: long };
  assert.equal([...jsonPieces(odd)].join(''), JSON.stringify({ ...odd, e: [] }));
});
