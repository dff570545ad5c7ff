// The processed profile format of the Firefox Profiler, version 70, as this package writes it and as the format allows
// it. Fields which no heap profile has are typed too where the format knows them, so that a `Profile` can go wherever
// such profiles are taken.
//
// Tables are stored by column: a table is an object of equally long arrays, and `length` is the number of rows. An
// "index into X" is a row number of X.

/** Bytes on the axis of a heap profile; milliseconds in other profiles. See `SampleUnits`. */
export type AxisValue = number;

/** A whole number of bytes. */
export type Bytes = number;

/** Milliseconds. */
export type Milliseconds = number;

/** Index into `RawProfileSharedData.stringArray`. */
export type IndexIntoStringTable = number;
/** Index into `RawProfileSharedData.stackTable`. */
export type IndexIntoStackTable = number;
/** Index into `RawProfileSharedData.frameTable`. */
export type IndexIntoFrameTable = number;
/** Index into `RawProfileSharedData.funcTable`. */
export type IndexIntoFuncTable = number;
/** Index into `RawProfileSharedData.resourceTable`. */
export type IndexIntoResourceTable = number;
/** Index into `RawProfileSharedData.nativeSymbols`. */
export type IndexIntoNativeSymbolTable = number;
/** Index into `RawProfileSharedData.sources`. */
export type IndexIntoSourceTable = number;
/** Index into `RawProfileSharedData.sourceLocationTable`. */
export type IndexIntoSourceLocationTable = number;
/** Index into `ProfileMeta.categories`. */
export type IndexIntoCategoryList = number;
/** Index into `Category.subcategories` of the category beside it. */
export type IndexIntoSubcategoryListForCategory = number;
/** Index into `Profile.libs`. */
export type IndexIntoLibs = number;
/** Index into `Profile.threads`. */
export type ThreadIndex = number;

/** Process id: a string, as it need not be the number which the system gave. */
export type Pid = string;
/** Thread id: unique in the whole profile; a string where the system's number is not. */
export type Tid = number | string;

// Columns that may be typed arrays. This package makes plain arrays unless `columns: 'typed'` was asked for.
/** A column of 32-bit integers. */
export type Int32Column = number[] | Int32Array;
/** A column of numbers. */
export type Float64Column = number[] | Float64Array;
/** A column of small integers. */
export type Uint8Column = number[] | Uint8Array;

/** A processed profile. */
export interface Profile {
  meta: ProfileMeta;
  /** Native libraries; empty in a heap profile of V8. */
  libs: Lib[];
  /** Web pages which the browser reported; empty in a heap profile of V8. */
  pages?: Page[];
  /** Counter tracks; empty in a heap profile of V8. */
  counters?: RawCounter[];
  /** What the profiler itself cost; written by Firefox only. */
  profilerOverhead?: ProfilerOverhead[];
  /** The tables which all threads refer to. */
  shared: RawProfileSharedData;
  /** At least one. */
  threads: RawThread[];
  /** Log of the recording, by process id; written by Firefox only. */
  profilingLog?: Record<number, Record<string, unknown>>;
  /** Log of how the processes' profiles were gathered; written by Firefox only. */
  profileGatheringLog?: Record<number, Record<string, unknown>>;
}

