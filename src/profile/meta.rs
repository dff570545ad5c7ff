//! `meta`: facts about the profile as a whole, and settings of the user interface.

use super::categories::Category;
use super::object::object;
use serde::{Serialize, Serializer};

/// The version of the processed profile format that is written here. Newer front-ends upgrade it themselves.
const PROCESSED_PROFILE_VERSION: u32 = 70;

/// The version of Gecko's profile format to name beside it.
const GECKO_PROFILE_VERSION: u32 = 34;

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

impl Serialize for ExtraEntry {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        object!(serializer, {
            "label": self.label,
            "format": match self.format {
                Format::Bytes => "bytes",
                Format::Integer => "integer",
            },
            "value": Number(self.value),
        })
    }
}

/// A whole number up to 2^53 itself, which serde-wasm-bindgen takes for too large.
struct Number(i64);

impl Serialize for Number {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0 {
            value if value < 1 << 53 => serializer.serialize_i64(value),
            value => serializer.serialize_f64(value as f64),
        }
    }
}

/// A section of the "more info" panel.
#[derive(Clone, Debug)]
pub(crate) struct ExtraSection {
    pub label: String,
    pub entries: Vec<ExtraEntry>,
}

impl Serialize for ExtraSection {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        object!(serializer, {
            "label": self.label,
            "entries": self.entries,
        })
    }
}

impl ExtraSection {
    pub fn new(label: impl Into<String>) -> Self {
        ExtraSection { label: label.into(), entries: Vec::new() }
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

impl Serialize for Meta {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        use serde::ser::SerializeMap;
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("categories", &self.categories)?;
        map.serialize_entry("debug", &false)?;
        map.serialize_entry("extra", &self.extra)?;
        if let Some(file_name) = &self.file_name {
            map.serialize_entry("fileName", file_name)?;
        }
        map.serialize_entry("importedFrom", "V8 sampling heap profile")?;
        map.serialize_entry("initialSelectedThreads", &[self.selected_thread])?;
        map.serialize_entry("initialVisibleThreads", &Vec::from_iter(0..self.threads))?;
        map.serialize_entry("interval", &1)?;
        map.serialize_entry("markerSchema", &[(); 0])?;
        map.serialize_entry("preprocessedProfileVersion", &PROCESSED_PROFILE_VERSION)?;
        map.serialize_entry("processType", &0)?;
        map.serialize_entry("product", &self.product)?;
        map.serialize_entry("sampleUnits", &SampleUnits)?;
        map.serialize_entry("stackwalk", &0)?;
        map.serialize_entry("startTime", &self.start_time)?;
        map.serialize_entry("version", &GECKO_PROFILE_VERSION)?;
        for setting in [
            "keepProfileThreadOrder",
            "sourceCodeIsNotOnSearchfox",
            "symbolicated",
            "symbolicationNotSupported",
            "usesOnlyOneStackType",
        ] {
            map.serialize_entry(setting, &true)?;
        }
        map.end()
    }
}

/// The units of the sample columns.
struct SampleUnits;

impl Serialize for SampleUnits {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        object!(serializer, {
            "time": "bytes",
            "eventDelay": "ms",
            "threadCPUDelta": "ns",
        })
    }
}
