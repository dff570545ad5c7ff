//! `meta`: facts about the profile as a whole, and settings of the user interface.

use super::categories::Category;
use super::value::Value;

/// The version of the processed profile format that is written here. Newer front-ends upgrade it themselves.
const PROCESSED_PROFILE_VERSION: i64 = 70;

/// The version of Gecko's profile format to name beside it.
const GECKO_PROFILE_VERSION: i64 = 34;

/// How a value of the "more info" panel is shown.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Format {
    Bytes,
    Integer,
}

/// A line of the "more info" panel.
#[derive(Clone, Debug)]
pub(crate) struct ExtraEntry {
    pub label: String,
    pub format: Format,
    /// At most 2^53.
    pub value: i64,
}

impl ExtraEntry {
    fn to_value(&self) -> Value {
        let format = match self.format {
            Format::Bytes => "bytes",
            Format::Integer => "integer",
        };
        Value::Object(vec![
            ("label", Value::text(&self.label)),
            ("format", Value::text(format)),
            ("value", Value::Number(self.value)),
        ])
    }
}

/// A section of the "more info" panel.
#[derive(Clone, Debug)]
pub(crate) struct ExtraSection {
    pub label: String,
    pub entries: Vec<ExtraEntry>,
}

impl ExtraSection {
    pub fn new(label: impl Into<String>) -> Self {
        ExtraSection { label: label.into(), entries: Vec::new() }
    }

    fn to_value(&self) -> Value {
        let entries = self.entries.iter().map(ExtraEntry::to_value).collect();
        Value::Object(vec![("label", Value::text(&self.label)), ("entries", Value::List(entries))])
    }

    pub fn number(&mut self, label: &str, format: Format, value: i64) {
        self.entries.push(ExtraEntry { label: label.to_string(), format, value });
    }
}

/// What differs in the `meta` object from profile to profile.
#[derive(Debug)]
pub(crate) struct Meta {
    pub product: String,
    pub categories: Vec<Category>,
    pub extra: Vec<ExtraSection>,
    pub file_name: Option<String>,
    pub selected_thread: u32,
    pub threads: u32,
    /// Milliseconds since 1970.
    pub start_time: i64,
}

impl Meta {
    /// The whole object.
    pub fn to_value(&self) -> Value {
        let threads = (0..self.threads as i64).map(Value::Number).collect();
        let sample_units = vec![
            ("time", Value::text("bytes")),
            ("eventDelay", Value::text("ms")),
            ("threadCPUDelta", Value::text("ns")),
        ];
        let mut meta = vec![
            ("categories", Value::List(self.categories.iter().map(Category::to_value).collect())),
            ("debug", Value::Bool(false)),
            ("extra", Value::List(self.extra.iter().map(ExtraSection::to_value).collect())),
            ("importedFrom", Value::text("V8 sampling heap profile")),
            ("initialSelectedThreads", Value::List(vec![Value::Number(self.selected_thread as i64)])),
            ("initialVisibleThreads", Value::List(threads)),
            ("interval", Value::Number(1)),
            ("keepProfileThreadOrder", Value::Bool(true)),
            ("markerSchema", Value::List(Vec::new())),
            ("preprocessedProfileVersion", Value::Number(PROCESSED_PROFILE_VERSION)),
            ("processType", Value::Number(0)),
            ("product", Value::text(&self.product)),
            ("sampleUnits", Value::Object(sample_units)),
            ("sourceCodeIsNotOnSearchfox", Value::Bool(true)),
            ("stackwalk", Value::Number(0)),
            ("startTime", Value::Number(self.start_time)),
            ("symbolicated", Value::Bool(true)),
            ("symbolicationNotSupported", Value::Bool(true)),
            ("usesOnlyOneStackType", Value::Bool(true)),
            ("version", Value::Number(GECKO_PROFILE_VERSION)),
        ];
        if let Some(file_name) = &self.file_name {
            meta.push(("fileName", Value::text(file_name)));
        }
        Value::Object(meta)
    }
}
