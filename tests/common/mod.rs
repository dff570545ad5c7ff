//! What the tests share.

#![allow(dead_code)] // each test uses a part of it

pub mod corpus;
pub mod figures;
pub mod generate;
pub mod reference;
pub mod validate;
pub mod write;

use heapprofile_importer::{Error, Importer, Options, Profile, import};
use serde_json::Value;

/// Imports a whole file, and checks the structure of the result.
pub fn import_value(bytes: &[u8], options: &Options) -> Result<Value, Error> {
    let profile = to_value(&import(bytes, options)?);
    validate::assert_valid(&profile);
    Ok(profile)
}

/// A profile as JSON values, with all whole numbers as such.
pub fn to_value(profile: &Profile) -> Value {
    let mut value = serde_json::to_value(profile).unwrap();
    for section in value["meta"]["extra"].as_array_mut().unwrap() {
        for entry in section["entries"].as_array_mut().unwrap() {
            // 2^53 is written as a double.
            if let Some(double) = entry["value"].as_f64().filter(|_| entry["value"].is_f64()) {
                entry["value"] = (double as i64).into();
            }
        }
    }
    value
}

/// Imports a file in pieces of these lengths, repeated as long as there are bytes.
pub fn import_pieces(bytes: &[u8], lengths: &[usize], options: &Options) -> Result<Value, Error> {
    let mut importer = Importer::new(options.clone());
    let mut rest = bytes;
    for &length in lengths.iter().cycle() {
        if rest.is_empty() {
            break;
        }
        let (piece, more) = rest.split_at(length.clamp(1, rest.len()));
        importer.push(piece)?;
        rest = more;
    }
    Ok(to_value(&importer.finish()?))
}

/// The first difference between two values, as path and both values, for a message of one line.
pub fn difference(actual: &Value, expected: &Value) -> Option<String> {
    if actual == expected {
        return None;
    }
    match (actual, expected) {
        (Value::Object(a), Value::Object(b)) => {
            let keys = a.keys().chain(b.keys());
            let null = Value::Null;
            let of = |object: &serde_json::Map<String, Value>, key: &String| object.get(key).unwrap_or(&null).clone();
            keys.filter_map(|key| difference(&of(a, key), &of(b, key)).map(|found| format!(".{key}{found}"))).next()
        }
        (Value::Array(a), Value::Array(b)) => {
            let first = a.iter().zip(b).enumerate();
            let mut found = first.filter_map(|(i, (a, b))| difference(a, b).map(|found| format!("[{i}]{found}")));
            found.next().or_else(|| Some(format!(" has the length {} instead of {}", a.len(), b.len())))
        }
        _ => Some(format!(" is {actual} instead of {expected}")),
    }
}
