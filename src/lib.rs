//! Imports V8 sampling heap profiles (`.heapprofile` files of Node.js, Chrome, Edge, Deno, VS Code and others) as
//! processed profiles of the [Firefox Profiler](https://profiler.firefox.com).
//!
//! ```no_run
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! use heapprofile_importer::{Options, import, is_heap_profile};
//!
//! let bytes = std::fs::read("Heap.20261201.030938.10748.0.001.heapprofile")?;
//! if is_heap_profile(&bytes) {
//!     let profile = import(&bytes, &Options::default())?;
//!     println!("{} bytes", profile.total_bytes());
//!     // Any serde format; as JSON it is a file that profiler.firefox.com opens:
//!     // serde_json::to_writer(std::fs::File::create("profile.json")?, &profile)?;
//! }
//! # Ok(())
//! # }
//! ```
//!
//! Data flows one way: bytes → gunzip → UTF-8 → JSON scanner → V8's records → the profile's tables. The reader is
//! incremental ([`Importer`]), keeps no JSON tree and never recurses.

// Only the scanner's loads past the end of a chunk, and what wasm-bindgen generates, are exempt.
#![deny(unsafe_code)]

mod chunked;
mod convert;
mod error;
mod file;
mod functions;
#[cfg(fuzzing)]
#[doc(hidden)]
pub mod fuzzing;
mod hash;
mod importer;
mod inflate;
mod json;
mod options;
mod probe;
mod profile;
mod radix;
mod samples;
mod snapshots;
mod sniff;
mod strings;
mod threads;
#[cfg(test)]
mod two_paths;
mod utf16;
mod v8;
#[cfg(target_arch = "wasm32")]
#[allow(unsafe_code)]
mod wasm;

pub use error::{Error, ErrorCode};
pub use importer::{Importer, import};
pub use options::{Compare, Options, Table};
pub use probe::is_heap_profile;
pub use profile::Profile;
