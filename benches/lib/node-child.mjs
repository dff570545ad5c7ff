// A fresh process that does one thing, and prints a line of JSON: node node-child.mjs TASK ARGUMENTS-AS-JSON

import { createReadStream, readFileSync, statSync } from 'node:fs';
import { measureCold } from './cold.mjs';

const loadImporter = async () => (await import('../../pkg/node.js')).importHeapProfile;
const loadJavaScript = async () => (await import('../js-importer.mjs')).importInJavaScript;
const loaders = { importer: loadImporter, javascript: loadJavaScript };

const tasks = {
  async warm({ file, rounds }) {
    const { measureWarm } = await import('./warm.mjs');
    return measureWarm(await loadImporter(), readFileSync(file), rounds);
  },

  async cold({ file, peer }) {
    return measureCold(loaders[peer], readFileSync(file));
  },

  // What a process needs beside the file: its largest size, minus the file that it holds.
  async memory({ file, peer }) {
    const profile = (await loaders[peer]())(readFileSync(file));
    return { rows: profile.threads[0].samples.length, peak: peakMemory() - statSync(file).size };
  },

  async stream({ file }) {
    const memories = watchMemories();
    const { importHeapProfileStream } = await import('../../pkg/node.js');
    await importHeapProfileStream(createReadStream(file, { highWaterMark: 256 * 1024 }));
    return { wasm: peakOf(memories), peak: peakMemory() };
  },

  async gzip({ file, rounds }) {
    const { importHeapProfile, importHeapProfileStream } = await import('../../pkg/node.js');
    const gzipped = readFileSync(file);
    const inflate = () => new Blob([gzipped]).stream().pipeThrough(new DecompressionStream('gzip'));
    const peers = {
      importer: async () => importHeapProfile(gzipped),
      inflateAll: async () => importHeapProfile(await new Response(inflate()).arrayBuffer()),
      inflateStream: () => importHeapProfileStream(inflate()),
    };
    return inTurns(peers, rounds);
  },

  // More than JavaScript can hold in a string, made while it is read.
  async huge({ megabytes }) {
    const memories = watchMemories();
    const { generate } = await import('../generate.mjs');
    const { importHeapProfileStream } = await import('../../pkg/node.js');
    let bytes = 0;
    async function* source() {
      for (const piece of generate(megabytes)) {
        bytes += piece.length;
        yield Buffer.from(piece, 'latin1');
      }
    }
    const start = performance.now();
    const profile = await importHeapProfileStream(source());
    const time = performance.now() - start;
    const { length } = profile.threads[0].samples;
    return { bytes, rows: length, time, wasm: peakOf(memories), peak: peakMemory() };
  },
};

async function inTurns(peers, rounds) {
  const names = Object.keys(peers);
  const times = Object.fromEntries(names.map((name) => [name, []]));
  for (let round = -2; round < rounds; round++) {
    for (let turn = 0; turn < names.length; turn++) {
      const name = names[(round + 2 + turn) % names.length];
      const start = performance.now();
      await peers[name]();
      // The first rounds are there to warm up.
      if (round >= 0) {
        times[name].push(performance.now() - start);
      }
    }
  }
  return times;
}

// The package keeps its memory to itself, so each instance is caught when it is made. Memories never shrink.
function watchMemories() {
  const memories = [];
  WebAssembly.Instance = new Proxy(WebAssembly.Instance, {
    construct(target, args) {
      const instance = new target(...args);
      memories.push(instance.exports.memory);
      return instance;
    },
  });
  return memories;
}

function peakOf(memories) {
  return Math.max(...memories.map(({ buffer }) => buffer.byteLength));
}

function peakMemory() {
  return process.resourceUsage().maxRSS * 1024;
}

const [, , task, args] = process.argv;
console.log(JSON.stringify(await tasks[task](JSON.parse(args))));
