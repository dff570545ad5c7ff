//! Call frames: V8's name for a function and where it is defined.

use super::raw_strings::RawStrings;
use crate::hash::{HashIndex, Hasher};
use crate::strings::Strings;

/// A line or column that the file doesn't give.
pub(crate) const NO_POSITION: i32 = i32::MIN;

/// Marks a script id that isn't a number below 2^31; the other bits are the number of its string.
const TEXT_SCRIPT_ID: u32 = 1 << 31;

/// A call frame, with positions as they are in the file (0- or 1-based).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct CallFrame {
    /// Number of a string: the function's name, empty for anonymous functions.
    pub name: u32,
    /// Number of a string: the script's URL or path, empty for builtins and evaluated code.
    pub url: u32,
    /// The script id as a number, or a marked number of its string: see [`CallFrames::script_id`].
    pub script: u32,
    pub line: i32,
    pub column: i32,
}

impl CallFrame {
    /// What a call frame is without any of its fields.
    pub const EMPTY: CallFrame = CallFrame { name: 0, url: 0, script: 0, line: NO_POSITION, column: NO_POSITION };
}

/// The distinct call frames of a file, numbered in the order of their first appearance.
#[derive(Debug)]
pub(crate) struct CallFrames {
    pub strings: Strings,
    frames: Vec<CallFrame>,
    index: HashIndex,
    hasher: Hasher,
    pub raw_strings: RawStrings,
    /// The raw string of the URL last seen with a script id, at the id modulo the length. A script's URL nearly never
    /// changes, so most URLs are compared once instead of hashed.
    script_urls: Vec<(u32, u32)>,
}

impl CallFrames {
    pub fn new() -> Self {
        CallFrames {
            strings: Strings::new(),
            frames: Vec::new(),
            index: HashIndex::new(),
            hasher: Hasher::new(),
            raw_strings: RawStrings::new(),
            script_urls: vec![(u32::MAX, 0); 1024],
        }
    }

    /// The number of a call frame.
    #[inline(always)]
    pub fn intern(&mut self, frame: CallFrame) -> u32 {
        let position = (frame.line as u32 as u64) << 32 | frame.column as u32 as u64;
        let text = (frame.name as u64) << 32 | frame.url as u64;
        let hash = self.hasher.words(position ^ (frame.script as u64) << 20, text);
        match self.index.find(hash, |number| self.frames[number as usize] == frame) {
            Some(number) => number,
            None => {
                let number = self.frames.len() as u32;
                self.frames.push(frame);
                self.index.insert(hash, number);
                number
            }
        }
    }

    /// The number of a script id that was written as a string: "80" is the same as 80.
    pub fn script_id(&mut self, text: &[u8]) -> u32 {
        let canonical = text.len() < 10 && (text == b"0" || text.first().is_some_and(|&first| first != b'0'));
        let number = text.iter().try_fold(0u64, |number, byte| {
            byte.is_ascii_digit().then(|| number.wrapping_mul(10) + (byte - b'0') as u64)
        });
        match number {
            Some(number) if canonical && number < TEXT_SCRIPT_ID as u64 => number as u32,
            _ => self.strings.intern(text) | TEXT_SCRIPT_ID,
        }
    }

    /// The number of a script id that was written as a number.
    pub fn script_number(&mut self, number: i64) -> u32 {
        match u32::try_from(number) {
            Ok(number) if number < 1_000_000_000 => number,
            _ => self.script_id(number.to_string().as_bytes()),
        }
    }

    /// The text of a script id that isn't a number.
    pub fn text_script_id(&self, script: u32) -> Option<&[u8]> {
        (script & TEXT_SCRIPT_ID != 0).then(|| self.strings.get_bytes(script & !TEXT_SCRIPT_ID))
    }

    /// The raw string of the URL that came last with this script id, as far as it is remembered.
    #[inline(always)]
    pub fn raw_url_of_script(&self, script: u32) -> Option<u32> {
        let (known, url) = self.script_urls[script as usize % self.script_urls.len()];
        (known == script).then_some(url)
    }

    #[inline]
    pub fn remember_url(&mut self, script: u32, url: u32) {
        let slots = self.script_urls.len();
        self.script_urls[script as usize % slots] = (script, url);
    }

    pub fn len(&self) -> usize {
        self.frames.len()
    }

    #[inline(always)]
    pub fn get(&self, number: u32) -> CallFrame {
        self.frames[number as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_frames_share_a_number() {
        let mut frames = CallFrames::new();
        let name = frames.strings.intern(b"f");
        let frame = CallFrame { name, script: 5, line: 1, ..CallFrame::EMPTY };
        let number = frames.intern(frame);
        assert_eq!(frames.intern(frame), number);
        assert_ne!(frames.intern(CallFrame { column: 0, ..frame }), number);
        assert_eq!(frames.get(number), frame);
        assert_eq!(frames.len(), 2);
    }

    #[test]
    fn script_ids_are_the_same_as_text_and_as_number() {
        let mut frames = CallFrames::new();
        for number in [0, 1, 80, 999_999_999, 1_000_000_000, 4_294_967_296, -3] {
            assert_eq!(frames.script_id(number.to_string().as_bytes()), frames.script_number(number), "{number}");
        }
        assert_ne!(frames.script_id(b"080"), frames.script_id(b"80"));
        assert_ne!(frames.script_id(b"x"), frames.script_id(b"y"));
    }
}
