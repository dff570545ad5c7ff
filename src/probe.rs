//! Whether a file is a heap profile, from as few of its bytes as possible.

use crate::file::File;
use crate::json::PADDING;
use crate::options::Options;

/// So many bytes are looked at in search of the beginning of a JSON object, and then of its first keys.
const FIRST: u64 = 64 * 1024;

/// So many bytes are looked at if the first keys have large values that mean nothing here.
const MOST: u64 = 16 * 1024 * 1024;

/// So many bytes are looked at at a time: most profiles show what they are in the first few hundred.
const PIECE: usize = 4 * 1024;

/// Looks at the beginning of a file.
pub(crate) struct Probe {
    file: Option<File>,
    answer: Option<bool>,
    staging: Vec<u8>,
}

impl Probe {
    pub fn new() -> Self {
        let options = Options { max_inflated_bytes: 4 * MOST, ..Options::default() };
        Probe { file: Some(File::new(&options)), answer: None, staging: vec![0; PIECE + PADDING] }
    }

    /// Looks at the next bytes; `None` as long as they don't decide it.
    pub fn push(&mut self, bytes: &[u8]) -> Option<bool> {
        for piece in bytes.chunks(PIECE) {
            let file = match (&mut self.file, self.answer) {
                (Some(file), None) => file,
                _ => break,
            };
            self.staging[..piece.len()].copy_from_slice(piece);
            let result = file.push(&mut self.staging, piece.len());
            let limit = if file.is_inside() { MOST } else { FIRST };
            if file.is_evident() {
                // Even if an error follows: the import will say which.
                self.answer = Some(true);
            } else if result.is_err() {
                self.answer = Some(false);
            } else if file.text_bytes() >= FIRST && file.is_likely() {
                self.answer = Some(true);
            } else if file.text_bytes() > limit {
                self.answer = Some(false);
            }
        }
        self.answer
    }

    /// The answer, if there are no more bytes.
    pub fn finish(self) -> bool {
        match (self.answer, self.file) {
            (Some(answer), _) => answer,
            // Small files are decided only here: gzip and encodings need some bytes to be sure.
            (None, Some(file)) => file.finish().is_ok(),
            (None, None) => false,
        }
    }
}

/// Whether the bytes, gzip or not, are a V8 sampling heap profile, or the beginning of one.
///
/// It looks at 64 KiB at most (after unpacking), unless keys without a meaning and with large values come first; then
/// at 16 MiB. `true` means that a node of the call tree or a sample was seen; the rest of the file may still be broken.
pub fn is_heap_profile(bytes: &[u8]) -> bool {
    let mut probe = Probe::new();
    probe.push(bytes).unwrap_or_else(|| probe.finish())
}
