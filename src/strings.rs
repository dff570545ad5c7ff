//! Distinct strings, numbered in the order of their first appearance.

use crate::hash::{HashIndex, Hasher, same_bytes};

/// A set of strings with numbers.
#[derive(Debug)]
pub(crate) struct Strings {
    bytes: Vec<u8>,
    /// Where each string ends in `bytes`; it begins where the one before ends.
    ends: Vec<usize>,
    index: HashIndex,
    hasher: Hasher,
}

impl Strings {
    /// An empty set.
    pub fn empty() -> Self {
        Strings { bytes: Vec::new(), ends: Vec::new(), index: HashIndex::new(), hasher: Hasher::new() }
    }

    /// A set in which the empty string has the number 0.
    pub fn new() -> Self {
        let mut strings = Strings::empty();
        strings.intern(b"");
        strings
    }

    /// The number of a string, if it is known.
    #[inline]
    pub fn find(&self, bytes: &[u8]) -> Option<u32> {
        self.index.find(self.hasher.bytes(bytes), |number| same_bytes(self.get_bytes(number), bytes))
    }

    /// The number of a string. Bytes that aren't valid UTF-8 are replaced by U+FFFD; validity is checked only once
    /// per distinct string, since only valid ones are stored.
    #[inline(never)]
    pub fn intern(&mut self, bytes: &[u8]) -> u32 {
        let hash = self.hasher.bytes(bytes);
        match self.index.find(hash, |number| same_bytes(self.get_bytes(number), bytes)) {
            Some(number) => number,
            None => self.add(bytes, hash),
        }
    }

    #[cold]
    fn add(&mut self, bytes: &[u8], hash: u64) -> u32 {
        if let Err(error) = str::from_utf8(bytes) {
            debug_assert!(error.valid_up_to() < bytes.len());
            let repaired = String::from_utf8_lossy(bytes);
            return self.intern(repaired.as_bytes());
        }
        let number = self.ends.len() as u32;
        self.bytes.extend_from_slice(bytes);
        self.ends.push(self.bytes.len());
        self.index.insert(hash, number);
        number
    }

    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// The strings in order.
    pub fn iter(&self) -> impl Iterator<Item = &str> {
        (0..self.len() as u32).map(|number| self.get(number))
    }

    /// The texts of all strings, one behind the other.
    #[cfg(target_arch = "wasm32")]
    pub fn all_bytes(&self) -> &[u8] {
        &self.bytes
    }

    #[inline(always)]
    pub fn get_bytes(&self, number: u32) -> &[u8] {
        let number = number as usize;
        let start = if number == 0 { 0 } else { self.ends[number - 1] };
        &self.bytes[start..self.ends[number]]
    }

    /// A string by its number.
    pub fn get(&self, number: u32) -> &str {
        str::from_utf8(self.get_bytes(number)).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_strings_share_a_number() {
        let mut strings = Strings::new();
        assert_eq!(strings.intern(b""), 0);
        let a = strings.intern(b"a");
        let long = strings.intern(b"a string of more than sixteen bytes");
        assert_eq!(strings.intern(b"a"), a);
        assert_eq!(strings.intern("a string of more than sixteen bytes".as_bytes()), long);
        assert_eq!((strings.get(a), strings.get(long)), ("a", "a string of more than sixteen bytes"));
    }

    #[test]
    fn invalid_bytes_are_replaced() {
        let mut strings = Strings::new();
        let number = strings.intern(b"caf\xe9");
        assert_eq!(strings.get(number), "caf\u{fffd}");
        assert_eq!(strings.intern(b"caf\xe9"), number);
        assert_eq!(strings.intern("caf\u{fffd}".as_bytes()), number);
    }
}
