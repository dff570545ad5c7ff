//! Objects for serde. They are serialized as maps: for structs serde-wasm-bindgen keeps a cache of their keys, which
//! takes more code than all of them.

/// Serializes an object from its keys and values.
macro_rules! object {
    ($serializer:expr, { $($key:literal: $value:expr),* $(,)? }) => {{
        use serde::ser::SerializeMap;
        let mut map = $serializer.serialize_map(None)?;
        $(map.serialize_entry($key, &$value)?;)*
        map.end()
    }};
}

pub(crate) use object;