/** What holds for the profile as a whole. */
export interface ProfileMeta {
  /** Distance of two samples on the axis. 1 here: one byte. */
  interval: AxisValue;
  /** When the process started, in milliseconds since 1970 UTC. From Node's file name, or 0 where nothing is known. */
  startTime: Milliseconds;
  startTimeAsClockMonotonicNanosecondsSinceBoot?: number;
  startTimeAsMachAbsoluteTimeNanoseconds?: number;
  startTimeAsQueryPerformanceCounterValue?: number;
  /** When the process ended, in milliseconds since 1970 UTC. */
  endTime?: Milliseconds;
  /** When recording began, in milliseconds after `startTime`. Left out here: the axis has no time. */
  profilingStartTime?: Milliseconds;
  /** When recording ended, in milliseconds after `startTime`. Left out here. */
  profilingEndTime?: Milliseconds;
  /** Number of the process type; 0 is the default process. */
  processType: number;
  /** Browser extensions that were installed; written by Firefox only. */
  extensions?: ExtensionTable;
  /** The categories of frames. The first one that is grey is the default category. */
  categories?: Category[];
  /** The runtime as shown to users: 'Node.js heap profile', 'Chrome heap profile', …, or `options.product`. */
  product: string;
  /** 1 if stacks were walked in native code, else 0. */
  stackwalk: 0 | 1;
  /** Whether a debug build was profiled. */
  debug?: boolean;
  /** Version of Firefox's own format, which this one goes with: 34. */
  version: number;
  /** Version of this format: 70. */
  preprocessedProfileVersion: number;
  abi?: string;
  misc?: string;
  oscpu?: string;
  mainMemory?: Bytes;
  platform?: string;
  toolkit?: string;
  appBuildID?: string;
  /** Command line of the program. */
  arguments?: string;
  sourceURL?: string;
  physicalCPUs?: number;
  logicalCPUs?: number;
  CPUName?: string;
  /** True here: there is nothing to look up. */
  symbolicated?: boolean;
  /** True here. */
  symbolicationNotSupported?: boolean;
  updateChannel?: string;
  visualMetrics?: VisualMetrics;
  configuration?: ProfilerConfiguration;
  /** How markers are shown; empty here. */
  markerSchema: MarkerSchema[];
  /** What the numbers on the axis and in some columns of `samples` are. */
  sampleUnits?: SampleUnits;
  device?: string;
  /** Which format this profile was converted from. */
  importedFrom?: string;
  /** Name of the file that was converted. */
  fileName?: string;
  /** Size of the file whose size is profiled; not used here. */
  fileSize?: Bytes;
  /** True here: hides the choice between native and JavaScript stacks. */
  usesOnlyOneStackType?: boolean;
  /** True here: hides "Look up on Searchfox". */
  sourceCodeIsNotOnSearchfox?: boolean;
  /** Facts about the heap profile: bytes, nodes, samples, orphans, the sampling interval. */
  extra?: ExtraProfileInfoSection[];
  /** Threads whose tracks are shown at first. */
  initialVisibleThreads?: ThreadIndex[];
  /** Threads that are selected at first. */
  initialSelectedThreads?: ThreadIndex[];
  /** True here: tracks are in the order of `Profile.threads`. */
  keepProfileThreadOrder?: boolean;
  gramsOfCO2ePerKWh?: number;
}

/** Units of the numbers in a samples table. */
export interface SampleUnits {
  /** Unit of the axis: bytes in a heap profile. */
  time: 'ms' | 'bytes';
  eventDelay: 'ms';
  threadCPUDelta: 'ns' | 'µs' | 'variable CPU cycles';
}

/** A titled list of facts, shown in the profiler's panel about the profile. */
export interface ExtraProfileInfoSection {
  label: string;
  entries: ExtraProfileInfoEntry[];
}

/** One fact. `value` is a string or a number as `format` needs it. */
export interface ExtraProfileInfoEntry {
  label: string;
  format: MarkerFormatType;
  value: any;
}

/** The names of the colours that categories can have. 'grey' marks the default category. */
export type CategoryColor =
  | 'transparent'
  | 'purple'
  | 'green'
  | 'orange'
  | 'yellow'
  | 'lightblue'
  | 'blue'
  | 'brown'
  | 'magenta'
  | 'red'
  | 'lightred'
  | 'darkgrey'
  | 'grey';

/** A kind of code. */
export interface Category {
  name: string;
  color: CategoryColor;
  /** Begins with 'Other', which stands for the category itself. */
  subcategories: string[];
}

/** The tables that all threads share. */
export interface RawProfileSharedData {
  stackTable: RawStackTable;
  frameTable: RawFrameTable;
  funcTable: FuncTable;
  resourceTable: ResourceTable;
  /** Empty in a heap profile of V8. */
  nativeSymbols: NativeSymbolTable;
  /** All strings, each once. */
  stringArray: string[];
  sources: SourceTable;
  /** Empty in a heap profile of V8: nothing is mapped back by source maps. */
  sourceLocationTable: SourceLocationTable;
}

