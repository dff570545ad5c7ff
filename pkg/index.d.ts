// Types of every entry of heapprofile-importer: '.', './inline', and both for import and require.

import type { Profile } from './profile.js';

export type * from './profile.js';

/** What `init` takes: where the wasm file is, or what is in it. */
export type WasmSource = URL | string | Request | Response | BufferSource | WebAssembly.Module;

/**
 * Loads the WebAssembly module. In browsers, workers and bundled code it has to be awaited before anything else is
 * called. The entries for Node and Deno and `heapprofile-importer/inline` are ready without it; calling it there does
 * no harm. Further calls do nothing; after a failure it can be called again.
 *
 * @param wasm by default the file that comes with the package, found by `import.meta.url`
 */
export default function init(wasm?: WasmSource | Promise<WasmSource>): Promise<void>;

/**
 * Like `init`, at once, from bytes or a module that the caller has. Does nothing if the module is loaded already.
 * Some browsers refuse to compile large modules on the page's main thread this way.
 */
export function initSync(wasm: BufferSource | WebAssembly.Module): void;

/**
 * A heap profile that is in memory: the bytes of the file (compressed by gzip or not; UTF-8, or UTF-16 with a byte
 * order mark), its text, or what `JSON.parse` made of it. It is read and never modified.
 */
export type HeapProfileInput = Uint8Array | ArrayBufferView | ArrayBuffer | SharedArrayBuffer | string | object;

/** A heap profile whose bytes come later. A `File` and a `Response` bring their file name along. */
export type HeapProfileSource =
  | ReadableStream<Uint8Array>
  | Blob
  | Response
  | AsyncIterable<Uint8Array | string>
  | Uint8Array
  | ArrayBuffer
  | string;

/** One of many files. */
export interface NamedHeapProfile<Data> {
  /** File name. Names as Node writes them tell process, thread and start time. */
  name?: string;
  data: Data;
}

/**
 * Whether this is a V8 sampling heap profile. It never throws, whatever the argument, and looks at as little as it can:
 * of bytes and text the first 64 KiB at most (after gunzip), unless what comes before the profile's first keys is
 * longer; of a parsed object the first node only. That the rest of the file is good isn't said: only an import tells.
 *
 * Bytes and text are looked at by the WebAssembly module. Where `init` is needed and hasn't been called, the answer for
 * them is `false`, and a warning on the console says why; parsed objects are answered always.
 *
 * Blobs, streams and arrays of files are `false`: look at the first bytes of each,
 * `isHeapProfile(await blob.slice(0, 65536).arrayBuffer())`.
 */
export function isHeapProfile(input: unknown): boolean;

/** Options of both import functions. */
export interface ImportOptions {
  /**
   * Name of the file. It is shown to users, and names as Node writes them
   * (`Heap.<date>.<time>.<pid>.<tid>.<seq>.heapprofile`) tell process, thread and start time.
   * By default the name of the `File` or `Response`, else none.
   */
  fileName?: string;

  /**
   * The table of a thread that gets the allocations. `samples` (the default) fills all of the profiler's views.
   * `nativeAllocations` and `jsAllocations` are for tools that expect these; `samples` has no rows then.
   */
  table?: 'samples' | 'nativeAllocations' | 'jsAllocations';

  /**
   * `plain` (the default): all columns are arrays, and the profile can go through `JSON.stringify`.
   * `typed`: the columns for which the format allows it are typed arrays: `stackTable.frame` and `.prefixOffset`,
   * `frameTable.func`, `.address` and `.lib` (Int32Array), `frameTable.inlineDepth` (Uint8Array), and `time` of the
   * samples and allocations (Float64Array).
   */
  columns?: 'plain' | 'typed';

  /** The sampling interval in whole bytes, if it is known. By default it is estimated: heap profiles don't say. */
  samplingInterval?: number;

  /** What `meta.product` says. By default it names the runtime as far as it can be told from the profile. */
  product?: string;

  // The limits are there to protect a host; `Infinity` switches one off.

  /** `too-large` for files above this size in bytes, as given (compressed or not). Default: 4 GiB. */
  maxInputBytes?: number;

