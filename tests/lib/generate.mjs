// Makes heap profiles of any size which have all that real ones have, in the style of each writer.

import { randomNumbers } from './random.mjs';

/** @typedef {'v8' | 'node-api' | 'head-only' | 'one-based' | 'flat'} Style */

const URLS = [
  '', '', 'file:///srv/app/main.mjs', '/srv/app/lib/größe.js', 'https://example.test:8443/a/app.js?v=1#x',
  'http://example.test/', 'https://example.test:8443/b.js', 'node:internal/modules/cjs/loader', 'node:fs',
  'node:internal/deps/undici/undici', 'node:internal/fs/promises', 'internal/errors.js', '_stream_readable.js',
  '/srv/app/node_modules/.pnpm/left@1.0.0/node_modules/left/index.js', 'C:\\app\\node_modules\\@scope\\right\\x.js',
  'https://cdn.test/node_modules/@web/part/index.js', 'node_modules/plain/index.js', '/srv/node_modules/', '[eval]',
  '[worker eval]', 'evalmachine.<anonymous>', 'wasm://wasm/00ad0bc6', 'webpack:///./src/a.js',
  'chrome-extension://abcdefghijklmnopabcdefghijklmnop/content.js', 'moz-extension://6bd60c3e/b.js',
];
const NAMES = [
  '', 'push', 'map', '(root)', '(GC)', 'js-to-wasm::i', 'wasm-to-js:ii:', 'constructor', '__proto__', 'toString',
  'größe', '😀 smile', 'tab\tand "quote" \\ /', 'line\nbreak', '\u0000\u001f\u007f', '\u2028\u2029',
  'half \ud83d of a pair', '\ude00 other half', '\ufeff',
];
const PSEUDO = [
  '(V8 API)', '(GC)', '(PARSER)', '(COMPILER)', '(BYTECODE_COMPILER)', '(EXTERNAL)', '(JS)', '(IDLE)', '(LOGGING)',
  '(IDLE_EXTERNAL)', '(deopt)', '(program)',
];

/**
 * @param {{ seed?: number, nodes?: number, samples?: number, depth?: number, chain?: number, style?: Style,
 *   dead?: number, rootSize?: number }} [options] `chain` is a number of more nodes, each in the one before; `dead` is
 *   the share of samples which are marked as collected
 * @returns {object} as JSON.parse gives it
 */
export function generateProfile(options = {}) {
  const { seed = 1, nodes = 200, samples = 600, depth = 40, chain = 0, style = 'v8', dead = 0, rootSize = 0 } = options;
  const random = randomNumbers(seed);
  const makeFrame = frameMaker(random, style);
  const withIds = style === 'v8' || style === 'node-api';
  const ids = random.shuffle(Array.from({ length: nodes + chain }, (_, index) => 2 + 3 * index));

  const makeNode = (frame, selfSize, id) => {
    const identity = withIds ? { id } : {};
    if (style === 'flat') {
      return { ...frame, selfSize, children: [] };
    }
    return style === 'node-api'
      ? { selfSize, ...identity, callFrame: frame, children: [] }
      : { callFrame: frame, selfSize, ...identity, children: [] };
  };
  const head = makeNode(makeFrame.pseudo('(root)'), rootSize, 1);
  const path = [head];
  const all = [head];
  for (let index = 0; index < nodes + chain; index++) {
    if (index < nodes) {
      const isDeeper = random.chance(0.6);
      path.length = Math.min(depth, isDeeper ? path.length : 1 + random.below(path.length));
    }
    const selfSize = random.chance(0.4) ? 16 + 8 * random.skewed(4000) : 0;
    const node = makeNode(makeFrame.any(), selfSize, ids[index]);
    path[path.length - 1].children.push(node);
    path.push(node);
    all.push(node);
  }
  if (!withIds) {
    return { head };
  }
  const list = makeSamples(random, all, samples, style, dead);
  return style === 'node-api' ? { samples: list, head } : { head, samples: list };
}

function frameMaker(random, style) {
  const isOneBased = style === 'one-based' || style === 'flat';
  const isNumeric = style !== 'v8' && style !== 'head-only';
  const unknown = isOneBased ? 0 : -1;
  const frame = (functionName, script, url, lineNumber, columnNumber) => {
    const scriptId = isNumeric ? script : String(script);
    return style === 'node-api'
      ? { scriptId, lineNumber, columnNumber, functionName, url }
      : { functionName, scriptId, url, lineNumber, columnNumber };
  };
  const pseudo = (name) => frame(name, 0, '', unknown, unknown);
  const any = () => {
    if (random.chance(0.1)) {
      return pseudo(random.pick(PSEUDO));
    }
    const name = random.chance(0.3) ? random.pick(NAMES) : `f${random.skewed(300)}`;
    if (random.chance(0.1)) {
      return pseudo(name);
    }
    const at = random.below(URLS.length);
    const isUnknown = random.chance(0.1);
    const line = isUnknown ? unknown : random.skewed(2000) + (isOneBased ? 1 : 0);
    const column = isUnknown ? unknown : random.skewed(200) + (isOneBased ? 1 : 0);
    return frame(name, at + 3 + 100 * random.below(2), URLS[at], line, column);
  };
  return { any, pseudo };
}

// Not in order, with gaps, and some of nodes that aren't in the tree.
function makeSamples(random, nodes, count, style, dead) {
  let ordinal = style === 'node-api' ? 999_000 : 0;
  const list = Array.from({ length: count }, () => {
    ordinal += 1 + random.skewed(30);
    const size = 16 + 8 * random.skewed(900);
    const nodeId = random.chance(0.05) ? 7_000_000 + ordinal : random.pick(nodes).id;
    if (style !== 'node-api') {
      return { size, nodeId, ordinal };
    }
    // This writer prints six digits.
    const printed = Number(ordinal.toPrecision(6));
    return {
      ordinal: printed,
      nodeId,
      size,
      ...(dead > 0 ? { isLive: !random.chance(dead) } : {}),
    };
  });
  for (let start = 0; start < count; start += 64) {
    list.splice(start, 64, ...random.shuffle(list.slice(start, start + 64)));
  }
  return list;
}
