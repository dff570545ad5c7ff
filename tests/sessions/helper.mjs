// Runs the programs of this folder on the Node at hand, and counts in their profiles what the importer counts, the
// simple way.

import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);
const pathOf = (name) => fileURLToPath(new URL(`programs/${name}.mjs`, import.meta.url));

/** A temporary folder; `remove` is for the end. */
export function makeFolder() {
  const path = mkdtempSync(join(tmpdir(), 'heapprofile-sessions-'));
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}

async function runProgram(args) {
  const { NODE_OPTIONS, NODE_TEST_CONTEXT, ...env } = process.env;
  const { stdout } = await run(process.execPath, args, { env });
  return JSON.parse(stdout);
}

/**
 * Runs workers.mjs with `--heap-prof`.
 *
 * @param {string} folder for the profiles
 * @returns {Promise<{ pid: number, tids: number[], children: object[] }>} its processes and threads
 */
export function runWorkers(folder) {
  const options = ['--heap-prof', `--heap-prof-dir=${folder}`, '--heap-prof-interval=16384'];
  return runProgram([...options, pathOf('workers')]);
}

/**
 * Runs leaky-server.mjs.
 *
 * @param {string} folder for the profiles
 * @returns {Promise<{ pid: number, paths: string[], interval: number, leaked: number[], kept: number }>}
 */
export function runServer(folder) {
  return runProgram([pathOf('leaky-server'), folder]);
}

/** @param {string} folder @returns {{ name: string, data: Buffer }[]} its heap profiles, by name */
export function filesIn(folder) {
  const names = readdirSync(folder).filter((name) => name.endsWith('.heapprofile')).sort();
  return names.map((name) => ({ name, data: readFileSync(join(folder, name)) }));
}

/** @param {Uint8Array} data @returns {{ head: object, samples: object[] }} */
export function parse(data) {
  return JSON.parse(new TextDecoder().decode(data));
}

/** @param {{ head: object }} file @returns {object[]} all nodes of its call tree */
export function nodesOf({ head }) {
  const nodes = [];
  for (const open = [head]; open.length > 0; ) {
    const node = open.pop();
    nodes.push(node);
    open.push(...node.children);
  }
  return nodes;
}

/** @param {{ head: object }} file @returns {number} bytes */
export function totalOf(file) {
  return nodesOf(file).reduce((sum, { selfSize }) => sum + selfSize, 0);
}

/**
 * @param {{ head: object, samples: object[] }} file
 * @param {(sample: object) => boolean} isWanted
 * @returns {Map<string, number>} for each function name its self size, as far as it is that of wanted samples
 */
export function shareByFunction(file, isWanted) {
  const shares = new Map();
  const samples = groupByNode(file.samples);
  const size = (list) => list.reduce((sum, sample) => sum + sample.size, 0);
  for (const { id, selfSize, callFrame } of nodesOf(file)) {
    const ofNode = samples.get(id) ?? [];
    const wanted = size(ofNode.filter(isWanted));
    if (wanted > 0) {
      const name = callFrame.functionName || '(anonymous)';
      shares.set(name, (shares.get(name) ?? 0) + (selfSize * wanted) / size(ofNode));
    }
  }
  return shares;
}

// As Map.groupBy, which Node 20 has not.
function groupByNode(samples) {
  const groups = new Map();
  for (const sample of samples) {
    const group = groups.get(sample.nodeId);
    group ? group.push(sample) : groups.set(sample.nodeId, [sample]);
  }
  return groups;
}

/** @param {object} profile @returns {Record<string, object>} its threads by name */
export function threadsByName({ threads }) {
  return Object.fromEntries(threads.map((thread) => [thread.name, thread]));
}

/**
 * What the profiler keeps of a balanced table to show the retained memory: allocations that no later row with their
 * address takes back.
 *
 * @param {{ memoryAddress: number[], weight: number[], length: number }} table
 * @returns {number[]} rows
 */
export function retainedRows({ memoryAddress, weight, length }) {
  const rows = new Map();
  for (let row = 0; row < length; row++) {
    if (weight[row] >= 0) {
      rows.set(memoryAddress[row], row);
    } else {
      rows.delete(memoryAddress[row]);
    }
  }
  return [...rows.values()];
}
