//! Strings as they are written, escapes and all, and what they decode to: each way of writing is decoded once.

use crate::strings::Strings;

/// A memo from written to decoded strings.
#[derive(Debug)]
pub(crate) struct RawStrings {
    written: Strings,
    /// For each written string the number of the decoded one.
    decoded: Vec<u32>,
}

impl RawStrings {
    pub fn new() -> Self {
        // Number 0 is the empty string on both sides.
        RawStrings { written: Strings::new(), decoded: vec![0] }
    }

    #[inline(always)]
    pub fn find(&self, written: &[u8]) -> Option<u32> {
        self.written.find(written)
    }

    /// Adds what a written string decodes to, and returns its number.
    pub fn add(&mut self, written: &[u8], decoded: u32) -> u32 {
        let number = self.written.intern(written);
        // Writings that aren't valid UTF-8 are stored repaired, and may be there already.
        if number as usize == self.decoded.len() {
            self.decoded.push(decoded);
        }
        number
    }

    #[inline(always)]
    pub fn get_bytes(&self, number: u32) -> &[u8] {
        self.written.get_bytes(number)
    }

    /// The number of the decoded string.
    #[inline(always)]
    pub fn decoded(&self, number: u32) -> u32 {
        self.decoded[number as usize]
    }
}
