//! What the fuzz targets share.

#[path = "../../tests/common/figures.rs"]
#[allow(dead_code)]
pub mod figures;
#[path = "../../tests/common/validate.rs"]
pub mod validate;

use heapprofile_importer::{Error, Importer, Options, Profile};
use serde_json::Value;

/// Limits that keep a single run short.
pub fn options() -> Options {
    let mut options = Options::default();
    options.max_inflated_bytes = 1 << 20;
    options
}

/// The profile of a file that is handed over in pieces.
pub fn import<'a>(mut importer: Importer, pieces: impl Iterator<Item = &'a [u8]>) -> Result<Value, Error> {
    for piece in pieces {
        importer.push(piece)?;
    }
    Ok(to_value(&importer.finish()?))
}

/// A profile as JSON values, with whole numbers as such: 2^53 is written as a double.
pub fn to_value(profile: &Profile) -> Value {
    let mut value = serde_json::to_value(profile).unwrap();
    let sections = value["meta"]["extra"].as_array_mut().into_iter().flatten();
    for entry in sections.flat_map(|section| section["entries"].as_array_mut().into_iter().flatten()) {
        if let Some(double) = entry["value"].as_f64().filter(|_| entry["value"].is_f64()) {
            entry["value"] = (double as i64).into();
        }
    }
    value
}

/// Fails if two results aren't the same; errors count with message and place.
pub fn assert_same(a: &Result<Value, Error>, b: &Result<Value, Error>) {
    if a != b {
        panic!("different results; errors: {:?} and {:?}", a.as_ref().err(), b.as_ref().err());
    }
}
