//! The input side: V8's sampling heap profile and the dialects of its relatives, from bytes to the plain records of
//! [`Heap`].
//!
//! The format is the inspector protocol's `HeapProfiler.SamplingHeapProfile` (`js_protocol.pdl` in V8's source; V8
//! fills it in `src/inspector/v8-heap-profiler-agent-impl.cc` from `src/profiler/sampling-heap-profiler.cc`).

mod call_frames;
#[allow(unsafe_code)]
mod compact;
mod fields;
mod file_name;
mod heap;
mod interval;
mod origin;
mod raw_strings;
mod reader;
mod runtime;

pub(crate) use call_frames::{CallFrame, NO_POSITION};
pub(crate) use file_name::{FileName, LocalTime};
pub(crate) use heap::{Heap, LineBase, Sample, Samples, Tree, WIDE, Wide};
pub(crate) use interval::estimate_interval;
pub(crate) use origin::{Internal, Origin, Pseudo, origin, script_origin};
pub(crate) use reader::{Limits, Reader};
pub(crate) use runtime::{Runtime, RuntimeHints};
