//! The files of `tests/corpus` and `tests/fixtures`.

use flate2::read::GzDecoder;
use serde_json::{Map, Value};
use std::io::Read;
use std::path::{Path, PathBuf};

fn path(folder: &str, name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests").join(folder).join(name)
}

/// A file as it is.
pub fn read(folder: &str, name: &str) -> Vec<u8> {
    std::fs::read(path(folder, name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// What is expected of each file of a folder: its `expected.json`.
pub fn expected(folder: &str) -> Map<String, Value> {
    serde_json::from_slice(&read(folder, "expected.json")).unwrap()
}

/// The names of the files directly in a folder.
pub fn names_in(folder: &str) -> Vec<String> {
    let entries = std::fs::read_dir(path(folder, "")).unwrap();
    let mut names: Vec<_> = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

/// The text of a file that may be gzip.
pub fn gunzip(bytes: &[u8]) -> Vec<u8> {
    if !bytes.starts_with(b"\x1f\x8b") {
        return bytes.to_vec();
    }
    let mut text = Vec::new();
    GzDecoder::new(bytes).read_to_end(&mut text).unwrap();
    text
}
