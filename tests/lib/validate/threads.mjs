// Threads, and the rows in them.

import { checkTable, is } from './columns.mjs';

const isString = (value) => typeof value === 'string';

const FIELDS = {
  processType: (value) => value === 'default',
  processStartupTime: (value) => value === 0,
  processShutdownTime: (value) => value === null,
  registerTime: (value) => value === 0,
  unregisterTime: (value) => value === null,
  pausedRanges: (value) => Array.isArray(value) && value.length === 0,
  name: isString,
  isMainThread: (value) => typeof value === 'boolean',
  processName: isString,
  pid: isString,
  tid: (value) => Number.isInteger(value) || isString(value),
  samples: () => true,
  markers: () => true,
};

/**
 * @param {object[]} threads
 * @param {number} stackCount
 * @param {{ form?: 'plain' | 'typed', report: (problem: string) => void }} context
 */
export function checkThreads(threads, stackCount, context) {
  const { report } = context;
  if (!Array.isArray(threads) || threads.length === 0) {
    report('threads is missing or empty');
    return;
  }
  const pids = new Set();
  const tids = new Set();
  threads.forEach((thread, index) => {
    const path = `threads[${index}]`;
    for (const [name, test] of Object.entries(FIELDS)) {
      if (!test(thread[name])) {
        report(`${path}.${name} is ${JSON.stringify(thread[name])}`);
      }
    }
    for (const name of Object.keys(thread)) {
      if (!(name in FIELDS) && name !== 'jsAllocations' && name !== 'nativeAllocations') {
        report(`${path}.${name} isn't expected`);
      }
    }
    if (thread.isMainThread === pids.has(thread.pid)) {
      report(`${path}.isMainThread is ${thread.isMainThread}: true is for the first of a process`);
    }
    pids.add(thread.pid);
    if (tids.has(thread.tid)) {
      report(`${path}.tid is ${thread.tid} again`);
    }
    tids.add(thread.tid);
    checkMarkers(`${path}.markers`, thread.markers, report);
    checkTables(path, thread, stackCount, context);
  });
}

function checkMarkers(path, markers, report) {
  for (const name of ['data', 'name', 'startTime', 'endTime', 'phase', 'category']) {
    if (!Array.isArray(markers?.[name]) || markers[name].length !== 0) {
      report(`${path}.${name} isn't an empty array`);
    }
  }
  if (markers?.length !== 0) {
    report(`${path}.length is ${markers?.length}`);
  }
}

function checkTables(path, thread, stackCount, context) {
  const { samples, nativeAllocations, jsAllocations } = thread;
  const stack = is.either(is.indexInto('shared.stackTable', () => stackCount), is.nothing);
  // Only a difference has less than nothing somewhere.
  const weight = thread.name === 'Difference' ? is.integer : is.wholeNumber;
  const columns = { stack, time: is.wholeNumber, weight };
  const checkRows = (name, table, moreColumns = {}) => {
    const constants = { weightType: 'bytes' };
    checkTable(`${path}.${name}`, table, { ...columns, ...moreColumns }, { ...context, constants });
    checkAxis(`${path}.${name}`, table, context.report);
  };
  if (nativeAllocations === undefined && jsAllocations === undefined) {
    checkRows('samples', samples);
    return;
  }
  if (nativeAllocations !== undefined && jsAllocations !== undefined) {
    context.report(`${path} has its rows in two tables`);
  }
  const constants = { weight: null, weightType: 'samples', length: 0 };
  checkTable(`${path}.samples`, samples, { stack, time: is.wholeNumber }, { ...context, constants });
  if (nativeAllocations !== undefined) {
    const isBalanced = 'memoryAddress' in nativeAllocations;
    const moreColumns = { weight: is.integer, memoryAddress: is.wholeNumber, threadId: is.wholeNumber };
    checkRows('nativeAllocations', nativeAllocations, isBalanced ? moreColumns : {});
    if (isBalanced) {
      checkBalance(`${path}.nativeAllocations`, nativeAllocations, context.report);
    }
  }
  if (jsAllocations !== undefined) {
    checkRows('jsAllocations', jsAllocations, {
      className: is.oneOf('Object'),
      typeName: is.oneOf('JSObject'),
      coarseType: is.oneOf('Object'),
      inNursery: is.oneOf(false),
    });
  }
}

// The axis is made of the weights, and each heavy row is followed by one which marks its end, but in balanced tables.
function checkAxis(path, { stack, time, weight, memoryAddress, length } = {}, report) {
  if (![stack, time, weight].every((column) => column?.length === length)) {
    return;
  }
  if (length === 0) {
    report(`${path} has no row`);
    return;
  }
  let total = 0;
  for (let index = 0; index < length; index++) {
    if (time[index] !== total) {
      report(`${path}.time[${index}] is ${time[index]} where the weights before it sum up to ${total}`);
      return;
    }
    total += Math.abs(weight[index]);
  }
  if (memoryAddress !== undefined) {
    return;
  }
  const isEnd = (index) => weight[index] === 0 && stack[index] === stack[index - 1];
  for (let index = 0; index < length - 1; index++) {
    if (Math.abs(weight[index]) > total / 1000 && !isEnd(index + 1)) {
      report(`${path}[${index}] is heavy, but no row marks its end`);
    }
  }
  const last = length - 1;
  if (length === 1 ? stack[last] !== null || weight[last] !== 0 : !isEnd(last)) {
    report(`${path}[${last}] doesn't mark the end`);
  }
}

// What ends had begun, with the same size and stack, and nothing begins twice at one address.
function checkBalance(path, { stack, weight, memoryAddress, length }, report) {
  const begun = new Map();
  const ended = new Set();
  for (let index = 0; index < length; index++) {
    const address = memoryAddress[index];
    if (weight[index] >= 0) {
      if (begun.has(address) || ended.has(address)) {
        report(`${path}[${index}] begins at ${address} again`);
      }
      begun.set(address, index);
      continue;
    }
    const start = begun.get(address);
    if (weight[start] !== -weight[index] || stack[start] !== stack[index]) {
      report(`${path}[${index}] ends nothing of its size and stack at ${address}`);
    }
    begun.delete(address);
    ended.add(address);
  }
}
