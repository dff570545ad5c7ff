//! The boundary to JavaScript: bytes and options in, columns out.
//!
//! Bytes are put by JavaScript right where they are read, into a staging buffer. Tables leave as numbers in scratch
//! columns, a few thousand rows at a time, which JavaScript sees as typed array views: no value is handed over one by
//! one, and no table exists twice here. Only small objects, such as `meta`, go through serde-wasm-bindgen.
//!
//! The wrappers in `pkg/` are the only callers; the classes here are not part of the package's API.

mod importer;
mod output;
mod probe;

use crate::error::Error;
use js_sys::{Object, Reflect};
use wasm_bindgen::JsValue;

/// An error as a plain object `{ code, message, offset }`, which the wrappers make a `HeapProfileError` of.
fn error_object(error: &Error) -> JsValue {
    let object = Object::new();
    let set = |key: &str, value: JsValue| {
        // Can't fail on a plain object.
        let _ = Reflect::set(&object, &JsValue::from_str(key), &value);
    };
    set("code", JsValue::from_str(error.code().as_str()));
    set("message", JsValue::from_str(error.message()));
    set("offset", error.offset().map_or(JsValue::NULL, |offset| JsValue::from_f64(offset as f64)));
    object.into()
}

impl From<Error> for JsValue {
    fn from(error: Error) -> JsValue {
        error_object(&error)
    }
}
