// Where functions come from: categories, resources, the runtime, and what file names tell. Worked out by hand.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { importHeapProfile } from '../pkg/node.js';
import { referenceImport } from './lib/reference.mjs';
import { validateProfile } from './lib/validate.mjs';

const ROOT = { functionName: '(root)', scriptId: '0', url: '', lineNumber: -1, columnNumber: -1 };

const profileOf = (...callFrames) => ({
  head: {
    callFrame: ROOT,
    selfSize: 0,
    id: 1,
    children: callFrames.map((callFrame, index) => ({ callFrame, selfSize: 8, id: index + 2, children: [] })),
  },
});

const frame = (url, more = {}) => ({ functionName: 'f', scriptId: '7', url, lineNumber: 4, columnNumber: 2, ...more });
const pseudo = (functionName) => ({ ...ROOT, functionName });

// Both have to give the right values: the package, and the importer that other tests compare it with.
const IMPORTERS = { package: importHeapProfile, reference: referenceImport };

function factsOfFunction({ meta, shared }) {
  const { frameTable, funcTable, resourceTable, stringArray } = shared;
  const category = meta.categories[frameTable.category[0]];
  const resource = funcTable.resource[0];
  const host = resourceTable.host[resource];
  return {
    category: `${category.name}/${category.subcategories[frameTable.subcategory[0]]}`,
    resource:
      resource === -1
        ? null
        : [resourceTable.type[resource], stringArray[resourceTable.name[resource]], stringArray[host] ?? null],
  };
}

// URL, category, and type, name and host of the resource; without these, the resource is the URL.
const URLS = [
  ['/srv/app/a.js', 'JavaScript/Other'],
  ['file:///srv/app/a.js', 'JavaScript/Other'],
  ['C:\\app\\a.js', 'JavaScript/Other'],
  ['webpack:///./src/a.js', 'JavaScript/Other'],
  ['/srv/my_node_modules/a.js', 'JavaScript/Other'],
  ['/srv/node_modules_old/a.js', 'JavaScript/Other'],
  ['/srv/fs.js', 'JavaScript/Other'],
  ['/srv/internal/a.js', 'JavaScript/Other'],
  ['app.js', 'JavaScript/Other'],
  ['[eval]', 'JavaScript/Eval'],
  ['[eval1]', 'JavaScript/Eval'],
  ['[worker eval]', 'JavaScript/Eval'],
  ['evalmachine.<anonymous>', 'JavaScript/Eval'],
  ['wasm://wasm/00ad0bc6', 'WebAssembly/Other'],
  ['/srv/app/node_modules/left/index.js', 'Dependency/left', 4, 'left'],
  ['/srv/app/node_modules/@scope/right/lib/x.js', 'Dependency/@scope/right', 4, '@scope/right'],
  ['file:///srv/node_modules/a/node_modules/b/index.js', 'Dependency/b', 4, 'b'],
  ['/srv/node_modules/.pnpm/acorn@8.14.0/node_modules/acorn/dist/acorn.js', 'Dependency/acorn', 4, 'acorn'],
  ['/srv/node_modules/.pnpm/@s+p@1.0.0/node_modules/@s/p/i.js', 'Dependency/@s/p', 4, '@s/p'],
  ['C:\\app\\node_modules\\@scope\\right\\x.js', 'Dependency/@scope/right', 4, '@scope/right'],
  ['node_modules/plain/index.js', 'Dependency/plain', 4, 'plain'],
  ['https://cdn.test/node_modules/web/x.js', 'Dependency/web', 4, 'web'],
  ['chrome-extension://abc/node_modules/ext/x.js', 'Dependency/ext', 4, 'ext'],
  ['http://127.0.0.1:8081/app.mjs', 'JavaScript/Other', 3, 'http://127.0.0.1:8081', '127.0.0.1:8081'],
  ['https://example.test/a.js?v=1#x', 'JavaScript/Other', 3, 'https://example.test', 'example.test'],
  ['https://example.test', 'JavaScript/Other', 3, 'https://example.test', 'example.test'],
  ['https://example.test?x', 'JavaScript/Other', 3, 'https://example.test', 'example.test'],
  ['chrome-extension://abc/content.js', 'Browser extension/Other', 2, 'chrome-extension://abc'],
  ['moz-extension://6bd60c3e/b.js', 'Browser extension/Other', 2, 'moz-extension://6bd60c3e'],
  ['safari-web-extension://F00/b.js', 'Browser extension/Other', 2, 'safari-web-extension://F00'],
  ['node:fs', 'Node.js internals/fs', 4, 'node:'],
  ['node:fs/promises', 'Node.js internals/fs', 4, 'node:'],
  ['node:internal/fs/promises', 'Node.js internals/fs', 4, 'node:'],
  ['node:internal/modules/cjs/loader', 'Node.js internals/modules', 4, 'node:'],
  ['node:internal/deps/amaro/dist/index', 'Node.js internals/deps/amaro', 4, 'node:'],
  ['node:_http_server', 'Node.js internals/_http_server', 4, 'node:'],
  ['node:electron/js2c/browser_init', 'Node.js internals/electron', 4, 'node:'],
  ['internal/errors.js', 'Node.js internals/errors', 4, 'node:'],
  ['internal/modules/cjs/loader.js', 'Node.js internals/modules', 4, 'node:'],
  ['internal/deps/acorn/acorn/dist/acorn.js', 'Node.js internals/deps/acorn', 4, 'node:'],
  ['fs.js', 'Node.js internals/fs', 4, 'node:'],
  ['_stream_readable.js', 'Node.js internals/_stream_readable', 4, 'node:'],
  ['ext:core/01_core.js', 'Deno internals/ext:core', 4, 'ext:'],
  ['ext:deno_node/inspector.js', 'Deno internals/ext:deno_node', 4, 'ext:'],
];

