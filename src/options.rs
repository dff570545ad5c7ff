//! What a caller can choose.

/// The table of the thread that takes the allocations.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Table {
    /// `thread.samples` with weights in bytes, on an axis of bytes: everything in the Firefox Profiler works with it.
    #[default]
    Samples,
    /// `thread.nativeAllocations`, for tools that expect it.
    NativeAllocations,
    /// `thread.jsAllocations`, for tools that expect it.
    JsAllocations,
}

impl Table {
    /// The name of the table in the processed profile format.
    pub fn as_str(self) -> &'static str {
        match self {
            Table::Samples => "samples",
            Table::NativeAllocations => "nativeAllocations",
            Table::JsAllocations => "jsAllocations",
        }
    }
}

/// What several files have to do with each other.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Compare {
    /// Nothing: each file is a thread of its own.
    Nothing,
    /// Files whose names tell that they are of the same thread, one after the other, are snapshots; the others are
    /// threads of their own.
    #[default]
    Auto,
    /// All files are snapshots of one sampling session, in this order.
    Snapshots,
    /// There are two files, and what is wanted is the second less the first.
    Difference,
}

/// Options of an import. `Options::default()` is right for most.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Options {
    /// The file's name, with or without a path. Node's and Chrome's own names tell the start time, process and thread.
    pub file_name: Option<String>,
    /// Where to put the allocations.
    pub table: Table,
    /// The sampling interval in bytes, if it is known. The file doesn't contain it; without this it is estimated.
    pub sampling_interval: Option<u64>,
    /// The name of the profiled program, shown as the profile's title. By default it is made from the runtime.
    pub product: Option<String>,
    /// What several files have to do with each other.
    pub compare: Compare,
    /// How many bytes are read, compressed or not, before the import fails with
    /// [`ErrorCode::TooLarge`](crate::ErrorCode::TooLarge). 4 GiB by default.
    pub max_input_bytes: u64,
    /// The same for bytes of text that came out of gzip. 4 GiB by default.
    pub max_inflated_bytes: u64,
    /// The same for nodes of the call tree. 50,000,000 by default.
    pub max_nodes: u32,
    /// The same for the depth of the call tree. 5,000,000 by default.
    pub max_depth: u32,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            file_name: None,
            table: Table::default(),
            sampling_interval: None,
            product: None,
            compare: Compare::default(),
            max_input_bytes: 4 << 30,
            max_inflated_bytes: 4 << 30,
            max_nodes: 50_000_000,
            max_depth: 5_000_000,
        }
    }
}