  /** `too-large` for gzip files which inflate to more bytes than this. Default: 4 GiB. */
  maxInflatedBytes?: number;

  /** `too-large` for call trees with more nodes than this. Default: 50,000,000. */
  maxNodes?: number;

  /** `too-large` for call trees deeper than this. Default: 5,000,000. */
  maxDepth?: number;

  /**
   * With an array of files: whether they are snapshots of one sampling session. `true`: all of them, in this order.
   * `false`: none; each is a thread of its own and no more. By default those are for which names as Node writes them
   * tell the same process and thread, in the order of their sequence numbers. See `importHeapProfile`.
   */
  snapshots?: boolean;

  /**
   * With an array of files: whether a file that can't be read spoils all (`throw`, the default), or is left out
   * (`skip`). If all files are left out, the error of the first is thrown. `meta.extra` lists them with what is wrong,
   * in the section 'Skipped files'.
   */
  onError?: 'throw' | 'skip';

  /** Called for each file that is left out. `error` is a HeapProfileError, or what reading the source failed with. */
  onSkip?(name: string, error: Error): void;
}

/** Options of `importHeapProfileStream`. */
export interface ImportStreamOptions extends ImportOptions {
  /**
   * Called after each piece of the input, at most 256 KiB.
   *
   * @param bytesRead bytes read so far, as given (compressed or not), of all files
   * @param bytesTotal size of all of it, or null if that isn't known
   */
  onProgress?(bytesRead: number, bytesTotal: number | null): void;

  /** Aborts the import: the promise is rejected with `signal.reason`, and the source is cancelled. */
  signal?: AbortSignal;
}

/**
 * Makes a processed profile of a heap profile, or of many: an array makes one profile with a thread for each file.
 * Threads of a process stand together, the main thread first; `meta.extra` has a section for each file.
 *
 * **Snapshots** of one sampling session, taken by `HeapProfiler.getSamplingProfile` after one `startSampling`, have
 * more threads. V8 counts samples over the whole session and keeps each one's number, its `ordinal`, as long as its
 * object lives. So the ordinal identifies a sample: one that is missing in the next snapshot was collected in between,
 * one that first shows there was allocated in between.
 *
 * - `Snapshot k`: all of a file.
 * - `Growth k→k+1`: what was allocated after snapshot k and lives in snapshot k+1. The last one is selected at first.
 * - `Survived all`, of three snapshots or more: what lives in the last one and was there in the one before. That is one
 *   test for two sorts of allocations: those that were there in the first snapshot and live in the last one are in all
 *   between, as no sample comes back; and those that came later and survived two snapshots are in the last two. What
 *   only the last snapshot has may be garbage soon; the rest is what leaks look like.
 *
 * Weights are fitted to the self sizes of the snapshot that the thread is about. Nodes without samples are in snapshots
 * only. Samples whose node isn't in the call tree have no weight, but count as present: what was seen so in a snapshot
 * isn't new in the next one.
 *
 * In files of one session, samples of the same ordinal have the same size and stack, and a later file has no sample
 * that an earlier one should have had. Where that isn't so, or samples are missing or can't be told apart, the files
 * are shown side by side as if they were no snapshots, and a section of `meta.extra` says so.
 *
 * With `table: 'nativeAllocations'` snapshots become one thread with a balanced table. A sample is a row when it first
 * shows, with its size as the last snapshot that has it tells it; and if it is gone before the last snapshot, a row
 * with the same weight below zero. `memoryAddress` is the ordinal, or a number above 2^32 for a node without samples;
 * `threadId` is 0. What is retained at the end is the last snapshot, to the byte.
 *
 * @throws {HeapProfileError} if the input isn't a heap profile, is damaged or too large
 * @throws {TypeError} {RangeError} if an option is wrong
 * @throws {Error} where `init` is needed and hasn't been awaited
 */
export function importHeapProfile(
  input: HeapProfileInput | NamedHeapProfile<HeapProfileInput>[],
  options?: ImportOptions
): Profile;

