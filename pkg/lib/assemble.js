// The columns in wasm memory become the profile object: processed profile format, version 70.

import { copyDoubles, copyFlags, copyInts, copyNullable, copyWeights, fill, newDoubles } from './columns.js';
import { readStrings } from './strings.js';
import { Table, TableReader } from './table-reader.js';

/**
 * @param {object} output the Output of the wasm module
 * @param {() => WebAssembly.Memory} memory
 * @param {'samples' | 'nativeAllocations' | 'jsAllocations'} [rowsTable]
 * @param {'plain' | 'typed'} [columns]
 * @returns {object} the profile
 */
export function assemble(output, memory, rowsTable = 'samples', columns = 'plain') {
  const reader = new TableReader(output, memory);
  const isTyped = columns === 'typed';
  const meta = output.meta();
  const stackTable = readStacks(reader, isTyped);
  const frameTable = readFrames(reader, isTyped);
  const funcTable = readFuncs(reader);
  const resourceTable = readResources(reader);
  const sources = readSources(reader);
  const threads = output.threads().map((thread, index) => readThread(reader, thread, index, rowsTable, isTyped));
  const stringArray = readStrings(output, memory);
  return {
    meta,
    libs: [],
    pages: [],
    counters: [],
    shared: {
      stackTable,
      frameTable,
      funcTable,
      resourceTable,
      nativeSymbols: { libIndex: [], address: [], name: [], functionSize: [], length: 0 },
      stringArray,
      sources,
      sourceLocationTable: { source: [], line: [], column: [], length: 0 },
    },
    threads,
  };
}

function readStacks(reader, isTyped) {
  const length = reader.open(Table.stacks);
  const frame = isTyped ? new Int32Array(length) : new Array(length);
  const prefixOffset = isTyped ? new Int32Array(length) : new Array(length);
  for (let at = 0, count; (count = reader.next()) > 0; at += count) {
    if (isTyped) {
      frame.set(reader.ints(0, count), at);
      prefixOffset.set(reader.ints(1, count), at);
    } else {
      copyInts(frame, at, reader.ints(0, count));
      copyInts(prefixOffset, at, reader.ints(1, count));
    }
  }
  return { frame, prefixOffset, length };
}

function readFrames(reader, isTyped) {
  const length = reader.open(Table.frames);
  const category = new Array(length);
  const subcategory = new Array(length);
  for (let at = 0, count; (count = reader.next()) > 0; at += count) {
    copyInts(category, at, reader.ints(0, count));
    copyInts(subcategory, at, reader.ints(1, count));
  }
  // A frame for each function: V8 doesn't say where in a function an allocation happened.
  const func = isTyped ? new Int32Array(length) : new Array(length);
  for (let index = 0; index < length; index++) {
    func[index] = index;
  }
  return {
    address: isTyped ? new Int32Array(length).fill(-1) : fill(length, -1),
    lib: isTyped ? new Int32Array(length).fill(-1) : fill(length, -1),
    inlineDepth: isTyped ? new Uint8Array(length) : fill(length, 0),
    category,
    subcategory,
    func,
    nativeSymbol: fill(length, null),
    innerWindowID: fill(length, 0),
    line: fill(length, null),
    column: fill(length, null),
    originalLocation: fill(length, null),
    length,
  };
}

function readFuncs(reader) {
  const length = reader.open(Table.funcs);
  const name = new Array(length);
  const isJS = new Array(length);
  const resource = new Array(length);
  const source = new Array(length);
  const lineNumber = new Array(length);
  const columnNumber = new Array(length);
  for (let at = 0, count; (count = reader.next()) > 0; at += count) {
    copyInts(name, at, reader.ints(0, count));
    copyFlags(isJS, at, reader.ints(1, count));
    copyInts(resource, at, reader.ints(2, count));
    copyNullable(source, at, reader.ints(3, count), -1);
    copyNullable(lineNumber, at, reader.ints(4, count), 0);
    copyNullable(columnNumber, at, reader.ints(5, count), 0);
  }
  return {
    name,
    isJS,
    relevantForJS: fill(length, false),
    resource,
    source,
    lineNumber,
    columnNumber,
    originalLocation: fill(length, null),
    length,
  };
}

