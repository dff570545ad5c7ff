//! Bytes in.

use super::misuse;
use super::output::Output;
use crate::options::{Options, Table};
use crate::v8::LocalTime;
use js_sys::Date;
use wasm_bindgen::prelude::*;

#[wasm_bindgen]
extern "C" {
    /// [`Options`] as JavaScript has them: a plain object, each property of which may be missing.
    pub type ImportOptions;

    #[wasm_bindgen(method, getter, structural, js_name = fileName)]
    fn file_name(this: &ImportOptions) -> Option<String>;

    #[wasm_bindgen(method, getter, structural)]
    fn table(this: &ImportOptions) -> Option<String>;

    #[wasm_bindgen(method, getter, structural, js_name = samplingInterval)]
    fn sampling_interval(this: &ImportOptions) -> Option<f64>;

    #[wasm_bindgen(method, getter, structural)]
    fn product(this: &ImportOptions) -> Option<String>;

    #[wasm_bindgen(method, getter, structural, js_name = maxInputBytes)]
    fn max_input_bytes(this: &ImportOptions) -> Option<f64>;

    #[wasm_bindgen(method, getter, structural, js_name = maxInflatedBytes)]
    fn max_inflated_bytes(this: &ImportOptions) -> Option<f64>;

    #[wasm_bindgen(method, getter, structural, js_name = maxNodes)]
    fn max_nodes(this: &ImportOptions) -> Option<f64>;

    #[wasm_bindgen(method, getter, structural, js_name = maxDepth)]
    fn max_depth(this: &ImportOptions) -> Option<f64>;
}

impl ImportOptions {
    fn to_options(&self) -> Result<Options, JsValue> {
        let defaults = Options::default();
        // `as` from a double saturates: Infinity is the largest number.
        Ok(Options {
            file_name: self.file_name(),
            table: match self.table().as_deref() {
                None | Some("samples") => Table::Samples,
                Some("nativeAllocations") => Table::NativeAllocations,
                Some("jsAllocations") => Table::JsAllocations,
                Some(_) => return Err(misuse("There is no such table")),
            },
            sampling_interval: self.sampling_interval().map(|bytes| bytes as u64),
            product: self.product(),
            max_input_bytes: self.max_input_bytes().map_or(defaults.max_input_bytes, |bytes| bytes as u64),
            max_inflated_bytes: self.max_inflated_bytes().map_or(defaults.max_inflated_bytes, |bytes| bytes as u64),
            max_nodes: self.max_nodes().map_or(defaults.max_nodes, |nodes| nodes as u32),
            max_depth: self.max_depth().map_or(defaults.max_depth, |levels| levels as u32),
        })
    }
}

/// Reads files.
#[wasm_bindgen]
pub struct Importer {
    inner: crate::Importer,
}

#[wasm_bindgen]
impl Importer {
    /// An importer that has read nothing.
    #[wasm_bindgen(constructor)]
    pub fn new(options: Option<ImportOptions>) -> Result<Importer, JsValue> {
        let options = options.map_or(Ok(Options::default()), |options| options.to_options())?;
        Ok(Importer { inner: crate::Importer::new(options) })
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
