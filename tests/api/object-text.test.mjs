import assert from 'node:assert/strict';
import test from 'node:test';
import { writeObject } from '../../pkg/lib/object-text.js';
import { bigProfile, node, smallProfile } from './helper.mjs';

function textOf(object) {
  const pieces = [];
  writeObject(object, (text) => pieces.push(text));
  return pieces.join('');
}

test("V8's own fields come out in V8's own layout", () => {
  for (const profile of [smallProfile(), bigProfile(300_000)]) {
    assert.equal(textOf(profile), JSON.stringify(profile));
  }
});

test('the order of keys in the object does not matter', () => {
  const { head, samples } = smallProfile();
  const { callFrame, selfSize, id, children } = head;
  const { url, functionName, ...rest } = callFrame;
  const mixed = { samples, head: { children, id, selfSize, callFrame: { ...rest, url, functionName } } };
  assert.equal(textOf(mixed), JSON.stringify({ head, samples }));
});

test('other scalar fields are kept, other objects left out', () => {
  const profile = smallProfile();
  profile.head.selfCount = 3;
  profile.head.locationId = [1];
  profile.samples[0].isLive = false;
  profile.samples[1].labels = { a: 1 };
  profile.startTime = 5;
  profile.$vscode = { rootPath: '/' };
  const back = JSON.parse(textOf(profile));
  delete profile.head.locationId;
  delete profile.samples[1].labels;
  delete profile.$vscode;
  assert.deepEqual(back, profile);
});

test('missing and odd fields stay missing and odd', () => {
  const odd = {
    head: {
      callFrame: { functionName: 'f', scriptId: 12, lineNumber: 1.5 },
      selfSize: null,
      children: [null, 5, { children: {} }, { id: 2 }, {}],
    },
    samples: [null, { size: '8' }, {}],
  };
  assert.deepEqual(JSON.parse(textOf(odd)), odd);
  assert.equal(textOf({ head: { selfSize: 10n, id: NaN, x: undefined } }), '{"head":{"selfSize":10,"id":null}}');
});

test('quotes, control characters and lone surrogates are escaped', () => {
  const profile = { head: node('"\\\n\u0001\ud800', 1, 1) };
  assert.equal(JSON.parse(textOf(profile)).head.callFrame.functionName, '"\\\n\u0001\ud800');
});

test('a tree that contains itself is found out', () => {
  const head = node('f', 1, 1);
  head.children.push(node('g', 1, 2), head);
  const expected = { name: 'HeapProfileError', code: 'not-a-heap-profile', message: /descendant/ };
  assert.throws(() => textOf({ head }), expected);
});

test('foreign objects come out as an outline', () => {
  const meta = { node_fields: ['type', 'name'] };
  const snapshot = { snapshot: { meta, node_count: 5 }, nodes: new Array(1e6).fill(0) };
  assert.equal(
    textOf(snapshot),
    '{"snapshot":{"meta":{"node_fields":["type"]},"node_count":5},"nodes":[0]}'
  );
  assert.equal(textOf([{ ph: 'X' }, {}]), '[{"ph":"X"}]');
});
