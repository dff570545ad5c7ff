//! `true`, `false` and `null`, resumable.

use super::{Padded, Progress, SyntaxError};

/// One of JSON's three words, being read.
#[derive(Debug)]
pub(crate) struct Literal {
    word: &'static [u8],
    seen: usize,
}

impl Literal {
    /// The word that begins with `byte`, if one does. The byte itself is read again by [`Literal::feed`].
    pub fn starting_with(byte: u8) -> Option<Self> {
        let word: &'static [u8] = match byte {
            b't' => b"true",
            b'f' => b"false",
            b'n' => b"null",
            _ => return None,
        };
        Some(Literal { word, seen: 0 })
    }

    /// Reads on; done with the word's first byte.
    pub fn feed(&mut self, chunk: Padded, mut position: usize) -> Result<Progress<u8>, SyntaxError> {
        while position < chunk.len() {
            if chunk.byte(position) != self.word[self.seen] {
                return Err(SyntaxError { position, expected: "true, false or null" });
            }
            position += 1;
            self.seen += 1;
            if self.seen == self.word.len() {
                return Ok(Progress::Done(self.word[0], position));
            }
        }
        Ok(Progress::NeedsMore)
    }
}
