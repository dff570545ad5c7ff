// A naive importer, for reading and not for speed: the expected profile, to compare the real one with.
//
// It follows sections 2 and 3 of the design, one step after the other, on what JSON.parse gives.

import { factsOfFileName } from './reference/file-name.mjs';
import { estimateInterval } from './reference/interval.mjs';
import { guessRuntime } from './reference/origin.mjs';
import { readHeapProfile } from './reference/read.mjs';
import { fitRows, layOut } from './reference/rows.mjs';
import { buildFunctions, buildStacks, emptyColumns } from './reference/tables.mjs';

/**
 * @param {Uint8Array | object} input bytes after gunzip, or what JSON.parse made of them
 * @param {{ fileName?: string, table?: 'samples' | 'nativeAllocations' | 'jsAllocations', columns?: 'plain' | 'typed',
 *   samplingInterval?: number, product?: string }} [options]
 * @returns {object} processed profile of version 70
 */
export function referenceImport(input, options = {}) {
  const { nodes, samples, overflows } = readHeapProfile(input);
  const file = factsOfFileName(options.fileName);
  const { frames, stackTable, stackOf } = buildStacks(nodes);
  const runtime = guessRuntime(frames, file.runtime);
  const { categories, ...tables } = buildFunctions(frames, runtime === 'Deno' ? 'Deno internals' : 'Node.js internals');
  const rows = fitRows(nodes, samples);

  const process = { processType: 'default', processName: runtime, pid: file.pid };
  const live = { ...process, name: file.threadName, isMainThread: true, tid: file.tid };
  const threads = [thread(live, layOut(rows.live, stackOf), options)];
  if (rows.dead !== null) {
    const dead = { ...process, name: 'Collected by GC', isMainThread: false, tid: `${file.pid}:${file.tid}` };
    threads.push(thread(dead, layOut(rows.dead, stackOf), options));
  }

  const profile = {
    meta: {
      interval: 1,
      startTime: file.startTime,
      sampleUnits: { time: 'bytes', eventDelay: 'ms', threadCPUDelta: 'ns' },
      product: options.product ?? (runtime === 'V8' ? 'V8 Heap Profile' : `${runtime} heap profile`),
      importedFrom: 'V8 sampling heap profile',
      symbolicated: true,
      symbolicationNotSupported: true,
      sourceCodeIsNotOnSearchfox: true,
      usesOnlyOneStackType: true,
      keepProfileThreadOrder: true,
      initialVisibleThreads: threads.map((_, index) => index),
      initialSelectedThreads: [0],
      stackwalk: 0,
      processType: 0,
      debug: false,
      markerSchema: [],
      version: 34,
      preprocessedProfileVersion: 70,
      categories,
      extra: [{ label: 'Heap profile', entries: facts(nodes, samples, rows, overflows, options) }],
    },
    libs: [],
    pages: [],
    counters: [],
    shared: {
      stackTable,
      ...tables,
      nativeSymbols: emptyColumns('libIndex address name functionSize'),
      sourceLocationTable: emptyColumns('source line column'),
    },
    threads,
  };
  if (options.fileName !== undefined) {
    profile.meta.fileName = options.fileName;
  }
  return options.columns === 'typed' ? withTypedColumns(profile) : profile;
}

function facts(nodes, samples, { live, dead, orphanSamples, orphanBytes }, overflows, options) {
  const entries = [
    { label: 'Total size', format: 'bytes', value: nodes.reduce((sum, { selfSize }) => sum + selfSize, 0) },
    { label: 'Call tree nodes', format: 'integer', value: nodes.length },
  ];
  if (samples !== null) {
    const ordinals = samples.map(({ ordinal }) => ordinal).filter(Number.isFinite);
    entries.push(
      { label: 'Samples', format: 'integer', value: samples.length },
      { label: 'Orphan samples', format: 'integer', value: orphanSamples },
      { label: 'Orphan bytes', format: 'bytes', value: orphanBytes },
      { label: 'Highest ordinal', format: 'integer', value: ordinals.reduce((a, b) => Math.max(a, b), 0) }
    );
  }
  const sizes = (samples ?? []).map(({ size }) => size).filter((size) => size > 0);
  const interval =
    options.samplingInterval ??
    (sizes.length > 0 ? estimateInterval(sizes.reduce((a, b) => Math.min(a, b))) : undefined);
  if (interval !== undefined) {
    const label = options.samplingInterval === undefined ? 'Estimated sampling interval' : 'Sampling interval';
    entries.push({ label, format: 'bytes', value: interval });
  }
  if (dead !== null) {
    const total = (rows) => rows.reduce((sum, { weight }) => sum + weight, 0);
    entries.push(
      { label: 'Live size', format: 'bytes', value: total(live) },
      { label: 'Collected by GC', format: 'bytes', value: total(dead) }
    );
  }
  const counted = (samples ?? []).filter(({ objectCount }) => objectCount !== undefined);
  if (counted.length > 0) {
    const count = (isLive) =>
      counted.reduce((sum, sample) => sum + (sample.isLive === isLive ? sample.objectCount : 0), 0);
    entries.push({ label: 'Live objects', format: 'integer', value: count(true) });
    if (dead !== null) {
      entries.push({ label: 'Collected objects', format: 'integer', value: count(false) });
    }
  }
  if (overflows > 0) {
    entries.push({ label: 'Sizes mended after 32-bit overflow', format: 'integer', value: overflows });
  }
  return entries;
}

function thread(identity, { stack, time, weight, length }, { table = 'samples' }) {
  const rows = { stack, time, weight, weightType: 'bytes', length };
  const result = {
    ...identity,
    processStartupTime: 0,
    processShutdownTime: null,
    registerTime: 0,
    unregisterTime: null,
    pausedRanges: [],
    samples: table === 'samples' ? rows : { stack: [], time: [], weight: null, weightType: 'samples', length: 0 },
    markers: emptyColumns('data name startTime endTime phase category'),
  };
  if (table === 'nativeAllocations') {
    result.nativeAllocations = rows;
  } else if (table === 'jsAllocations') {
    result.jsAllocations = {
      ...rows,
      className: new Array(length).fill('Object'),
      typeName: new Array(length).fill('JSObject'),
      coarseType: new Array(length).fill('Object'),
      inNursery: new Array(length).fill(false),
    };
  }
  return result;
}

function withTypedColumns(profile) {
  const { stackTable, frameTable } = profile.shared;
  stackTable.frame = Int32Array.from(stackTable.frame);
  stackTable.prefixOffset = Int32Array.from(stackTable.prefixOffset);
  frameTable.func = Int32Array.from(frameTable.func);
  frameTable.address = Int32Array.from(frameTable.address);
  frameTable.lib = Int32Array.from(frameTable.lib);
  frameTable.inlineDepth = Uint8Array.from(frameTable.inlineDepth);
  for (const { samples, nativeAllocations, jsAllocations } of profile.threads) {
    for (const table of [samples, nativeAllocations, jsAllocations]) {
      if (table) {
        table.time = Float64Array.from(table.time);
      }
    }
  }
  return profile;
}