/**
 * Like `importHeapProfile`, for input that arrives bit by bit. The file is never in memory as a whole, and other work
 * of the thread gets its turn in between. In an array, `data` may also be a function that returns the source: it is
 * called when the file's turn comes. `File` objects can be in the array as they are.
 *
 * Rejects with what `importHeapProfile` throws, with `options.signal.reason`, or with what reading the source failed
 * with.
 */
export function importHeapProfileStream(
  source: HeapProfileSource | (NamedHeapProfile<HeapProfileSource | (() => HeapProfileSource)> | File)[],
  options?: ImportStreamOptions
): Promise<Profile>;

/** Options of `diffHeapProfiles`: those that make sense for two files which are both needed. */
export interface DiffOptions extends Omit<ImportOptions, 'table' | 'snapshots' | 'onError' | 'onSkip'> {
  /** No other table can hold a difference: in `nativeAllocations` a negative weight stands for freed memory. */
  table?: 'samples';
}

/** Options of `diffHeapProfilesStream`. */
export type DiffStreamOptions = DiffOptions & Pick<ImportStreamOptions, 'onProgress' | 'signal'>;

/**
 * Compares two heap profiles, which may be of different sessions, runs or versions of a program. The profile has three
 * threads: `Base`, `Compared`, and, selected, `Difference`, with the bytes that each stack has more in `profile` than
 * in `base`, or with a negative weight less. Its weights add up to the difference of the totals, to the byte.
 *
 * Stacks are the same if their functions have the same names, sources and positions. Ids and ordinals mean nothing in
 * another run.
 *
 * On the axis of `Difference` a row is as long as its weight without the sign.
 *
 * @throws what `importHeapProfile` throws; `fileName` of the error tells which of the two it is about, if they have
 * names
 */
export function diffHeapProfiles(
  base: HeapProfileInput | NamedHeapProfile<HeapProfileInput>,
  profile: HeapProfileInput | NamedHeapProfile<HeapProfileInput>,
  options?: DiffOptions
): Profile;

/** Like `diffHeapProfiles`, for what `importHeapProfileStream` reads. */
export function diffHeapProfilesStream(
  base: HeapProfileSource | NamedHeapProfile<HeapProfileSource | (() => HeapProfileSource)>,
  profile: HeapProfileSource | NamedHeapProfile<HeapProfileSource | (() => HeapProfileSource)>,
  options?: DiffStreamOptions
): Promise<Profile>;

/**
 * What is wrong with an input.
 *
 * - `empty`: there was nothing to read.
 * - `not-a-heap-profile`: something else; the message names it where it is known.
 * - `malformed-json`: not JSON, or a field has a value that it can't have.
 * - `truncated`: the file ends too early; the message says how much had been read.
 * - `bad-gzip`: a gzip stream that can't be inflated.
 * - `bad-encoding`: an encoding that can't be read, such as UTF-32, or UTF-16 with half a character at its end. Bytes
 *   that are no valid UTF-8 inside of names are not an error: they become U+FFFD.
 * - `too-large`: over one of the limits in the options, or over the memory that is there.
 * - `internal`: a bug in this package. The next call works all the same.
 */
export type ErrorCode =
  | 'empty'
  | 'not-a-heap-profile'
  | 'malformed-json'
  | 'truncated'
  | 'bad-gzip'
  | 'bad-encoding'
  | 'too-large'
  | 'internal';

/**
 * Thrown for every input that can't be imported; `message` is for users to read.
 *
 * `.` and `./inline` have a class each: where both are in use, look at `name`, which is 'HeapProfileError'.
 */
export class HeapProfileError extends Error {
  constructor(
    code: ErrorCode,
    message: string,
    details?: { offset?: number | null; fileName?: string; cause?: unknown }
  );
  readonly name: 'HeapProfileError';
  readonly code: ErrorCode;
  /**
   * How many bytes come before the fault: of the JSON as UTF-8, that is, after gunzip and conversion from UTF-16; for
   * `bad-gzip` of the compressed file. Null if there is no such place, as in objects. The message has it too.
   */
  readonly offset: number | null;
  /** Name of the file, if it has one. */
  readonly fileName?: string;
}