/** The tree of call stacks: a row is a node, and stands for the path from its root to it. Parents come first. */
export interface RawStackTable {
  frame: IndexIntoFrameTable[] | Int32Array;
  /** The parent of row i is row i - prefixOffset[i]; 0 if it has none. */
  prefixOffset: Int32Column;
  length: number;
}

/** Places in functions. A heap profile names functions only, so it has one frame for each function. */
export interface RawFrameTable {
  /** Offset into the library, or -1. */
  address: Int32Column;
  /** Index into `Profile.libs`, or -1. */
  lib: Int32Column;
  /** How many levels of inlining deep the frame is. */
  inlineDepth: Uint8Column;
  /** null: as the parent in the stack. */
  category: (IndexIntoCategoryList | null)[];
  /** Not null if `category` isn't. */
  subcategory: (IndexIntoSubcategoryListForCategory | null)[];
  func: IndexIntoFuncTable[] | Int32Array;
  nativeSymbol: (IndexIntoNativeSymbolTable | null)[];
  /** The window whose code this is; 0 if not known. */
  innerWindowID: (number | null)[];
  /** 1-based line which was running. Always null here: heap profiles don't tell. */
  line: (number | null)[];
  /** 1-based column which was running. Always null here. */
  column: (number | null)[];
  originalLocation: (IndexIntoSourceLocationTable | null)[];
  length: number;
}

/** Functions. */
export interface FuncTable {
  /** '(anonymous)' for a function without a name. */
  name: IndexIntoStringTable[];
  /** False for V8's own pseudo functions, such as (GC). */
  isJS: boolean[];
  /** Whether a function which isn't JavaScript shows up in JavaScript stacks. */
  relevantForJS: boolean[];
  /** Where the code is from, or -1. */
  resource: (IndexIntoResourceTable | -1)[];
  source: (IndexIntoSourceTable | null)[];
  /** 1-based line where the function begins. */
  lineNumber: (number | null)[];
  /** 1-based column where the function begins. */
  columnNumber: (number | null)[];
  originalLocation: (IndexIntoSourceLocationTable | null)[];
  length: number;
}

/** 0 unknown, 1 native library, 2 browser extension, 3 origin of a web page, 4 other host or package, 5 URL. */
export type ResourceType = 0 | 1 | 2 | 3 | 4 | 5;

/** Groups of functions by where they come from: an origin, a package, an extension, a file. */
export interface ResourceTable {
  name: IndexIntoStringTable[];
  host: (IndexIntoStringTable | null)[];
  type: ResourceType[];
  length: number;
}

/** Symbols of native code. */
export interface NativeSymbolTable {
  libIndex: IndexIntoLibs[];
  address: number[];
  name: IndexIntoStringTable[];
  functionSize: (Bytes | null)[];
  length: number;
}

/** Source files. */
export interface SourceTable {
  /** Id by which Firefox can find the text, or null. */
  id: (string | null)[];
  filename: IndexIntoStringTable[];
  /** 1-based line at which the source begins in its file. */
  startLine: number[];
  /** 1-based column at which the source begins in its file. */
  startColumn: number[];
  sourceMapURL: (IndexIntoStringTable | null)[];
  /** The text itself, where it is carried along. */
  content: (string | null)[];
  length: number;
}

/** Places in original sources, as source maps give them. */
export interface SourceLocationTable {
  source: IndexIntoSourceTable[];
  /** 1-based. */
  line: number[];
  /** 1-based. */
  column: number[];
  length: number;
}

/** A native library. */
export interface Lib {
  arch: string;
  name: string;
  path: string;
  debugName: string;
  debugPath: string;
  breakpadId: string;
  codeId: string | null;
}

/** One thread; here: the heap of one JavaScript thread, or a part of it. */
export interface RawThread {
  processType: string;
  processStartupTime: AxisValue;
  processShutdownTime: AxisValue | null;
  registerTime: AxisValue;
  unregisterTime: AxisValue | null;
  pausedRanges: PausedRange[];
  showMarkersInTimeline?: boolean;
  name: string;
  /** True for the first thread of each process. */
  isMainThread: boolean;
  'eTLD+1'?: string;
  processName?: string;
  isJsTracer?: boolean;
  pid: Pid;
  tid: Tid;
  /** The allocations, unless `options.table` asked for another table; it has no rows then. */
  samples: RawSamplesTable;
  /** With `table: 'jsAllocations'`. */
  jsAllocations?: RawJsAllocationsTable;
  /** With `table: 'nativeAllocations'`. */
  nativeAllocations?: RawNativeAllocationsTable;
  /** Empty in a heap profile of V8. */
  markers: RawMarkerTable;
  jsTracer?: JsTracerTable;
  isPrivateBrowsing?: boolean;
  userContextId?: number;
  tracedValuesBuffer?: string;
  tracedObjectShapes?: (string[] | null)[];
  usedInnerWindowIDs?: number[];
}

