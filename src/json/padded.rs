//! A chunk of input with readable bytes behind its end.

use crate::error::Error;

/// How many bytes must follow the data, so that eight-byte loads which start at most `PADDING - 8` bytes behind the
/// end stay inside the buffer.
pub(crate) const PADDING: usize = 64;

/// Takes text in pieces: a buffer, and the length of the text in it, with [`PADDING`] bytes of room behind that.
pub(crate) type Sink<'a> = dyn FnMut(&mut [u8], usize) -> Result<(), Error> + 'a;

/// Bytes behind the data are quotation marks: they end a run of string characters or digits, and match no literal
/// longer than one byte, so a scan that runs past the end stops there by itself and is noticed afterwards.
const FILL: u8 = b'"';

/// A chunk of input, followed by [`PADDING`] fill bytes.
#[derive(Clone, Copy)]
pub(crate) struct Padded<'a> {
    bytes: &'a [u8],
    len: usize,
}

impl<'a> Padded<'a> {
    /// Makes the first `len` bytes of `buffer` a chunk; the [`PADDING`] bytes behind them are overwritten.
    pub fn new(buffer: &'a mut [u8], len: usize) -> Self {
        buffer[len..len + PADDING].fill(FILL);
        Padded { bytes: &buffer[..len + PADDING], len }
    }

    /// The length of the data, without the padding.
    #[inline(always)]
    pub fn len(&self) -> usize {
        self.len
    }

    /// The byte at `position`, which may lie in the padding.
    #[inline(always)]
    pub fn byte(&self, position: usize) -> u8 {
        self.bytes[position]
    }

    /// Eight bytes from `position` on, the first one in the lowest bits.
    ///
    /// # Safety
    /// `position` must be at most `len() + PADDING - 8`.
    #[inline(always)]
    pub unsafe fn load8(&self, position: usize) -> u64 {
        debug_assert!(position + 8 <= self.bytes.len());
        // SAFETY: the caller keeps position + 8 within `bytes`; an unaligned read has no further demand.
        u64::from_le(unsafe { self.bytes.as_ptr().add(position).cast::<u64>().read_unaligned() })
    }

    /// The bytes of a range, which must lie within the data and its padding.
    #[inline(always)]
    pub fn slice(&self, start: usize, end: usize) -> &'a [u8] {
        &self.bytes[start..end]
    }

    /// The position of the first `"`, `\` or control character at or after `position`. The padding is quotation marks,
    /// so the answer is `len()` if there is none in the rest of the data.
    ///
    /// # Safety
    /// `position` must be at most `len() + PADDING - 8`.
    #[inline(always)]
    pub unsafe fn find_string_end(&self, mut position: usize) -> usize {
        loop {
            // SAFETY: the loop goes on only while all eight bytes were ordinary, and those of the padding are not, so
            // it starts at the caller's position or at one up to the length.
            let found = special_string_bytes(unsafe { self.load8(position) });
            if found != 0 {
                return position + (found.trailing_zeros() / 8) as usize;
            }
            position += 8;
        }
    }
}

const ONES: u64 = 0x0101_0101_0101_0101;
const HIGHS: u64 = 0x8080_8080_8080_8080;

/// Sets the high bit of the first byte in `word` that is `"`, `\` or below 0x20. Higher bytes may be set wrongly, by
/// borrows; the lowest set bit is right.
#[inline(always)]
fn special_string_bytes(word: u64) -> u64 {
    let quote = word ^ (ONES * b'"' as u64);
    let backslash = word ^ (ONES * b'\\' as u64);
    let is_quote = quote.wrapping_sub(ONES) & !quote;
    let is_backslash = backslash.wrapping_sub(ONES) & !backslash;
    let is_control = word.wrapping_sub(ONES * 0x20) & !word;
    (is_quote | is_backslash | is_control) & HIGHS
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_the_first_special_byte_at_every_distance() {
        for special in [b'"', b'\\', 0, 9, 0x1f] {
            for distance in 0..40 {
                let mut buffer = vec![b'a'; 40 + PADDING];
                buffer[distance] = special;
                let chunk = Padded::new(&mut buffer, 40);
                // SAFETY: 0 is within the data.
                assert_eq!(unsafe { chunk.find_string_end(0) }, distance);
            }
        }
    }

    #[test]
    fn high_bytes_are_ordinary_and_the_end_stops_the_scan() {
        for len in 0..40 {
            let mut buffer = vec![0xff; 40 + PADDING];
            let chunk = Padded::new(&mut buffer, len);
            // SAFETY: 0 is within the data.
            assert_eq!(unsafe { chunk.find_string_end(0) }, len);
        }
    }
}
