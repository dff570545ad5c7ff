//! The profile as serde sees it: objects with columns, as in the JSON file.

use super::rows::Row;
use super::{Profile, Shared, Thread};
use crate::options::Table;
use serde::ser::{Serialize, SerializeMap, Serializer};

/// A column: serializes what an iterator gives, each time anew.
struct Column<F>(F);

impl<F, I> Serialize for Column<F>
where
    F: Fn() -> I,
    I: Iterator<Item: Serialize>,
{
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq((self.0)())
    }
}

/// A column with the same value in each row.
struct Constant<T>(T, usize);

impl<T: Serialize> Serialize for Constant<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(std::iter::repeat_n(&self.0, self.1))
    }
}

/// No value: null.
const NULL: Option<u32> = None;

/// Serializes an object from its keys and values.
macro_rules! object {
    ($serializer:expr, { $($key:literal: $value:expr),* $(,)? }) => {{
        let mut map = $serializer.serialize_map(None)?;
        $(map.serialize_entry($key, &$value)?;)*
        map.end()
    }};
}

/// Defines a struct around `$inner` that serializes as an object.
macro_rules! view {
    ($name:ident, $inner:ty, |$self:ident| { $($body:tt)* }) => {
        struct $name<'a>(&'a $inner);
        impl Serialize for $name<'_> {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                let $self = self.0;
                object!(serializer, { $($body)* })
            }
        }
    };
}

impl Serialize for Profile {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let threads = Column(|| self.threads.iter().map(|thread| ThreadView { thread, table: self.table }));
        object!(serializer, {
            "meta": self.meta.to_value(),
            "libs": [(); 0],
            "pages": [(); 0],
            "counters": [(); 0],
            "shared": SharedView(&self.shared),
            "threads": threads,
        })
    }
}

view!(SharedView, Shared, |shared| {
    "stackTable": StackTable(shared),
    "frameTable": FrameTable(shared),
    "funcTable": FuncTable(shared),
    "resourceTable": ResourceTable(shared),
    "nativeSymbols": NativeSymbols(&()),
    "stringArray": Column(|| shared.strings.iter()),
    "sources": SourceTable(shared),
    "sourceLocationTable": SourceLocationTable(&()),
});

view!(StackTable, Shared, |shared| {
    "frame": Column(|| shared.stacks.iter().map(|stack| stack.frame)),
    "prefixOffset": Column(|| shared.stacks.iter().map(|stack| stack.prefix_offset)),
    "length": shared.stacks.len(),
});

view!(FrameTable, Shared, |shared| {
    "address": Constant(-1, shared.funcs.len()),
    "lib": Constant(-1, shared.funcs.len()),
    "inlineDepth": Constant(0, shared.funcs.len()),
    "category": Column(|| shared.frames.category.iter().map(|id| id.category)),
    "subcategory": Column(|| shared.frames.category.iter().map(|id| id.subcategory)),
    "func": Column(|| 0..shared.funcs.len() as u32),
    "nativeSymbol": Constant(NULL, shared.funcs.len()),
    "innerWindowID": Constant(0, shared.funcs.len()),
    "line": Constant(NULL, shared.funcs.len()),
    "column": Constant(NULL, shared.funcs.len()),
    "originalLocation": Constant(NULL, shared.funcs.len()),
    "length": shared.funcs.len(),
});

view!(FuncTable, Shared, |shared| {
    "name": Column(|| shared.funcs.list.iter().map(|func| func.name)),
    "isJS": Column(|| shared.funcs.list.iter().map(|func| func.is_js)),
    "relevantForJS": Constant(false, shared.funcs.len()),
    "resource": Column(|| shared.funcs.list.iter().map(|func| func.resource.map_or(-1, i64::from))),
    "source": Column(|| shared.funcs.list.iter().map(|func| func.source)),
    "lineNumber": Column(|| shared.funcs.list.iter().map(|func| func.line)),
    "columnNumber": Column(|| shared.funcs.list.iter().map(|func| func.column)),
    "originalLocation": Constant(NULL, shared.funcs.len()),
    "length": shared.funcs.len(),
});