/** What `weight` counts. */
export type WeightType = 'samples' | 'tracing-ms' | 'bytes';

/**
 * What was recorded, in order. In a heap profile a row is an allocation (an estimate, scaled up from a sample),
 * `weight` its bytes, and `time` the sum of the weights before it, so the axis is bytes as well. Rows of weight 0 only
 * mark where a heavy allocation ends.
 */
export interface RawSamplesTable {
  stack: (IndexIntoStackTable | null)[];
  /** Always there in this package's profiles. */
  time?: Float64Column;
  /** Instead of `time`: the differences. */
  timeDeltas?: Float64Column;
  /** null: each row counts 1. */
  weight: number[] | null;
  weightType: WeightType;
  responsiveness?: (Milliseconds | null)[];
  eventDelay?: (Milliseconds | null)[];
  argumentValues?: (number | null)[];
  threadCPUDelta?: (number | null)[];
  length: number;
}

/** Allocations in the form in which Firefox records those of its JavaScript engine. */
export interface RawJsAllocationsTable {
  time: Float64Column;
  /** 'Object' here: heap profiles don't name classes. */
  className: string[];
  /** 'JSObject' here. */
  typeName: string[];
  /** 'Object' here. */
  coarseType: string[];
  weight: Bytes[];
  weightType: 'bytes';
  /** False here: not known. */
  inNursery: boolean[];
  stack: (IndexIntoStackTable | null)[];
  length: number;
}

/** Allocations without deallocations. */
export interface RawUnbalancedNativeAllocationsTable {
  time: Float64Column;
  weight: Bytes[];
  weightType: 'bytes';
  stack: (IndexIntoStackTable | null)[];
  argumentValues?: (number | null)[];
  length: number;
}

/** Allocations with the deallocations that belong to them, which have the same address and a negative weight. */
export interface RawBalancedNativeAllocationsTable extends RawUnbalancedNativeAllocationsTable {
  memoryAddress: number[];
  threadId: number[];
}

/** Allocations in the form in which Firefox records those of native code. */
export type RawNativeAllocationsTable = RawUnbalancedNativeAllocationsTable | RawBalancedNativeAllocationsTable;

/** Events; a heap profile has none. */
export interface RawMarkerTable {
  data: (Record<string, any> | null)[];
  name: IndexIntoStringTable[];
  startTime: (AxisValue | null)[] | Float64Array;
  endTime: (AxisValue | null)[] | Float64Array;
  /** 0 instant, 1 interval, 2 start of an interval, 3 end of one. */
  phase: (0 | 1 | 2 | 3)[];
  category: IndexIntoCategoryList[];
  threadId?: (Tid | null)[];
  length: number;
}

/** How the value of a field is shown. */
export type MarkerFormatType =
  | 'url'
  | 'file-path'
  | 'sanitized-string'
  | 'string'
  | 'unique-string'
  | 'flow-id'
  | 'terminating-flow-id'
  | 'duration'
  | 'time'
  | 'seconds'
  | 'milliseconds'
  | 'microseconds'
  | 'nanoseconds'
  | 'bytes'
  | 'percentage'
  | 'integer'
  | 'decimal'
  | 'hexadecimal'
  | 'pid'
  | 'tid'
  | 'list'
  | { type: 'table'; columns: { type?: MarkerFormatType; label?: string }[] };

/** A part of the profiler's interface where markers can be shown. */
export type MarkerDisplayLocation =
  | 'marker-chart'
  | 'marker-table'
  | 'timeline-overview'
  | 'timeline-memory'
  | 'timeline-ipc'
  | 'timeline-fileio'
  | 'timeline-network'
  | 'stack-chart';

