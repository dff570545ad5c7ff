//! `meta`: facts about the profile as a whole, and settings of the user interface.

use super::categories::Category;
use serde::Serialize;

/// The version of the processed profile format that is written here. Newer front-ends upgrade it themselves.
const PROCESSED_PROFILE_VERSION: u32 = 70;

/// The version of Gecko's profile format to name beside it.
const GECKO_PROFILE_VERSION: u32 = 34;

/// The units of the sample columns.
#[derive(Clone, Copy, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct SampleUnits {
    time: &'static str,
    event_delay: &'static str,
    #[serde(rename = "threadCPUDelta")]
    thread_cpu_delta: &'static str,
}

/// How a value of the "more info" panel is shown.
#[derive(Clone, Copy, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Format {
    Bytes,
    Integer,
}

/// A line of the "more info" panel.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct ExtraEntry {
    pub label: String,
    pub format: Format,
    /// At most 2^53.
    #[serde(serialize_with = "number")]
    pub value: i64,
}

/// Serializes a whole number, also 2^53 itself, which serde-wasm-bindgen takes for too large.
fn number<S: serde::Serializer>(value: &i64, serializer: S) -> Result<S::Ok, S::Error> {
    match *value {
        value if value < 1 << 53 => serializer.serialize_i64(value),
        value => serializer.serialize_f64(value as f64),
    }
}

/// A section of the "more info" panel.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct ExtraSection {
    pub label: String,
    pub entries: Vec<ExtraEntry>,
}

impl ExtraSection {
    pub fn new(label: impl Into<String>) -> Self {
        ExtraSection { label: label.into(), entries: Vec::new() }
    }

    pub fn number(&mut self, label: &str, format: Format, value: i64) {
        self.entries.push(ExtraEntry { label: label.to_string(), format, value });
    }
}

/// The `meta` object.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Meta {
    pub categories: Vec<Category>,
    pub debug: bool,
    pub extra: Vec<ExtraSection>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file_name: Option<String>,
    pub imported_from: &'static str,
    pub initial_selected_threads: Vec<u32>,
    pub initial_visible_threads: Vec<u32>,
    pub interval: u32,
    pub keep_profile_thread_order: bool,
    marker_schema: [(); 0],
    preprocessed_profile_version: u32,
    process_type: u32,
    pub product: String,
    sample_units: SampleUnits,
    source_code_is_not_on_searchfox: bool,
    stackwalk: u32,
    /// Milliseconds since 1970.
    pub start_time: i64,
    symbolicated: bool,
    symbolication_not_supported: bool,
    uses_only_one_stack_type: bool,
    version: u32,
}

impl Meta {
    pub fn new(product: String, categories: Vec<Category>, threads: usize) -> Self {
        Meta {
            categories,
            debug: false,
            extra: Vec::new(),
            file_name: None,
            imported_from: "V8 sampling heap profile",
            initial_selected_threads: vec![0],
            initial_visible_threads: (0..threads as u32).collect(),
            interval: 1,
            keep_profile_thread_order: true,
            marker_schema: [],
            preprocessed_profile_version: PROCESSED_PROFILE_VERSION,
            process_type: 0,
            product,
            sample_units: SampleUnits { time: "bytes", event_delay: "ms", thread_cpu_delta: "ns" },
            source_code_is_not_on_searchfox: true,
            stackwalk: 0,
            start_time: 0,
            symbolicated: true,
            symbolication_not_supported: true,
            uses_only_one_stack_type: true,
            version: GECKO_PROFILE_VERSION,
        }
    }
}