view!(ResourceTable, Shared, |shared| {
    "name": Column(|| shared.resources.list.iter().map(|resource| resource.name)),
    "host": Column(|| shared.resources.list.iter().map(|resource| resource.host)),
    "type": Column(|| shared.resources.list.iter().map(|resource| resource.kind as u32)),
    "length": shared.resources.list.len(),
});

view!(SourceTable, Shared, |shared| {
    "id": Constant(NULL, shared.sources.filename.len()),
    "filename": shared.sources.filename,
    "startLine": Constant(1, shared.sources.filename.len()),
    "startColumn": Constant(1, shared.sources.filename.len()),
    "sourceMapURL": Constant(NULL, shared.sources.filename.len()),
    "content": Constant(NULL, shared.sources.filename.len()),
    "length": shared.sources.filename.len(),
});

view!(NativeSymbols, (), |_nothing| {
    "libIndex": [(); 0],
    "address": [(); 0],
    "name": [(); 0],
    "functionSize": [(); 0],
    "length": 0,
});

view!(SourceLocationTable, (), |_nothing| {
    "source": [(); 0],
    "line": [(); 0],
    "column": [(); 0],
    "length": 0,
});

view!(Markers, (), |_nothing| {
    "data": [(); 0],
    "name": [(); 0],
    "startTime": [(); 0],
    "endTime": [(); 0],
    "phase": [(); 0],
    "category": [(); 0],
    "length": 0,
});

// The samples table of a thread whose allocations are in another table.
view!(NoSamples, (), |_nothing| {
    "stack": [(); 0],
    "time": [(); 0],
    "weight": NULL,
    "weightType": "samples",
    "length": 0,
});

struct ThreadView<'a> {
    thread: &'a Thread,
    table: Table,
}

impl Serialize for ThreadView<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let ThreadView { thread, table } = *self;
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("processType", "default")?;
        map.serialize_entry("processStartupTime", &0)?;
        map.serialize_entry("processShutdownTime", &NULL)?;
        map.serialize_entry("registerTime", &0)?;
        map.serialize_entry("unregisterTime", &NULL)?;
        map.serialize_entry("pausedRanges", &[(); 0])?;
        map.serialize_entry("name", &thread.name)?;
        map.serialize_entry("isMainThread", &thread.is_main_thread)?;
        map.serialize_entry("processName", &thread.process_name)?;
        map.serialize_entry("pid", &thread.pid)?;
        map.serialize_entry("tid", &thread.tid.to_value())?;
        if table != Table::Samples {
            map.serialize_entry("samples", &NoSamples(&()))?;
        }
        map.serialize_entry(table.as_str(), &RowsView { thread, table })?;
        map.serialize_entry("markers", &Markers(&()))?;
        map.end()
    }
}

struct RowsView<'a> {
    thread: &'a Thread,
    table: Table,
}

impl Serialize for RowsView<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let rows = &self.thread.rows;
        let count = rows.count();
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("stack", &Column(|| rows.iter().map(|Row { stack, .. }| stack)))?;
        map.serialize_entry("time", &Column(|| rows.iter().map(|Row { time, .. }| time)))?;
        map.serialize_entry("weight", &Column(|| rows.iter().map(|Row { weight, .. }| weight)))?;
        map.serialize_entry("weightType", "bytes")?;
        if self.table == Table::JsAllocations {
            map.serialize_entry("className", &Constant("Object", count))?;
            map.serialize_entry("typeName", &Constant("JSObject", count))?;
            map.serialize_entry("coarseType", &Constant("Object", count))?;
            map.serialize_entry("inNursery", &Constant(false, count))?;
        }
        if let (Table::NativeAllocations, Some(addresses)) = (self.table, rows.addresses()) {
            map.serialize_entry("memoryAddress", addresses)?;
            map.serialize_entry("threadId", &Constant(0, count))?;
        }
        map.serialize_entry("length", &count)?;
        map.end()
    }
}