/** How markers of one type are shown. */
export interface MarkerSchema {
  name: string;
  tooltipLabel?: string;
  tableLabel?: string;
  chartLabel?: string;
  display: MarkerDisplayLocation[];
  fields: { key: string; label?: string; format: MarkerFormatType; hidden?: boolean }[];
  description?: string;
  graphs?: { key: string; type: 'bar' | 'line' | 'line-filled'; color?: GraphColor }[];
  colorField?: string;
  isStackBased?: boolean;
}

/** A colour of a graph. */
export type GraphColor =
  | 'blue'
  | 'green'
  | 'grey'
  | 'ink'
  | 'magenta'
  | 'orange'
  | 'purple'
  | 'red'
  | 'teal'
  | 'yellow';

/** A stretch without samples. */
export interface PausedRange {
  startTime: AxisValue | null;
  endTime: AxisValue | null;
  reason: 'profiler-paused' | 'collecting';
}

/** Firefox's trace of single JavaScript calls. */
export interface JsTracerTable {
  events: IndexIntoStringTable[];
  timestamps: number[];
  durations: (number | null)[];
  line: (number | null)[];
  column: (number | null)[];
  length: number;
}

/** A web page, or a frame in one. */
export interface Page {
  tabID: number;
  innerWindowID: number;
  url: string;
  embedderInnerWindowID: number;
  isPrivateBrowsing?: boolean;
  favicon?: string | null;
}

/** A number over time, with a track of its own. */
export interface RawCounter {
  name: string;
  category: string;
  description: string;
  pid: Pid;
  mainThreadIndex: ThreadIndex;
  samples: {
    time?: Float64Column;
    timeDeltas?: Float64Column;
    number?: number[];
    count: number[];
    length: number;
  };
  display: CounterDisplayConfig;
}

/** How a counter's track looks. */
export interface CounterDisplayConfig {
  graphType: 'line-accumulated' | 'line-rate';
  unit: string;
  color: GraphColor;
  markerSchemaLocation: MarkerDisplayLocation | null;
  sortWeight: number;
  label: string;
  tooltipRows: CounterTooltipRow[];
}

/** A line of a counter's tooltip. */
export type CounterTooltipRow =
  | { type: 'separator' }
  | {
      type: 'value';
      source:
        | 'count'
        | 'rate'
        | 'cpu-ratio'
        | 'accumulated'
        | 'count-range'
        | 'selection-total'
        | 'selection-rate'
        | 'committed-range-total'
        | 'sample-number';
      format: {
        unit: 'bytes' | 'bytes-per-second' | 'percent' | 'number';
        co2?: 'per-byte' | 'per-watthour';
        scale?: 'power' | 'energy';
      };
      label: string;
      labelKey?: string;
      requiresPreviewSelection?: boolean;
    };

/** What Firefox's profiler cost, in microseconds. */
export interface ProfilerOverhead {
  samples: {
    counters: number[];
    expiredMarkerCleaning: number[];
    locking: number[];
    threads: number[];
    time: Milliseconds[];
    length: number;
  };
  statistics?: Record<string, number>;
  pid: Pid;
  mainThreadIndex: ThreadIndex;
}

/** Browser extensions. */
export interface ExtensionTable {
  baseURL: string[];
  id: string[];
  name: string[];
  length: number;
}

/** Settings of Firefox's profiler. */
export interface ProfilerConfiguration {
  threads: string[];
  features: string[];
  capacity: Bytes;
  duration?: number;
  activeTabID?: number;
}

/** How complete a page looked over time, as browsertime measures it. */
export interface VisualProgress {
  percent: number;
  timestamp: Milliseconds | null;
}

/** What browsertime measures of a page load. */
export interface VisualMetrics {
  FirstVisualChange: number;
  LastVisualChange: number;
  SpeedIndex: number;
  VisualProgress: VisualProgress[];
  ContentfulSpeedIndex?: number;
  ContentfulSpeedIndexProgress?: VisualProgress[];
  PerceptualSpeedIndex?: number;
  PerceptualSpeedIndexProgress?: VisualProgress[];
  VisualReadiness: number;
  VisualComplete85: number;
  VisualComplete95: number;
  VisualComplete99: number;
}