describe('URLs', () => {
  for (const [url, category, type = 5, name = url, host = null] of URLS) {
    it(url, () => {
      for (const [who, importer] of Object.entries(IMPORTERS)) {
        const profile = importer(profileOf(frame(url)));
        assert.deepEqual(factsOfFunction(profile), { category, resource: [type, name, host] }, who);
        assert.deepEqual(validateProfile(profile), []);
      }
    });
  }
});

describe('functions without a URL', () => {
  const FUNCTIONS = [
    ['eval, a script with a line', frame(''), 'JavaScript/Eval'],
    ['a script that is gone', frame('', { lineNumber: -1, columnNumber: -1 }), 'JavaScript/Other'],
    ['a builtin', pseudo('map'), 'V8/Builtin'],
    ['a builtin without a name', pseudo(''), 'V8/Builtin'],
    ['a user function called (GC)', frame('', { functionName: '(GC)' }), 'JavaScript/Eval'],
    ['WebAssembly called by JavaScript', pseudo('js-to-wasm::i'), 'WebAssembly/Other'],
    ['JavaScript called by WebAssembly', pseudo('wasm-to-js:ii:'), 'WebAssembly/Other'],
    ...[
      ['(root)', 'V8/Other'],
      ['(V8 API)', 'V8/API'],
      ['(GC)', 'GC/Other'],
      ['(PARSER)', 'V8/Parser'],
      ['(COMPILER)', 'V8/Compiler'],
      ['(BYTECODE_COMPILER)', 'V8/Bytecode compiler'],
      ['(EXTERNAL)', 'V8/External'],
      ['(IDLE_EXTERNAL)', 'V8/External'],
      ['(JS)', 'V8/Other'],
      ['(IDLE)', 'V8/Other'],
      ['(LOGGING)', 'V8/Logging'],
      ['(deopt)', 'V8/Other'],
    ].map(([name, category]) => [name, pseudo(name), category, false]),
  ];
  for (const [what, callFrame, category, isJS = true] of FUNCTIONS) {
    it(what, () => {
      for (const [who, importer] of Object.entries(IMPORTERS)) {
        const profile = importer(profileOf(callFrame));
        assert.deepEqual(factsOfFunction(profile), { category, resource: null }, who);
        assert.equal(profile.shared.funcTable.isJS[0], isJS, who);
      }
    });
  }
});

