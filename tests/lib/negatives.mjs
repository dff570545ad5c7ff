// Things that people drop which aren't sampling heap profiles, and near misses. Small, and made on the spot.

import { randomNumbers } from './random.mjs';

const text = (string) => new TextEncoder().encode(string);
const json = (value) => text(JSON.stringify(value));
const bytes = (...values) => Uint8Array.from(values.flat());
const ascii = (string) => [...string].map((unit) => unit.charCodeAt(0));

const callFrame = { functionName: '(root)', scriptId: '0', url: '', lineNumber: -1, columnNumber: -1 };

function randomBytes(seed, length, firstByte) {
  const random = randomNumbers(seed);
  return Uint8Array.from({ length }, (_, index) => (index === 0 ? firstByte : random.below(256)));
}

const SNAPSHOT_META = {
  node_fields: ['type', 'name', 'id', 'self_size', 'edge_count', 'trace_node_id', 'detachedness'],
  node_types: [['hidden', 'object'], 'string', 'number', 'number', 'number', 'number', 'number'],
  edge_fields: ['type', 'name_or_index', 'to_node'],
  edge_types: [['context', 'element'], 'string_or_number', 'node'],
};
const NOTHING = ['empty', 'not-a-heap-profile'];
const NOT_JSON = ['malformed-json', 'not-a-heap-profile'];

