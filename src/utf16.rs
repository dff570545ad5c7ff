//! UTF-16 to UTF-8, streaming. PowerShell's `>` writes UTF-16.

use crate::error::{Error, ErrorCode};
use crate::json::{PADDING, Sink};

/// The order of the two bytes of a code unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ByteOrder {
    Little,
    Big,
}

/// The most UTF-8 that is passed on at once.
const PIECE: usize = 64 * 1024;

/// Converts text piece by piece. Lone surrogates become U+FFFD.
#[derive(Debug)]
pub(crate) struct Utf16Decoder {
    order: ByteOrder,
    first_byte: Option<u8>,
    high_surrogate: Option<u16>,
    buffer: Vec<u8>,
}

impl Utf16Decoder {
    pub fn new(order: ByteOrder) -> Self {
        Utf16Decoder { order, first_byte: None, high_surrogate: None, buffer: Vec::with_capacity(PIECE + PADDING) }
    }

    /// Converts the next bytes. `sink` gets the UTF-8 in pieces: a buffer and the length of the text in it, with
    /// [`PADDING`] bytes of room behind that.
    pub fn push(&mut self, bytes: &[u8], sink: &mut Sink) -> Result<(), Error> {
        for &byte in bytes {
            let Some(first) = self.first_byte.take() else {
                self.first_byte = Some(byte);
                continue;
            };
            let unit = match self.order {
                ByteOrder::Little => u16::from_le_bytes([first, byte]),
                ByteOrder::Big => u16::from_be_bytes([first, byte]),
            };
            self.put_unit(unit);
            // One unit adds six bytes at most: a replacement character and its own three.
            if self.buffer.len() + 6 > PIECE {
                self.pass_on(sink)?;
            }
        }
        self.pass_on(sink)
    }

    /// Checks that the text didn't end inside of a code unit.
    pub fn finish(&self) -> Result<(), Error> {
        match self.first_byte {
            None => Ok(()),
            Some(_) => Err(Error::new(ErrorCode::BadEncoding, "The file is UTF-16, but has an odd number of bytes")),
        }
    }

    fn put_unit(&mut self, unit: u16) {
        if let Some(high) = self.high_surrogate.take() {
            if (0xDC00..=0xDFFF).contains(&unit) {
                let scalar = 0x10000 + ((high as u32 - 0xD800) << 10) + (unit as u32 - 0xDC00);
                self.put_scalar(scalar);
                return;
            }
            self.put_scalar(0xFFFD);
        }
        if (0xD800..=0xDBFF).contains(&unit) {
            self.high_surrogate = Some(unit);
        } else {
            self.put_scalar(unit as u32);
        }
    }

    fn put_scalar(&mut self, scalar: u32) {
        let character = char::from_u32(scalar).unwrap_or(char::REPLACEMENT_CHARACTER);
        self.buffer.extend_from_slice(character.encode_utf8(&mut [0; 4]).as_bytes());
    }

    fn pass_on(&mut self, sink: &mut Sink) -> Result<(), Error> {
        let len = self.buffer.len();
        self.buffer.resize(len + PADDING, 0);
        let result = sink(&mut self.buffer, len);
        self.buffer.clear();
        result
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn decode(units: &[u16], order: ByteOrder, piece: usize) -> String {
        let bytes: Vec<u8> = units
            .iter()
            .flat_map(|unit| if order == ByteOrder::Little { unit.to_le_bytes() } else { unit.to_be_bytes() })
            .collect();
        let mut decoder = Utf16Decoder::new(order);
        let mut text = Vec::new();
        for part in bytes.chunks(piece) {
            decoder
                .push(part, &mut |buffer, len| {
                    text.extend_from_slice(&buffer[..len]);
                    Ok(())
                })
                .unwrap();
        }
        decoder.finish().unwrap();
        String::from_utf8(text).unwrap()
    }

    #[test]
    fn agrees_with_std() {
        let text = "aé€😀".repeat(30_000);
        let units: Vec<u16> = text.encode_utf16().collect();
        for order in [ByteOrder::Little, ByteOrder::Big] {
            for piece in [1, 3, 100_000] {
                assert_eq!(decode(&units, order, piece), text);
            }
        }
        let lone = [0xD83D, 0x41, 0xDE00, 0xD83D, 0xD83D, 0xDE00];
        assert_eq!(decode(&lone, ByteOrder::Little, 1), "\u{fffd}A\u{fffd}\u{fffd}😀");
    }

    #[test]
    fn odd_number_of_bytes() {
        let mut decoder = Utf16Decoder::new(ByteOrder::Little);
        decoder.push(b"{", &mut |_, _| Ok(())).unwrap();
        assert_eq!(decoder.finish().unwrap_err().code(), ErrorCode::BadEncoding);
    }
}
