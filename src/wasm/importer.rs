//! Options and bytes in.

use super::output::Output;
use crate::options::{Compare, Options, Table};
use crate::v8::LocalTime;
use js_sys::Date;
use wasm_bindgen::prelude::*;

/// Reads files.
#[wasm_bindgen]
pub struct Importer {
    inner: crate::Importer,
}

#[wasm_bindgen]
impl Importer {
    /// An importer that has read nothing. The options of the same names, as far as they are given. `compare`: 0 auto,
    /// 1 nothing, 2 snapshots, 3 difference. `balanced`: snapshots become one balanced table; otherwise the table is
    /// chosen by JavaScript.
    #[wasm_bindgen(constructor)]
    #[allow(clippy::too_many_arguments)] // an object would take more code on both sides
    pub fn new(
        file_name: Option<String>,
        product: Option<String>,
        sampling_interval: Option<f64>,
        max_input_bytes: Option<f64>,
        max_inflated_bytes: Option<f64>,
        max_nodes: Option<f64>,
        max_depth: Option<f64>,
        compare: Option<u32>,
        balanced: bool,
    ) -> Importer {
        let defaults = Options::default();
        // `as` from a double saturates: Infinity is the largest number.
        let inner = crate::Importer::new(Options {
            file_name,
            product,
            sampling_interval: sampling_interval.map(|bytes| bytes as u64),
            max_input_bytes: max_input_bytes.map_or(defaults.max_input_bytes, |bytes| bytes as u64),
            max_inflated_bytes: max_inflated_bytes.map_or(defaults.max_inflated_bytes, |bytes| bytes as u64),
            max_nodes: max_nodes.map_or(defaults.max_nodes, |nodes| nodes as u32),
            max_depth: max_depth.map_or(defaults.max_depth, |levels| levels as u32),
            compare: match compare {
                Some(1) => Compare::Nothing,
                Some(2) => Compare::Snapshots,
                Some(3) => Compare::Difference,
                _ => Compare::Auto,
            },
            table: if balanced { Table::NativeAllocations } else { Table::Samples },
        });
        Importer { inner }
    }

    /// Begins a file.
    #[wasm_bindgen(js_name = beginFile)]
    pub fn begin_file(&mut self, name: Option<String>) -> Result<(), JsValue> {
        Ok(self.inner.begin_file(name.as_deref())?)
    }

    /// The address of the staging buffer.
    #[wasm_bindgen(js_name = inputPointer)]
    pub fn input_pointer(&mut self) -> *mut u8 {
        self.inner.staging().as_mut_ptr()
    }

    /// The size of the staging buffer in bytes.
    #[wasm_bindgen(js_name = inputCapacity)]
    pub fn input_capacity(&mut self) -> usize {
        self.inner.staging().len()
    }

    /// Reads the first `length` bytes of the staging buffer.
    pub fn push(&mut self, length: usize) -> Result<(), JsValue> {
        Ok(self.inner.push_staged(length)?)
    }

    /// Ends the file.
    #[wasm_bindgen(js_name = endFile)]
    pub fn end_file(&mut self) -> Result<(), JsValue> {
        Ok(self.inner.end_file()?)
    }

    /// Forgets the file that is open.
    #[wasm_bindgen(js_name = skipFile)]
    pub fn skip_file(&mut self) {
        self.inner.skip_file();
    }

    /// The profile.
    pub fn finish(self) -> Result<Output, JsValue> {
        Ok(Output::new(self.inner.finish_with(to_milliseconds)?))
    }
}

/// Milliseconds since 1970 of a time in the time zone of the reader.
fn to_milliseconds(time: &LocalTime) -> i64 {
    let date = Date::new_with_year_month_day_hr_min_sec(
        time.year,
        time.month as i32 - 1,
        time.day as i32,
        time.hour as i32,
        time.minute as i32,
        time.second as i32,
    );
    date.get_time() as i64
}