function readResources(reader) {
  const length = reader.open(Table.resources);
  const name = new Array(length);
  const host = new Array(length);
  const type = new Array(length);
  for (let at = 0, count; (count = reader.next()) > 0; at += count) {
    copyInts(name, at, reader.ints(0, count));
    copyNullable(host, at, reader.ints(1, count), -1);
    copyInts(type, at, reader.ints(2, count));
  }
  return { name, host, type, length };
}

function readSources(reader) {
  const length = reader.open(Table.sources);
  const filename = new Array(length);
  for (let at = 0, count; (count = reader.next()) > 0; at += count) {
    copyInts(filename, at, reader.ints(0, count));
  }
  return {
    id: fill(length, null),
    filename,
    startLine: fill(length, 1),
    startColumn: fill(length, 1),
    sourceMapURL: fill(length, null),
    content: fill(length, null),
    length,
  };
}

function readThread(reader, thread, index, rowsTable, isTyped) {
  const rows = readRows(reader, index, isTyped);
  const result = {
    processType: thread.processType,
    processStartupTime: 0,
    processShutdownTime: null,
    registerTime: 0,
    unregisterTime: null,
    pausedRanges: [],
    name: thread.name,
    isMainThread: thread.isMainThread,
    processName: thread.processName,
    pid: thread.pid,
    tid: thread.tid,
    samples:
      rowsTable === 'samples'
        ? { stack: rows.stack, time: rows.time, weight: rows.weight, weightType: 'bytes', length: rows.length }
        : { stack: [], time: isTyped ? new Float64Array(0) : [], weight: null, weightType: 'samples', length: 0 },
    markers: { data: [], name: [], startTime: [], endTime: [], phase: [], category: [], length: 0 },
  };
  if (rowsTable === 'nativeAllocations') {
    result.nativeAllocations = nativeAllocations(rows);
  } else if (rowsTable === 'jsAllocations') {
    result.jsAllocations = jsAllocations(rows);
  }
  return result;
}

function readRows(reader, thread, isTyped) {
  const length = reader.open(Table.rows, thread);
  const stack = new Array(length);
  const time = isTyped ? new Float64Array(length) : newDoubles(length);
  const weight = new Array(length);
  const isSmall = reader.output.hasSmallWeights(thread);
  const addresses = reader.output.isBalanced(thread) ? new Array(length) : null;
  for (let at = 0, count; (count = reader.next()) > 0; at += count) {
    copyNullable(stack, at, reader.ints(0, count), -1);
    if (addresses !== null) {
      copyWeights(addresses, at, reader.floats(2, count));
    }
    if (isTyped) {
      time.set(reader.floats(0, count), at);
    } else {
      copyDoubles(time, at, reader.floats(0, count));
    }
    if (isSmall) {
      copyInts(weight, at, reader.ints(1, count));
    } else {
      copyWeights(weight, at, reader.floats(1, count));
    }
  }
  return { stack, time, weight, length, addresses };
}

function nativeAllocations({ time, weight, stack, length, addresses }) {
  const table = { time, weight, weightType: 'bytes', stack, length };
  // With addresses the table is balanced: it tells which allocations were freed again.
  return addresses === null ? table : { ...table, memoryAddress: addresses, threadId: fill(length, 0) };
}

// These names are the only ones that Firefox itself writes into this table.
function jsAllocations({ time, weight, stack, length }) {
  return {
    time,
    className: fill(length, 'Object'),
    typeName: fill(length, 'JSObject'),
    coarseType: fill(length, 'Object'),
    weight,
    weightType: 'bytes',
    inNursery: fill(length, false),
    stack,
    length,
  };
}
