//! Small objects for serde, of one type: a serializer is compiled anew for each type that it meets, and in the
//! WebAssembly module the types of `meta` would take more room than the reader.

use serde::ser::{Serialize, SerializeMap, Serializer};

/// A JSON value.
#[derive(Clone, Debug)]
pub(crate) enum Value {
    Bool(bool),
    /// At most 2^53.
    Number(i64),
    Text(String),
    List(Vec<Value>),
    Object(Vec<(&'static str, Value)>),
}

impl Serialize for Value {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Value::Bool(value) => serializer.serialize_bool(*value),
            // serde-wasm-bindgen takes 2^53 itself for too large.
            Value::Number(number) if *number < 1 << 53 => serializer.serialize_i64(*number),
            Value::Number(number) => serializer.serialize_f64(*number as f64),
            Value::Text(text) => serializer.serialize_str(text),
            Value::List(list) => serializer.collect_seq(list),
            Value::Object(entries) => {
                let mut map = serializer.serialize_map(Some(entries.len()))?;
                for (key, value) in entries {
                    map.serialize_entry(key, value)?;
                }
                map.end()
            }
        }
    }
}

impl Value {
    pub fn text(text: &str) -> Value {
        Value::Text(text.to_string())
    }
}
