//! JSON text of a heap profile as somebody else might have written it.

use flate2::{Compression, GzBuilder};
use proptest::prelude::*;
use serde_json::{Map, Value};
use std::io::Write;

/// How a file is written.
#[derive(Clone, Debug)]
pub struct Style {
    seed: u64,
    /// How many of eight objects are written exactly as V8 does it.
    compact: u64,
    /// Some nodes have the fields of their call frame themselves.
    flat_nodes: bool,
    order: Order,
    spaces: u64,
    escapes: Escapes,
    number_forms: bool,
    unknown_keys: bool,
    duplicate_keys: bool,
    wrapper: Wrapper,
    pub encoding: Encoding,
    pub packing: Packing,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Order {
    V8,
    NodeApi,
    Sorted,
    Reversed,
    Random,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Escapes {
    Few,
    Ascii,
    All,
    Random,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Wrapper {
    None,
    Profile,
    Result,
    ResultAndId,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Encoding {
    Utf8,
    Utf8Marked,
    Utf16Le,
    Utf16LeMarked,
    Utf16Be,
    Utf16BeMarked,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Packing {
    Plain,
    Gzip(u32),
    GzipWithHeader(u32),
    /// This many members, and zero bytes behind them.
    GzipMembers(u32, usize),
}

prop_compose! {
    /// Any style.
    pub fn style()(
        (seed, compact, spaces) in (any::<u64>(), 0..9u64, prop_oneof![Just(0), 0..9u64]),
        order in prop_oneof![
            2 => Just(Order::V8), 1 => Just(Order::NodeApi), 1 => Just(Order::Sorted), 1 => Just(Order::Reversed),
            1 => Just(Order::Random),
        ],
        escapes in prop_oneof![Just(Escapes::Few), Just(Escapes::Ascii), Just(Escapes::All), Just(Escapes::Random)],
        (number_forms, unknown_keys, duplicate_keys, flat_nodes) in any::<(bool, bool, bool, bool)>(),
        wrapper in prop_oneof![
            5 => Just(Wrapper::None), 1 => Just(Wrapper::Profile), 1 => Just(Wrapper::Result),
            1 => Just(Wrapper::ResultAndId),
        ],
        encoding in prop_oneof![
            6 => Just(Encoding::Utf8), 1 => Just(Encoding::Utf8Marked), 1 => Just(Encoding::Utf16Le),
            1 => Just(Encoding::Utf16LeMarked), 1 => Just(Encoding::Utf16Be), 1 => Just(Encoding::Utf16BeMarked),
        ],
        packing in prop_oneof![
            4 => Just(Packing::Plain), 1 => (0..10u32).prop_map(Packing::Gzip),
            1 => (0..10u32).prop_map(Packing::GzipWithHeader),
            1 => (1..4u32, 0..20usize).prop_map(|(members, zeros)| Packing::GzipMembers(members, zeros)),
        ],
    ) -> Style {
        Style {
            seed, compact, flat_nodes, order, spaces, escapes, number_forms, unknown_keys, duplicate_keys, wrapper, encoding,
            packing,
        }
    }
}

/// A file with a profile.
pub fn file(profile: &Value, style: &Style) -> Vec<u8> {
    let mut writer = Writer { style, text: String::new(), state: style.seed | 1 };
    writer.file(profile);
    pack(&encode(&writer.text, style.encoding), style.packing)
}

fn encode(text: &str, encoding: Encoding) -> Vec<u8> {
    let little = || text.encode_utf16().flat_map(u16::to_le_bytes);
    let big = || text.encode_utf16().flat_map(u16::to_be_bytes);
    match encoding {
        Encoding::Utf8 => text.as_bytes().to_vec(),
        Encoding::Utf8Marked => [b"\xef\xbb\xbf", text.as_bytes()].concat(),
        Encoding::Utf16Le => little().collect(),
        Encoding::Utf16LeMarked => [0xff, 0xfe].into_iter().chain(little()).collect(),
        Encoding::Utf16Be => big().collect(),
        Encoding::Utf16BeMarked => [0xfe, 0xff].into_iter().chain(big()).collect(),
    }
}

/// Bytes as gzip.
pub fn gzip(bytes: &[u8], level: u32) -> Vec<u8> {
    gzip_with(GzBuilder::new(), bytes, level)
}

fn gzip_with(builder: GzBuilder, bytes: &[u8], level: u32) -> Vec<u8> {
    let mut encoder = builder.write(Vec::new(), Compression::new(level));
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

fn pack(bytes: &[u8], packing: Packing) -> Vec<u8> {
    match packing {
        Packing::Plain => bytes.to_vec(),
        Packing::Gzip(level) => gzip(bytes, level),
        Packing::GzipWithHeader(level) => {
            let header = GzBuilder::new().filename("a.heapprofile").comment("by hand").extra(vec![1, 2, 3]).mtime(7);
            gzip_with(header, bytes, level)
        }
        Packing::GzipMembers(members, zeros) => {
            let length = bytes.len().div_ceil(members as usize).max(1);
            let mut packed: Vec<u8> = bytes.chunks(length).flat_map(|part| gzip(part, members)).collect();
            packed.extend(std::iter::repeat_n(0, zeros));
            packed
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Top,
    Node,
    CallFrame,
    Sample,
}

struct Writer<'a> {
    style: &'a Style,
    text: String,
    state: u64,
}

/// The values of unknown keys, and of keys that mean something elsewhere.
const STRANGE_VALUES: [&str; 9] = [
    "null",
    "true",
    "-1.5e-7",
    "\"\\u0022}]{[\\\\\"",
    "[[],[{}],{\"a\":[1,2,{\"children\":[]}]}]",
    "{}",
    "{\"head\":{\"callFrame\":{\"functionName\":\"decoy\"},\"selfSize\":1,\"id\":1,\"children\":[]}}",
    "\"\"",
    "[ 0 , {\"\":\"\"} ]",
];

impl Writer<'_> {
    fn below(&mut self, bound: u64) -> u64 {
        self.state ^= self.state << 13;
        self.state ^= self.state >> 7;
        self.state ^= self.state << 17;
        (self.state >> 11) % bound
    }

    fn file(&mut self, profile: &Value) {
        // UTF-16 without a mark is known by its first character.
        if !matches!(self.style.encoding, Encoding::Utf16Le | Encoding::Utf16Be) {
            self.space(false);
        }
        let (before, behind) = match self.style.wrapper {
            Wrapper::None => ("", ""),
            Wrapper::Profile => ("{\"profile\":", "}"),
            Wrapper::Result => ("{\"result\":{\"profile\":", "}}"),
            Wrapper::ResultAndId => ("{\"id\":7,\"result\":{\"profile\":", "},\"sessionId\":\"x\"}"),
        };
        self.text += before;
        self.object(profile.as_object().unwrap(), Kind::Top);
        self.text += behind;
        self.space(false);
    }

    fn space(&mut self, is_compact: bool) {
        if !is_compact && self.below(8) < self.style.spaces {
            let spaces = [" ", "\n", "\t", "\r\n", "          ", "\n        \t\r"];
            let choice = self.below(spaces.len() as u64) as usize;
            self.text += spaces[choice];
        }
    }

    fn keys<'k>(&mut self, map: &'k Map<String, Value>, kind: Kind, is_compact: bool) -> Vec<&'k str> {
        let order = if is_compact { Order::V8 } else { self.style.order };
        let v8 = match (kind, order) {
            (Kind::Top, Order::NodeApi) => "samples head",
            (Kind::Top, _) => "head samples",
            (Kind::Node, Order::NodeApi) => "selfSize id callFrame children",
            (Kind::Node, _) => "callFrame selfSize id children",
            (Kind::CallFrame, Order::NodeApi) => "scriptId lineNumber columnNumber functionName url",
            (Kind::CallFrame, _) => "functionName scriptId url lineNumber columnNumber",
            (Kind::Sample, Order::NodeApi) => "ordinal nodeId objectCount isLive size",
            (Kind::Sample, _) => "size nodeId ordinal isLive objectCount",
        };
        let mut keys: Vec<&str> = map.keys().map(String::as_str).collect();
        keys.sort();
        match order {
            Order::V8 | Order::NodeApi => {
                keys.sort_by_key(|key| v8.split(' ').position(|other| other == *key));
            }
            Order::Sorted => {}
            Order::Reversed => keys.reverse(),
            Order::Random => keys.sort_by_cached_key(|_| self.below(1 << 32)),
        }
        keys
    }

    fn object(&mut self, map: &Map<String, Value>, kind: Kind) {
        let is_compact = self.below(8) < self.style.compact;
        let flat = match map.get("callFrame") {
            Some(Value::Object(frame)) if self.style.flat_nodes && !is_compact && self.below(4) == 0 => {
                let others = map.iter().filter(|(key, _)| *key != "callFrame");
                Some(frame.iter().chain(others).map(|(key, value)| (key.clone(), value.clone())).collect())
            }
            _ => None,
        };
        let map = flat.as_ref().unwrap_or(map);
        self.text.push('{');
        self.space(is_compact);
        let mut is_first = true;
        for key in self.keys(map, kind, is_compact) {
            if self.style.unknown_keys && !is_compact && self.below(6) == 0 {
                let value = STRANGE_VALUES[self.below(STRANGE_VALUES.len() as u64) as usize];
                let name = self.unknown_key(kind);
                self.raw_member(&name, value, &mut is_first);
            }
            let value = &map[key];
            let has_decoy = self.style.duplicate_keys && !is_compact && self.below(6) == 0;
            if let Some(decoy) = has_decoy.then(|| self.decoy(key, value)).flatten() {
                self.raw_member(key, decoy, &mut is_first);
            }
            self.begin_member(key, is_compact, &mut is_first);
            self.value(key, value, is_compact);
            self.space(is_compact);
        }
        self.text.push('}');
    }

    fn raw_member(&mut self, key: &str, value: &str, is_first: &mut bool) {
        self.begin_member(key, false, is_first);
        self.text += value;
        self.space(false);
    }

    fn begin_member(&mut self, key: &str, is_compact: bool, is_first: &mut bool) {
        if !std::mem::replace(is_first, false) {
            self.text.push(',');
            self.space(is_compact);
        }
        self.string(key, is_compact);
        self.space(is_compact);
        self.text.push(':');
        self.space(is_compact);
    }

    /// A key that means nothing in such an object, though perhaps in another one.
    fn unknown_key(&mut self, kind: Kind) -> String {
        let keys: &[&str] = match kind {
            Kind::Top => &["startTime", "selfSize", "children", "callFrame", "", "x"],
            Kind::Node => &["size", "nodeId", "head", "samples", "$vscode", "profile", "x"],
            Kind::CallFrame => &["selfSize", "children", "id", "callFrame", "head", "locationId", "x"],
            Kind::Sample => &["selfSize", "id", "children", "head", "functionName", "stack", "x"],
        };
        let choice = self.below(keys.len() as u64) as usize;
        keys[choice].to_string()
    }

    /// What a key may have had before, if it is given twice. null doesn't overrule anything.
    fn decoy(&mut self, key: &str, value: &Value) -> Option<&'static str> {
        let is_ignored = (key == "isLive" && !value.is_boolean()) || (key == "objectCount" && !value.is_number());
        if value.is_null() || is_ignored {
            return None;
        }
        const NODE: &str = r#"{"callFrame":{"functionName":"decoy","scriptId":"9","url":"/decoy.js","lineNumber":1,"columnNumber":1},"selfSize":7,"id":5,"children":[]}"#;
        Some(match key {
            "head" => NODE,
            "samples" => r#"[{"size":5,"nodeId":1,"ordinal":1},{"size":5000000000,"nodeId":1,"isLive":false}]"#,
            "children" => {
                const CHILDREN: &str = concat!(
                    r#"[{"children":[{"callFrame":{},"selfSize":99999999999,"id":5000000000}],"callFrame":{"url":"/decoy.js"}},"#,
                    r#"{"functionName":"decoy","selfSize":1}]"#
                );
                CHILDREN
            }
            "callFrame" => r#"{"functionName":"decoy","scriptId":"9","url":"/decoy.js","lineNumber":1}"#,
            "functionName" | "url" => r#""decoy""#,
            "scriptId" => r#""decoy""#,
            "isLive" => "false",
            "selfSize" => ["77", "-77", "9007199254740992", "0"][self.below(4) as usize],
            "size" => ["77", "9007199254740992", "0"][self.below(3) as usize],
            _ => ["77", "-77", "9007199254740992", "0"][self.below(4) as usize],
        })
    }

    fn value(&mut self, key: &str, value: &Value, is_compact: bool) {
        match value {
            Value::Object(map) => self.object(map, if key == "head" { Kind::Node } else { Kind::CallFrame }),
            Value::Array(list) => {
                let kind = if key == "samples" { Kind::Sample } else { Kind::Node };
                self.text.push('[');
                self.space(is_compact);
                for (index, item) in list.iter().enumerate() {
                    if index > 0 {
                        self.text.push(',');
                        self.space(is_compact);
                    }
                    self.object(item.as_object().unwrap(), kind);
                    self.space(is_compact);
                }
                self.text.push(']');
            }
            Value::String(string) => self.string(string, is_compact),
            Value::Number(number) => match number.as_i64() {
                Some(whole) if !is_compact && self.style.number_forms => self.whole_number(whole),
                _ => self.text += &number.to_string(),
            },
            _ => self.text += &value.to_string(),
        }
    }

    fn whole_number(&mut self, number: i64) {
        let digits = number.unsigned_abs().to_string();
        let sign = if number < 0 { "-" } else { "" };
        let (first, rest) = digits.split_at(1);
        let significant = digits.trim_end_matches('0');
        let zeros = digits.len() - significant.len();
        let form = match self.below(8) {
            0 => format!("{number}.0"),
            1 => format!("{number}e0"),
            2 if number != 0 => format!("{number}0E-1"),
            3 if number != 0 => format!("{sign}{significant}e{zeros}"),
            4 => format!("{sign}{first}.{}E+{}", if rest.is_empty() { "0" } else { rest }, digits.len() - 1),
            5 => format!("{sign}{first}.{rest}00e0{}", digits.len() - 1),
            6 if number != 0 => format!("{sign}0.000{digits}00000e{}", digits.len() + 3),
            7 if number == 0 => "-0".to_string(),
            _ => number.to_string(),
        };
        self.text += &form;
    }

    fn string(&mut self, string: &str, is_compact: bool) {
        let escapes = match (is_compact, self.style.escapes) {
            // V8 escapes either little or everything that isn't ASCII.
            (true, Escapes::Few | Escapes::All) => Escapes::Few,
            (true, _) => Escapes::Ascii,
            (false, escapes) => escapes,
        };
        self.text.push('"');
        let mut characters = string.chars().peekable();
        while let Some(character) = characters.next() {
            let is_special = matches!(character, '"' | '\\' | '\0'..='\x1f');
            let escape = match escapes {
                Escapes::Few => is_special,
                Escapes::Ascii => is_special || !character.is_ascii(),
                Escapes::All => true,
                Escapes::Random => is_special || self.below(3) == 0,
            };
            let short = match character {
                '"' => "\\\"",
                '\\' => "\\\\",
                '/' => "\\/",
                '\n' => "\\n",
                '\t' => "\\t",
                '\r' => "\\r",
                '\u{8}' => "\\b",
                '\u{c}' => "\\f",
                _ => "",
            };
            match (escape, character) {
                (false, character) => self.text.push(character),
                // Half of a surrogate pair becomes the replacement character. Of two in a row, a first and a second
                // half must not follow each other.
                (true, '\u{fffd}') if self.below(2) == 0 => {
                    let is_first = characters.peek().is_none() && self.below(2) == 0;
                    self.text += if is_first { "\\ud83d" } else { "\\ude00" };
                }
                (true, _) if !short.is_empty() && self.below(2) == 0 => self.text += short,
                (true, character) => {
                    let upper = self.below(2) == 0;
                    for unit in character.encode_utf16(&mut [0; 2]) {
                        self.text += &if upper { format!("\\u{unit:04X}") } else { format!("\\u{unit:04x}") };
                    }
                }
            }
        }
        self.text.push('"');
    }
}
