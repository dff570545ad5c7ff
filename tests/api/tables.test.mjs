import assert from 'node:assert/strict';
import test from 'node:test';
import { importHeapProfile } from '../../pkg/node.js';
import { bigProfile, smallProfile, totalBytes } from './helper.mjs';

const COLUMNS = {
  stackTable: ['frame', 'prefixOffset'],
  frameTable: [
    'address', 'lib', 'inlineDepth', 'category', 'subcategory', 'func', 'nativeSymbol', 'innerWindowID', 'line',
    'column', 'originalLocation',
  ],
  funcTable: [
    'name', 'isJS', 'relevantForJS', 'resource', 'source', 'lineNumber', 'columnNumber', 'originalLocation',
  ],
  resourceTable: ['name', 'host', 'type'],
  nativeSymbols: ['libIndex', 'address', 'name', 'functionSize'],
  sources: ['id', 'filename', 'startLine', 'startColumn', 'sourceMapURL', 'content'],
  sourceLocationTable: ['source', 'line', 'column'],
};

function assertTable(table, columns, constants = []) {
  assert.deepEqual(Object.keys(table).sort(), [...columns, ...constants, 'length'].sort());
  for (const column of columns) {
    assert.equal(table[column].length, table.length, column);
    for (let index = 0; index < table.length; index++) {
      assert.notEqual(table[column][index], undefined, `${column}[${index}]`);
    }
  }
}

test('all tables have all columns of version 70, and no others', () => {
  const profile = importHeapProfile(smallProfile());
  assert.deepEqual(Object.keys(profile), ['meta', 'libs', 'pages', 'counters', 'shared', 'threads']);
  assert.equal(profile.meta.preprocessedProfileVersion, 70);
  assert.deepEqual(Object.keys(profile.shared).sort(), [...Object.keys(COLUMNS), 'stringArray'].sort());
  for (const [name, columns] of Object.entries(COLUMNS)) {
    assertTable(profile.shared[name], columns);
  }
  const [thread] = profile.threads;
  assert.deepEqual(
    Object.keys(thread).sort(),
    [
      'isMainThread', 'markers', 'name', 'pausedRanges', 'pid', 'processName', 'processShutdownTime',
      'processStartupTime', 'processType', 'registerTime', 'samples', 'tid', 'unregisterTime',
    ]
  );
  assertTable(thread.samples, ['stack', 'time', 'weight'], ['weightType']);
  assertTable(thread.markers, ['data', 'name', 'startTime', 'endTime', 'phase', 'category']);
  assert.equal(thread.samples.weightType, 'bytes');
});

test('rows are in the order of allocation, on an axis of bytes', () => {
  const [{ samples }] = importHeapProfile(smallProfile()).threads;
  const rows = samples.weight.map((weight, index) => [samples.time[index], weight]).filter(([, weight]) => weight > 0);
  assert.deepEqual(rows, [[0, 100], [100, 300], [400, 600]]);
});

test('the other tables hold the same rows', () => {
  const plain = importHeapProfile(smallProfile()).threads[0].samples;
  for (const table of ['nativeAllocations', 'jsAllocations']) {
    const [thread] = importHeapProfile(smallProfile(), { table }).threads;
    assert.deepEqual(thread.samples, { stack: [], time: [], weight: null, weightType: 'samples', length: 0 });
    const { stack, time, weight, weightType, length, ...rest } = thread[table];
    assert.deepEqual({ stack, time, weight, weightType, length }, plain);
    const constants = { className: 'Object', typeName: 'JSObject', coarseType: 'Object', inNursery: false };
    for (const [column, values] of Object.entries(rest)) {
      assert.deepEqual(values, new Array(length).fill(constants[column]), column);
    }
    assert.equal(Object.keys(rest).length, table === 'jsAllocations' ? 4 : 0);
  }
});

test('typed columns are those which version 70 allows, with the same values', () => {
  const input = bigProfile(200_000);
  for (const table of ['samples', 'nativeAllocations', 'jsAllocations']) {
    const plain = importHeapProfile(input, { table });
    const typed = importHeapProfile(input, { table, columns: 'typed' });
    const { stackTable, frameTable } = typed.shared;
    const [thread] = typed.threads;
    const found = {
      Int32Array: [stackTable.frame, stackTable.prefixOffset, frameTable.func, frameTable.address, frameTable.lib],
      Uint8Array: [frameTable.inlineDepth],
      Float64Array: [thread.samples.time, thread[table].time],
    };
    for (const [kind, arrays] of Object.entries(found)) {
      for (const array of arrays) {
        assert.equal(array.constructor.name, kind);
        // Owned, not a view of wasm memory.
        assert.equal(array.buffer.byteLength, array.byteLength);
      }
    }
    const asPlain = JSON.parse(JSON.stringify(typed, (_, value) => (ArrayBuffer.isView(value) ? [...value] : value)));
    assert.deepEqual(asPlain, JSON.parse(JSON.stringify(plain)));
    assert.equal(totalBytes(typed), totalBytes(plain));
  }
});

test('plain profiles survive JSON and structured clone unchanged', () => {
  const profile = importHeapProfile(smallProfile());
  assert.deepEqual(JSON.parse(JSON.stringify(profile)), profile);
  assert.deepEqual(structuredClone(profile), profile);
});

test('profiles do not change when the next one is imported', () => {
  const profile = importHeapProfile(smallProfile(), { columns: 'typed' });
  const before = structuredClone(profile);
  importHeapProfile(bigProfile(500_000));
  assert.deepEqual(profile, before);
});
