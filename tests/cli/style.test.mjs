import assert from 'node:assert/strict';
import test from 'node:test';
import { alignTable, hasColors, printable, styles } from '../../pkg/cli/style.js';
import { formatBytes } from '../../pkg/cli/summary.js';

const terminal = { isTTY: true };
const pipe = {};

test('colours are for terminals, unless the environment decides', () => {
  const cases = [
    [terminal, {}, true],
    [pipe, {}, false],
    [terminal, { TERM: 'dumb' }, false],
    [terminal, { NO_COLOR: '1' }, false],
    [terminal, { NO_COLOR: '' }, true],
    [terminal, { NO_COLOR: '1', FORCE_COLOR: '1' }, false],
    [pipe, { FORCE_COLOR: '1' }, true],
    [pipe, { FORCE_COLOR: '' }, true],
    [pipe, { FORCE_COLOR: 'true', TERM: 'dumb' }, true],
    [terminal, { FORCE_COLOR: '0' }, false],
    [terminal, { FORCE_COLOR: 'false' }, false],
  ];
  for (const [stream, env, expected] of cases) {
    assert.equal(hasColors(stream, env), expected, JSON.stringify([stream, env]));
  }
  assert.equal(styles(true).bold('x'), '\x1b[1mx\x1b[22m');
  assert.equal(styles(true).bold(''), '');
  assert.equal(styles(false).bold('x'), 'x');
});

test('columns are aligned as a terminal shows them', () => {
  const rows = [
    ['1', 'a', 'x'],
    ['22', '計算', 'y'],
    ['333', '😀', 'z'],
    ['4', 'e\u0301', 'w'],
    ['5', '', ''],
  ];
  const lines = ['  1  a     x', ' 22  計算  y', '333  😀    z', '  4  e\u0301     w', '  5'];
  assert.deepEqual(alignTable(rows, [{ isRight: true }, {}, {}]), lines);
});

test('nothing that controls a terminal is printed', () => {
  const expected = `a_[2Jb__c${'_'.repeat(5)}é😀`.replaceAll('_', '\ufffd');
  assert.equal(printable('a\x1b[2Jb\r\nc\x7f\x9b\u2028\u202e\u2066é😀'), expected);
});

test('sizes', () => {
  const cases = { 0: '0 bytes', 999: '999 bytes', 1000: '1.00 KB', 999499: '999 KB', 999500: '1.00 MB' };
  for (const [bytes, expected] of Object.entries(cases)) {
    assert.equal(formatBytes(Number(bytes)), expected);
  }
});
