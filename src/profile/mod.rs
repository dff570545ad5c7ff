//! The output side: the Firefox Profiler's processed profile, version 70, one module a table.
//!
//! The format is documented by its types, `src/types/profile.ts` in the Firefox Profiler's repository, and its
//! changelog, `docs-developer/CHANGELOG-formats.md` there.

mod categories;
mod frames;
mod funcs;
mod json;
mod meta;
mod resources;
mod rows;
mod sources;
mod stacks;
mod thread;
mod value;

pub(crate) use categories::{Categories, CategoryId};
pub(crate) use frames::Frames;
pub(crate) use funcs::{Func, FuncKey, Funcs};
pub(crate) use meta::{ExtraSection, Format, Meta};
pub(crate) use resources::{Resource, ResourceType, Resources};
#[cfg(target_arch = "wasm32")]
pub(crate) use rows::RowCursor;
pub(crate) use rows::Rows;
pub(crate) use sources::Sources;
pub(crate) use stacks::Stacks;
pub(crate) use thread::{Thread, Tid};
#[cfg(target_arch = "wasm32")]
pub(crate) use value::Value;

use crate::options::Table;
use crate::strings::Strings;

/// The tables that all threads share (`profile.shared`).
#[derive(Debug)]
pub(crate) struct Shared {
    pub strings: Strings,
    pub sources: Sources,
    pub resources: Resources,
    pub funcs: Funcs,
    pub frames: Frames,
    pub stacks: Stacks,
}

impl Shared {
    pub fn new() -> Self {
        Shared {
            strings: Strings::empty(),
            sources: Sources::default(),
            resources: Resources::new(),
            funcs: Funcs::new(),
            frames: Frames::default(),
            stacks: Stacks::default(),
        }
    }
}

/// A processed profile of the Firefox Profiler, version 70.
///
/// It implements [`serde::Serialize`]: written as JSON it is a file that profiler.firefox.com opens.
#[derive(Debug)]
pub struct Profile {
    pub(crate) meta: Meta,
    pub(crate) shared: Shared,
    pub(crate) threads: Vec<Thread>,
    pub(crate) table: Table,
}

impl Profile {
    /// The bytes of all threads together: for a single file, or files that aren't compared, the sum of all nodes' self
    /// sizes.
    pub fn total_bytes(&self) -> u64 {
        self.threads.iter().map(|thread| thread.rows.total().unsigned_abs()).sum()
    }

    /// How many functions the profile shows.
    pub fn function_count(&self) -> usize {
        self.shared.funcs.len()
    }

    /// How many threads it has: one for each file, and one more for files with collected objects.
    pub fn thread_count(&self) -> usize {
        self.threads.len()
    }
}
