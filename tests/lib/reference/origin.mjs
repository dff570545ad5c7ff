// Where a function comes from: its category, its resource, and what its URL says about the runtime.

/** V8's own entries in the call tree, with the subcategory of V8 that they belong to. */
const PSEUDO_FUNCTIONS = {
  '(root)': 'Other',
  '(V8 API)': 'API',
  '(GC)': 'Other',
  '(PARSER)': 'Parser',
  '(COMPILER)': 'Compiler',
  '(BYTECODE_COMPILER)': 'Bytecode compiler',
  '(EXTERNAL)': 'External',
  '(JS)': 'Other',
  '(IDLE)': 'Other',
  '(LOGGING)': 'Logging',
  '(IDLE_EXTERNAL)': 'External',
  '(deopt)': 'Other',
};

const EXTENSION = /^(?:chrome-extension|moz-extension|safari-web-extension):/;

// Node 12 to 14 give their own modules no scheme.
const CORE_MODULES = new Set(
  `_http_agent _http_client _http_common _http_incoming _http_outgoing _http_server _stream_duplex
   _stream_passthrough _stream_readable _stream_transform _stream_wrap _stream_writable _tls_common _tls_wrap assert
   async_hooks buffer child_process cluster console constants crypto dgram diagnostics_channel dns domain events fs
   http http2 https inspector module net os path perf_hooks process punycode querystring readline repl stream
   string_decoder sys timers tls trace_events tty url util v8 vm wasi worker_threads zlib`.split(/\s+/)
);

/**
 * @param {{ functionName: string, scriptId: string, url: string, line: number | null, column: number | null }} frame
 * @returns {boolean}
 */
export function isPseudo({ functionName, scriptId, url, line, column }) {
  const isNowhere = scriptId === '0' && url === '' && line === null && column === null;
  return isNowhere && Object.hasOwn(PSEUDO_FUNCTIONS, functionName);
}

/** @param {object} frame @returns {{ category: string, subcategory: string }} names as in meta.categories */
export function categorize(frame) {
  const { functionName, scriptId, url, line } = frame;
  if (isPseudo(frame)) {
    return functionName === '(GC)'
      ? { category: 'GC', subcategory: 'Other' }
      : { category: 'V8', subcategory: PSEUDO_FUNCTIONS[functionName] };
  }
  if (/^(?:js-to-wasm|wasm-to-js):/.test(functionName) || url.startsWith('wasm://')) {
    return { category: 'WebAssembly', subcategory: 'Other' };
  }
  if (url === '') {
    if (scriptId === '0') {
      return { category: 'V8', subcategory: 'Builtin' };
    }
    return { category: 'JavaScript', subcategory: line === null ? 'Other' : 'Eval' };
  }
  if (/^(?:\[eval|\[worker eval|evalmachine\.)/.test(url)) {
    return { category: 'JavaScript', subcategory: 'Eval' };
  }
  const name = packageOf(url);
  if (name !== null) {
    return { category: 'Dependency', subcategory: name };
  }
  if (EXTENSION.test(url)) {
    return { category: 'Browser extension', subcategory: 'Other' };
  }
  const module = internalModuleOf(url);
  if (module !== null) {
    return { category: 'Internals', subcategory: module };
  }
  return { category: 'JavaScript', subcategory: 'Other' };
}

/** @param {string} url @returns {string | null} the npm package that the last node_modules folder in it names */
function packageOf(url) {
  const segments = url.split(/[\\/]/);
  // At the very end it would be the name of a file.
  const at = segments.slice(0, -1).lastIndexOf('node_modules');
  const first = segments[at + 1];
  if (at === -1 || !first) {
    return null;
  }
  const second = segments[at + 2];
  return first.startsWith('@') && second ? `${first}/${second}` : first;
}

function internalModuleOf(url) {
  if (url.startsWith('node:')) {
    return moduleOf(url.slice('node:'.length));
  }
  if (url.startsWith('ext:')) {
    return url.split('/')[0];
  }
  if (url.startsWith('bun:')) {
    return url;
  }
  if (url.startsWith('electron/js2c/')) {
    return 'electron';
  }
  return isOldNodeInternal(url) ? moduleOf(url) : null;
}

function isOldNodeInternal(url) {
  return url.startsWith('internal/') || (url.endsWith('.js') && CORE_MODULES.has(url.slice(0, -'.js'.length)));
}

function moduleOf(path) {
  const segments = path.replace(/^internal\//, '').split('/');
  const module = segments[0] === 'deps' && segments.length > 1 ? `deps/${segments[1]}` : segments[0];
  return module.replace(/\.js$/, '');
}

/** @param {string} url @returns {{ type: number, name: string, host: string | null } | null} */
export function resourceOf(url) {
  if (url === '') {
    return null;
  }
  const name = packageOf(url);
  if (name !== null) {
    return { type: 4, name, host: null };
  }
  const web = /^https?:\/\/([^/?#]*)/.exec(url);
  if (web) {
    return { type: 3, name: web[0], host: web[1] };
  }
  if (EXTENSION.test(url)) {
    return { type: 2, name: /^[^:]*:(?:\/\/[^/?#]*)?/.exec(url)[0], host: null };
  }
  if (url.startsWith('node:') || isOldNodeInternal(url)) {
    return { type: 4, name: 'node:', host: null };
  }
  if (url.startsWith('ext:')) {
    return { type: 4, name: 'ext:', host: null };
  }
  return { type: 5, name: url, host: null };
}

/**
 * @param {object[]} frames of all functions
 * @param {string | null} runtimeOfFileName
 * @returns {string}
 */
export function guessRuntime(frames, runtimeOfFileName) {
  const anyUrl = (pattern) => frames.some(({ url }) => pattern.test(url));
  if (anyUrl(/^(?:node:electron\/|electron\/js2c\/)/)) {
    return 'Electron';
  }
  if (anyUrl(/^ext:/)) {
    return 'Deno';
  }
  if (anyUrl(/^bun:/)) {
    return 'Bun';
  }
  if (anyUrl(/^node:/) || frames.some(({ url }) => isOldNodeInternal(url)) || runtimeOfFileName === 'Node.js') {
    return 'Node.js';
  }
  if (anyUrl(/index\.bundle|\.hbc|^InternalBytecode\.js/)) {
    return 'React Native';
  }
  const isIdle = (frame) => frame.functionName === '(IDLE_EXTERNAL)' && isPseudo(frame);
  if (anyUrl(/^(?:https?:\/\/|chrome-extension:\/\/)/) || frames.some(isIdle) || runtimeOfFileName === 'Chrome') {
    return 'Chrome';
  }
  return 'V8';
}
