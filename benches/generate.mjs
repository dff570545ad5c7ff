// Makes heap profiles of any size, as V8 writes them, the same each time.
//
//   node benches/generate.mjs OUT.heapprofile [megabytes]
//
// They are like those of real programs: so many samples a node as in a run of the TypeScript compiler; few functions
// that are at many places of the tree; samples in disorder, half of the neighbours descending; ordinals with gaps;
// some orphans; self sizes that are the sums of the samples, but for some nodes. Nothing is kept of what was written,
// so the size isn't limited by memory.

import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';

const BYTES_PER_NODE = 395;
const SAMPLES_PER_NODE = 4.6;
const INTERVAL = 128;
const DEEPEST = 90;
const BLOCK = 1024;
const PIECE = 256 * 1024;

const VERBS = ['get', 'set', 'parse', 'emit', 'visit', 'resolve', 'create', 'check', 'bind', 'walk', 'read', 'push'];
const NOUNS = ['Node', 'Type', 'Token', 'Scope', 'Symbol', 'Module', 'Chunk', 'Cache', 'Stream', 'Table', 'Graph'];
const PACKAGES = ['lodash', 'react-dom', '@babel/core', 'typescript', '.pnpm/acorn@8.14.0/node_modules/acorn'];

/** A whole number below 2^32 for each index: random, but the same each time and in any order. */
function hash(index, salt) {
  let bits = Math.imul(index ^ (salt * 0x9e3779b9), 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
  bits = Math.imul(bits ^ (bits >>> 16), 0x27d4eb2f);
  return (bits ^ (bits >>> 15)) >>> 0;
}

const random = (index, salt) => hash(index, salt) / 2 ** 32;
const below = (count, index, salt) => Math.floor(random(index, salt) * count);
// Small numbers are much more common.
const skewed = (count, index, salt) => Math.min(count - 1, Math.floor(count ** random(index, salt)) - 1);

/** V8's estimate of what a sample of that size stands for. */
const scaled = (size) => size * Math.floor(1 / (1 - Math.exp(-size / INTERVAL)) + 0.5);

/**
 * @param {number} megabytes roughly
 * @returns {Generator<string>} the text in pieces, ASCII only
 */
export function* generate(megabytes) {
  const nodes = Math.max(10, Math.round((megabytes * 1e6) / BYTES_PER_NODE));
  const samples = Math.round(nodes * SAMPLES_PER_NODE);
  yield* inPieces(parts(nodes, samples));
}

function* parts(nodes, samples) {
  yield '{"head":';
  yield* treeParts(nodes, selfSizes(nodes, samples), callFrames(Math.round(nodes ** 0.75)));
  yield ',"samples":[';
  for (let index = 0; index < samples; index++) {
    const nodeId = isOrphan(index) ? idOf(nodes + index) : idOf(nodeOf(index, nodes));
    const sample = `{"size":${sizeOf(index)},"nodeId":${nodeId},"ordinal":${ordinalOf(index)}}`;
    yield index === 0 ? sample : `,${sample}`;
  }
  yield ']}';
}

function* treeParts(nodes, selfSize, frames) {
  for (let node = 0, depth = 0; node < nodes; node++) {
    const frame = node === 0 ? frames[0] : frames[1 + skewed(frames.length - 1, node, 1)];
    const next = node + 1 < nodes ? nextDepth(depth, node) : 0;
    const open = `{"callFrame":${frame},"selfSize":${selfSize[node]},"id":${idOf(node)},"children":[`;
    // The next one is a child, or a sibling of this one or of one above.
    yield next > depth ? open : `${open}${']}'.repeat(depth - next + 1)}${node + 1 < nodes ? ',' : ''}`;
    depth = next;
  }
}

function nextDepth(depth, node) {
  const isChild = depth === 0 || random(node, 2) < 0.62;
  return isChild ? Math.min(DEEPEST, depth + 1) : Math.max(1, depth - below(Math.min(depth, 5), node, 3));
}

function selfSizes(nodes, samples) {
  const sums = new Float64Array(nodes);
  for (let index = 0; index < samples; index++) {
    if (!isOrphan(index)) {
      sums[nodeOf(index, nodes)] += sizeOf(index);
    }
  }
  // V8 scales them by size class, which makes a difference where a node has samples of several sizes.
  return sums.map((sum, node) => (random(node, 4) < 0.1 ? Math.round(sum * (0.98 + 0.04 * random(node, 5))) : sum));
}

const idOf = (node) => node * 2 + 1;
const isOrphan = (index) => random(index, 6) < 0.01;
const sizeOf = (index) => scaled(16 + 8 * skewed(300, index, 7));

// A third of the nodes have samples, some of them many. The multiplication scatters those over the tree.
function nodeOf(index, nodes) {
  const places = Math.floor((nodes - 1) / 3);
  const place = random(index, 8) < 0.3 ? skewed(places, index, 9) : below(places, index, 10);
  return 1 + 3 * ((place * 7919) % places);
}

const SHUFFLED = Array.from({ length: BLOCK }, (_, index) => index).sort((one, two) => hash(one, 11) - hash(two, 11));

function ordinalOf(index) {
  const block = Math.floor(index / BLOCK);
  const place = SHUFFLED[(index + hash(block, 12)) % BLOCK];
  return 1 + Math.floor((block * BLOCK + place) * 1.4);
}

function callFrames(count) {
  const frame = (name, scriptId, url, line, column) =>
    `{"functionName":"${name}","scriptId":"${scriptId}","url":"${url}","lineNumber":${line},"columnNumber":${column}}`;
  const frames = [frame('(root)', 0, '', -1, -1), frame('(V8 API)', 0, '', -1, -1), frame('push', 0, '', -1, -1)];
  for (let index = frames.length; index < count; index++) {
    const file = skewed(400, index, 13);
    const name = index % 17 === 3 ? '' : VERBS[below(12, index, 14)] + NOUNS[below(11, index, 15)] + (index % 900);
    const shown = random(index, 16) < 0.01 ? `gr\\u00f6\\u00dfe_${name}` : name;
    frames.push(frame(shown, file + 3, urlOf(file), below(4000, index, 17), below(160, index, 18)));
  }
  return frames;
}

function urlOf(file) {
  const kind = random(file, 19);
  if (kind < 0.15) {
    return `node:internal/mod${file}`;
  }
  if (kind < 0.5) {
    return `file:///srv/app/node_modules/${PACKAGES[below(PACKAGES.length, file, 20)]}/lib/file${file}.js`;
  }
  return kind < 0.8 ? `file:///srv/app/src/file${file}.js` : `https://cdn.example.test/assets/chunk-${file}.js`;
}

function* inPieces(texts) {
  let held = [];
  let length = 0;
  for (const text of texts) {
    held.push(text);
    length += text.length;
    if (length >= PIECE) {
      yield held.join('');
      held = [];
      length = 0;
    }
  }
  yield held.join('');
}

/** @param {string} path @param {number} megabytes */
export async function generateFile(path, megabytes) {
  await pipeline(Readable.from(generate(megabytes)), createWriteStream(path));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await generateFile(process.argv[2], Number(process.argv[3] ?? 20));
}