describe('runtimes', () => {
  const NODE_NAME = 'Heap.20261201.030938.10748.0.001.heapprofile';
  const CHROME_NAME = 'Heap-20261201T030938.heapprofile';
  const RUNTIMES = [
    ['V8', [frame('/a.js')]],
    ['V8', [frame('/a.js')], 'a.heapprofile'],
    ['Node.js', [frame('/a.js')], NODE_NAME],
    ['Node.js', [frame('https://example.test/a.js'), frame('node:fs')]],
    ['Node.js', [frame('internal/errors.js')]],
    ['Node.js', [frame('events.js')]],
    ['Electron', [frame('node:fs'), frame('node:electron/js2c/browser_init')]],
    ['Electron', [frame('electron/js2c/renderer_init.js'), frame('https://example.test/')]],
    ['Deno', [frame('node:fs'), frame('ext:core/01_core.js')]],
    ['Bun', [frame('node:fs'), frame('bun:sqlite')]],
    ['React Native', [frame('http://10.0.2.2:8081/index.bundle?platform=ios')]],
    ['React Native', [frame('/data/app/main.jsbundle.hbc')]],
    ['React Native', [frame('InternalBytecode.js')]],
    ['Chrome', [frame('/a.js'), frame('https://example.test/')]],
    ['Chrome', [frame('chrome-extension://abc/x.js')]],
    ['Chrome', [frame('/a.js'), pseudo('(IDLE_EXTERNAL)')]],
    ['Chrome', [frame('/a.js')], CHROME_NAME],
  ];
  for (const [runtime, callFrames, fileName = ''] of RUNTIMES) {
    const clues = callFrames.map(({ url, functionName }) => url || functionName);
    it(`${runtime}: ${clues.join(', ')} ${fileName}`, () => {
      for (const [who, importer] of Object.entries(IMPORTERS)) {
        const { meta, threads } = importer(profileOf(...callFrames), { fileName });
        assert.equal(meta.product, runtime === 'V8' ? 'V8 Heap Profile' : `${runtime} heap profile`, who);
        assert.equal(threads[0].processName, runtime, who);
      }
    });
  }

  it('give way to options.product', () => {
    for (const importer of Object.values(IMPORTERS)) {
      const { meta, threads } = importer(profileOf(frame('node:fs')), { product: 'My app' });
      assert.deepEqual([meta.product, threads[0].processName], ['My app', 'Node.js']);
    }
  });
});

describe('file names', () => {
  const start = new Date(2026, 11, 1, 3, 9, 38).getTime();
  const UNKNOWN = { name: 'JavaScript heap', pid: '0', tid: 0, startTime: 0 };
  const NAMES = [
    ['Heap.20261201.030938.10748.0.001.heapprofile', { name: 'Main thread', pid: '10748', tid: 0, startTime: start }],
    ['Heap.20261201.030938.10748.3.003.heapprofile', { name: 'Worker 3', pid: '10748', tid: 3, startTime: start }],
    ['/srv/x/Heap.20261201.030938.1.12.001.heapprofile.gz', { name: 'Worker 12', pid: '1', tid: 12, startTime: start }],
    ['C:\\x\\Heap.20261201.030938.1.0.001.json', { name: 'Main thread', pid: '1', tid: 0, startTime: start }],
    ['Heap-20261201T030938.heapprofile', { ...UNKNOWN, startTime: start }],
    ['Heap-20261201T030938.heapprofile.gz', { ...UNKNOWN, startTime: start }],
    ['xHeap.20261201.030938.10748.0.001.heapprofile', UNKNOWN],
    ['Heap.2026121.030938.10748.0.001.heapprofile', UNKNOWN],
    ['/Heap.20261201.030938.10748.0.001.heapprofile/x.heapprofile', UNKNOWN],
    ['', UNKNOWN],
  ];
  for (const [fileName, expected] of NAMES) {
    it(fileName || 'none', () => {
      for (const [who, importer] of Object.entries(IMPORTERS)) {
        const { meta, threads } = importer(profileOf(frame('/a.js')), { fileName });
        const [{ name, pid, tid, isMainThread }] = threads;
        assert.deepEqual({ name, pid, tid, startTime: meta.startTime }, expected, who);
        assert.equal(isMainThread, true, who);
        assert.equal(meta.fileName, fileName, who);
      }
    });
  }
});