/** @type {Record<string, Uint8Array | [Uint8Array, string[]]>} with codes where it isn't not-a-heap-profile */
const FILES = {
  // Nothing, or hardly anything.
  empty: [text(''), ['empty']],
  'one space': [text(' '), NOTHING],
  'spaces and line ends': [text(' \r\n\t'.repeat(20_000)), NOTHING],
  'byte order mark only': [bytes(0xef, 0xbb, 0xbf), NOTHING],
  'UTF-16 byte order mark only': [bytes(0xff, 0xfe), NOTHING],
  'one zero byte': bytes(0),
  'zeros': new Uint8Array(70_000),
  'one letter': text('x'),
  'one quote': text('"'),
  'one digit': text('7'),
  'closing brace': text('}'),

  // JSON of another kind.
  null: text('null'),
  true: text('true'),
  'a number': text('-12.5e3'),
  'a string': text('"head"'),
  'empty array': text('[]'),
  'empty object': text('{}'),
  'array with a profile': json([{ head: { callFrame, selfSize: 0, id: 1, children: [] } }]),
  'package.json': json({ name: 'x', version: '1.0.0', head: 'main', dependencies: { head: '^1.0.0' } }),
  'package.json with a head': json({ name: 'head', head: { title: 'x', meta: [] }, scripts: { test: 'node --test' } }),
  'web manifest': json({ name: 'x', icons: [{ src: '/a.png', sizes: '1x1' }], start_url: '/' }),
  'Git reference': json({ ref: 'refs/heads/main', head: { sha: 'abc', repo: { id: 1 } }, base: {} }),
  'source map': json({ version: 3, sources: ['a.js'], names: [], mappings: 'AAAA', sourcesContent: [null] }),
  GeoJSON: json({ type: 'FeatureCollection', features: [] }),
  'DevTools answer without a profile': json({ id: 3, result: {} }),
  'DevTools error': json({ id: 3, error: { code: -32000, message: 'Heap profiler is not started' } }),
  'JSON lines': [text('{"level":30,"msg":"a"}\n{"level":30,"msg":"b"}\n'), NOT_JSON],

  // Near misses.
  'head is an empty object': json({ head: {} }),
  'head is null': json({ head: null }),
  'head is an array': json({ head: [] }),
  'head is a string': json({ head: 'x' }),
  'head is a number': json({ head: 1, samples: [] }),
  'head in another case': json({ Head: { callFrame, selfSize: 0, children: [] } }),
  'head of something else': json({ head: { id: 1, selfSize: 3, children: [] }, samples: [] }),
  'call frame is a number': json({ head: { callFrame: 5, selfSize: 0, id: 1, children: [] } }),
  'samples only': json({ samples: [{ size: 1, nodeId: 2, ordinal: 3 }] }),
  'a node without head': json({ callFrame, selfSize: 0, id: 1, children: [] }),
  'profile too deep inside': json({ data: { profile: { head: { callFrame, selfSize: 0, id: 1, children: [] } } } }),
  'profile in a string': json({ profile: '{"head":{"callFrame":{}}}' }),
  'profile is null': json({ result: { profile: null } }),
  'JavaScript': text('export default {"head":{"callFrame":{"functionName":"(root)"},"selfSize":0,"children":[]}};'),
  'single quotes': [text("{'head':{'callFrame':{'functionName':'(root)'},'selfSize':0,'children':[]}}"), NOT_JSON],

  // Other profilers.
  'CPU profile': json({
    nodes: [{ id: 1, callFrame, hitCount: 0, children: [2] }, { id: 2, callFrame, hitCount: 3 }],
    startTime: 1, endTime: 9, samples: [2, 2, 2], timeDeltas: [1, 1, 1],
  }),
  'old CPU profile': json({
    head: { functionName: '(root)', url: '', lineNumber: 0, callUID: 1, hitCount: 0, id: 1, children: [] },
    startTime: 1.5, endTime: 2.5, samples: [1, 1], timestamps: [1, 2],
  }),
  'wrapped CPU profile': json({ profile: { nodes: [{ id: 1, callFrame, hitCount: 0 }], startTime: 1, endTime: 2 } }),
  'heap snapshot': json({
    snapshot: { meta: SNAPSHOT_META, node_count: 0, edge_count: 0, trace_function_count: 0 },
    nodes: [], edges: [], trace_function_infos: [], trace_tree: [], samples: [], locations: [], strings: [],
  }),
  'heap timeline': json({
    snapshot: { meta: { ...SNAPSHOT_META, sample_fields: ['timestamp_us', 'last_assigned_id'] }, node_count: 0 },
    nodes: [], edges: [], trace_function_infos: [0, 0, 0, 0, -1, -1], trace_tree: [1, 0, 0, 0, []], samples: [0, 1],
  }),
  'Chrome trace': json({ traceEvents: [{ ph: 'M', name: 'thread_name', pid: 1, tid: 1, args: {} }], metadata: {} }),
  'Chrome trace as an array': json([{ ph: 'X', name: 'a', pid: 1, tid: 1, ts: 0, dur: 1, cat: 'x' }]),
  'Chrome native memory': json({ samples: [{ size: 1, total: 2, stack: ['0x1'] }], modules: [] }),
  'Firefox profile': json({
    meta: { version: 34, preprocessedProfileVersion: 70, interval: 1 }, libs: [], shared: {}, threads: [],
  }),
  'Gecko profile': json({
    meta: { version: 34, interval: 1 }, libs: [], threads: [{ samples: { schema: {}, data: [] } }],
  }),
  DHAT: json({ dhatFileVersion: 2, mode: 'heap', verb: 'Allocated', bklt: true, bkacc: false, pps: [], ftbl: [] }),
  speedscope: json({
    $schema: 'https://www.speedscope.app/file-format-schema.json', shared: { frames: [] }, profiles: [],
  }),
  'V8 log': text('v8-version,13,6,233,17,-node.37,0\ncode-creation,Builtin,2,0,0x1,4,x\n'),
  'jemalloc heap': text('heap_v2/524288\n  t*: 1: 8 [0: 0]\n@ 0x1 0x2\n  t*: 1: 8 [0: 0]\n'),
  'gperftools heap': text('heap profile:   1:   8 [   1:   8] @ heapprofile\n   1:   8 [   1:   8] @ 0x1\n'),
  massif: text('desc: --massif-out-file=x\ncmd: ./a\ntime_unit: i\n#-----------\nsnapshot=0\n'),
  'perf script': text('node 1 1.0: cycles: \n\t7f00 main+0x1 (/usr/bin/node)\n\n'),
  'collapsed stacks': text('a;b;c 12\na;b 3\n'),
  pprof: bytes(0x0a, 4, 8, 1, 16, 2, 0x12, 2, 8, 1, 0x32, 0, 0x32, 3, ascii('cpu')),

  // Other files.
  HTML: text('<!DOCTYPE html><html><head><title>404</title></head><body>"head":{"callFrame":</body></html>'),
  XML: text('<?xml version="1.0"?><head/>'),
  Markdown: text('# Heap Profile\n\n| size | name |\n'),
  CSV: text('size,nodeId,ordinal\n1,2,3\n'),
  YAML: text('head:\n  callFrame: {}\n'),
  zip: bytes(ascii('PK\u0003\u0004'), 20, 0, 0, 0, 0, 0, new Array(40).fill(0)),
  zstd: bytes(0x28, 0xb5, 0x2f, 0xfd, 0x24, 5, 0x29, 0, 0, ascii('hello'), 1, 2, 3, 4),
  xz: bytes(0xfd, ascii('7zXZ'), 0, 0, 4),
  bzip2: bytes(ascii('BZh91AY&SY'), 1, 2, 3),
  PNG: bytes(0x89, ascii('PNG\r\n'), 0x1a, 0x0a, 0, 0, 0, 13, ascii('IHDR')),
  PDF: text('%PDF-1.7\n%âãÏÓ\n'),
  WebAssembly: bytes(0, ascii('asm'), 1, 0, 0, 0),
  SQLite: text('SQLite format 3\u0000'),
  tar: bytes(ascii('Heap.heapprofile'), new Array(484).fill(0), ascii('ustar'), 0),
  'random bytes': [randomBytes(5, 4096, 0x81), ['not-a-heap-profile', 'bad-encoding']],
  'random bytes behind a brace': [randomBytes(6, 4096, 0x7b), ['not-a-heap-profile', 'malformed-json', 'bad-encoding']],
  'gzip header only': [bytes(0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3), ['truncated', 'bad-gzip']],
  'first byte of gzip': bytes(0x1f),
  'gzip of another method': [bytes(0x1f, 0x8b, 7, 0, 0, 0, 0, 0, 0, 3, 1, 2, 3), ['bad-gzip', 'not-a-heap-profile']],
  'gzip with damage': [bytes(0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff), ['bad-gzip']],
};

/**
 * @returns {{ name: string, bytes: Uint8Array, codes: string[] }[]} `codes` are those that an import may fail with
 */
export function negatives() {
  return Object.entries(FILES).map(([name, file]) => {
    const [data, codes] = Array.isArray(file) ? file : [file, ['not-a-heap-profile']];
    return { name, bytes: data, codes };
  });
}
