//! gzip, streaming: members one after the other, checksums, and zero bytes behind the last (RFC 1952). The inflating
//! itself is miniz_oxide's.

use crate::error::{Error, ErrorCode};
use crate::json::{PADDING, Sink};
use miniz_oxide::inflate::TINFLStatus;
use miniz_oxide::inflate::core::inflate_flags::{TINFL_FLAG_HAS_MORE_INPUT, TINFL_FLAG_USING_NON_WRAPPING_OUTPUT_BUF};
use miniz_oxide::inflate::core::{DecompressorOxide, decompress};

/// The two bytes that every gzip member begins with.
pub(crate) const MAGIC: [u8; 2] = [0x1f, 0x8b];

/// How far back deflate may refer.
const HISTORY: usize = 32 * 1024;

/// How many new bytes are passed on at once, at most.
const FRESH: usize = 224 * 1024;

const WINDOW: usize = HISTORY + FRESH;

#[derive(Clone, Copy, Debug, PartialEq)]
enum State {
    /// This many of the ten fixed header bytes were read.
    Header(u8),
    /// The low and the high byte of the extra field's length.
    ExtraLow,
    ExtraHigh(u8),
    Extra(u16),
    Name,
    Comment,
    HeaderChecksum(u8),
    Body,
    Trailer(u8),
    /// Behind a member: another one, zero bytes, or nothing.
    Between,
    Zeros,
}

const HAS_HEADER_CHECKSUM: u8 = 2;
const HAS_EXTRA: u8 = 4;
const HAS_NAME: u8 = 8;
const HAS_COMMENT: u8 = 16;

/// Unpacks a gzip file piece by piece.
pub(crate) struct Gunzip {
    state: State,
    /// The header's flags, cleared as their fields are done with.
    flags: u8,
    trailer: [u8; 8],
    inflater: Box<DecompressorOxide>,
    window: Vec<u8>,
    /// Where the next inflated byte goes, and the first that wasn't passed on yet.
    filled: usize,
    passed_on: usize,
    checksum: Crc32,
    member_len: u32,
    offset: u64,
}

impl Gunzip {
    pub fn new() -> Self {
        Gunzip {
            state: State::Header(0),
            flags: 0,
            trailer: [0; 8],
            inflater: Box::default(),
            window: vec![0; WINDOW + PADDING],
            filled: 0,
            passed_on: 0,
            checksum: Crc32::new(),
            member_len: 0,
            offset: 0,
        }
    }

    /// Unpacks the next compressed bytes. `sink` gets the text in pieces: a buffer and the length of the text in it,
    /// with [`PADDING`] bytes of room behind that.
    pub fn push(&mut self, mut input: &[u8], sink: &mut Sink) -> Result<(), Error> {
        while let Some(&byte) = input.first() {
            if self.state == State::Body {
                let consumed = self.inflate(input, sink)?;
                input = &input[consumed..];
                self.offset += consumed as u64;
            } else {
                if let Err(error) = self.frame_byte(byte) {
                    self.pass_on(sink)?;
                    return Err(error);
                }
                input = &input[1..];
                self.offset += 1;
            }
        }
        self.pass_on(sink)
    }

    /// Checks that the file didn't end inside of a member.
    pub fn finish(&self) -> Result<(), Error> {
        match self.state {
            State::Between | State::Zeros => Ok(()),
            _ => Err(Error::new(ErrorCode::Truncated, "The gzip data is cut off").at(self.offset)),
        }
    }

    /// A byte outside of the compressed data.
    fn frame_byte(&mut self, byte: u8) -> Result<(), Error> {
        self.state = match self.state {
            State::Header(count) => {
                match count {
                    0 if byte != MAGIC[0] => return Err(self.error("There is something else behind the gzip data")),
                    1 if byte != MAGIC[1] => return Err(self.error("There is something else behind the gzip data")),
                    2 if byte != 8 => return Err(self.error("The gzip data is damaged")),
                    3 => self.flags = byte,
                    _ => {}
                }
                if count < 9 { State::Header(count + 1) } else { self.next_header_field() }
            }
            State::ExtraLow => State::ExtraHigh(byte),
            State::ExtraHigh(low) => match u16::from_le_bytes([low, byte]) {
                0 => self.next_header_field(),
                len => State::Extra(len),
            },
            State::Extra(1) => self.next_header_field(),
            State::Extra(len) => State::Extra(len - 1),
            State::Name | State::Comment if byte != 0 => self.state,
            State::Name | State::Comment | State::HeaderChecksum(1) => self.next_header_field(),
            State::HeaderChecksum(count) => State::HeaderChecksum(count + 1),
            State::Trailer(count) => {
                self.trailer[count as usize] = byte;
                if count < 7 { State::Trailer(count + 1) } else { self.check_trailer()? }
            }
            State::Between if byte == MAGIC[0] => State::Header(1),
            State::Between | State::Zeros if byte == 0 => State::Zeros,
            State::Between | State::Zeros => return Err(self.error("There is something else behind the gzip data")),
            State::Body => State::Body,
        };
        Ok(())
    }

    fn next_header_field(&mut self) -> State {
        for (flag, state) in [
            (HAS_EXTRA, State::ExtraLow),
            (HAS_NAME, State::Name),
            (HAS_COMMENT, State::Comment),
            (HAS_HEADER_CHECKSUM, State::HeaderChecksum(0)),
        ] {
            if self.flags & flag != 0 {
                self.flags &= !flag;
                return state;
            }
        }
        self.inflater.init();
        self.checksum.reset();
        self.member_len = 0;
        State::Body
    }

    fn check_trailer(&mut self) -> Result<State, Error> {
        let [a, b, c, d, e, f, g, h] = self.trailer;
        let checksum = u32::from_le_bytes([a, b, c, d]);
        let len = u32::from_le_bytes([e, f, g, h]);
        if checksum != self.checksum.value() || len != self.member_len {
            return Err(self.error("The gzip data is damaged: its checksum or length is wrong"));
        }
        Ok(State::Between)
    }

    /// Inflates some of `input` and returns how much of it was used.
    fn inflate(&mut self, input: &[u8], sink: &mut Sink) -> Result<usize, Error> {
        if self.filled == WINDOW {
            self.pass_on(sink)?;
            self.window.copy_within(WINDOW - HISTORY..WINDOW, 0);
            self.filled = HISTORY;
            self.passed_on = HISTORY;
        }
        let flags = TINFL_FLAG_HAS_MORE_INPUT | TINFL_FLAG_USING_NON_WRAPPING_OUTPUT_BUF;
        let (status, consumed, produced) =
            decompress(&mut self.inflater, input, &mut self.window[..WINDOW], self.filled, flags);
        self.checksum.add(&self.window[self.filled..self.filled + produced]);
        self.member_len = self.member_len.wrapping_add(produced as u32);
        self.filled += produced;
        match status {
            TINFLStatus::Done => self.state = State::Trailer(0),
            TINFLStatus::NeedsMoreInput | TINFLStatus::HasMoreOutput => {}
            _ => {
                // An error in what came before is the first one, however the file was cut into pieces.
                self.offset += consumed as u64;
                self.pass_on(sink)?;
                return Err(self.error("The gzip data is damaged"));
            }
        }
        Ok(consumed)
    }

    fn pass_on(&mut self, sink: &mut Sink) -> Result<(), Error> {
        let len = self.filled - self.passed_on;
        if len > 0 {
            sink(&mut self.window[self.passed_on..self.filled + PADDING], len)?;
            self.passed_on = self.filled;
        }
        Ok(())
    }

    fn error(&self, message: &str) -> Error {
        Error::new(ErrorCode::BadGzip, message).at(self.offset)
    }
}

/// The checksum of gzip, eight bytes at a time.
struct Crc32 {
    value: u32,
    /// `tables[k][b]` is the checksum's change by byte `b` with `k` zero bytes behind it.
    tables: Box<[[u32; 256]; 8]>,
}

impl Crc32 {
    fn new() -> Self {
        let mut tables = Box::new([[0u32; 256]; 8]);
        for byte in 0..256 {
            let mut value = byte as u32;
            for _ in 0..8 {
                value = if value & 1 == 1 { value >> 1 ^ 0xedb8_8320 } else { value >> 1 };
            }
            tables[0][byte] = value;
        }
        for byte in 0..256 {
            for k in 1..8 {
                let before = tables[k - 1][byte];
                tables[k][byte] = before >> 8 ^ tables[0][(before & 0xff) as usize];
            }
        }
        Crc32 { value: !0, tables }
    }

    fn reset(&mut self) {
        self.value = !0;
    }

    fn value(&self) -> u32 {
        !self.value
    }

    fn add(&mut self, bytes: &[u8]) {
        let tables = &self.tables;
        let mut value = self.value;
        let mut rest = bytes;
        while let Some((block, tail)) = rest.split_first_chunk::<8>() {
            let word = u64::from_le_bytes(*block) ^ value as u64;
            let byte = |k: u32| (word >> (8 * k)) as usize & 0xff;
            value = tables[7][byte(0)]
                ^ tables[6][byte(1)]
                ^ tables[5][byte(2)]
                ^ tables[4][byte(3)]
                ^ tables[3][byte(4)]
                ^ tables[2][byte(5)]
                ^ tables[1][byte(6)]
                ^ tables[0][byte(7)];
            rest = tail;
        }
        for &byte in rest {
            value = value >> 8 ^ tables[0][(value as u8 ^ byte) as usize];
        }
        self.value = value;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use miniz_oxide::deflate::compress_to_vec;

    fn crc(bytes: &[u8]) -> u32 {
        let mut crc = Crc32::new();
        crc.add(bytes);
        crc.value()
    }

    fn member(text: &[u8], flags: u8, extra: &[u8]) -> Vec<u8> {
        let header = [0x1f, 0x8b, 8, flags, 0, 0, 0, 0, 0, 255];
        let trailer = [crc(text).to_le_bytes(), (text.len() as u32).to_le_bytes()].concat();
        [&header, extra, &compress_to_vec(text, 6), &trailer].concat()
    }

    fn gunzip(bytes: &[u8], piece: usize) -> Result<Vec<u8>, Error> {
        let mut gunzip = Gunzip::new();
        let mut text = Vec::new();
        for part in bytes.chunks(piece) {
            gunzip.push(part, &mut |buffer, len| {
                text.extend_from_slice(&buffer[..len]);
                Ok(())
            })?;
        }
        gunzip.finish()?;
        Ok(text)
    }

    #[test]
    fn checksum() {
        assert_eq!(crc(b"123456789"), 0xcbf4_3926);
    }

    #[test]
    fn every_header_field_and_several_members() {
        let all = HAS_EXTRA | HAS_NAME | HAS_COMMENT | HAS_HEADER_CHECKSUM;
        let first = member(b"first, ", all, b"\x03\0abcname\0comment\0\x12\x34");
        let file = [&first[..], &member(b"", 0, b""), &member(b"second", 4, b"\0\0"), &[0; 100]].concat();
        for piece in [1, 2, 7, 1000] {
            assert_eq!(gunzip(&file, piece).unwrap(), b"first, second");
        }
    }

    #[test]
    fn long_texts_pass_through_the_window() {
        let text: Vec<u8> = (0..3_000_000u32).map(|i| (i.wrapping_mul(i) >> 7) as u8 & 15).collect();
        for piece in [1000, 1 << 20] {
            assert_eq!(gunzip(&member(&text, 0, b""), piece).unwrap(), text);
        }
    }

    #[test]
    fn damage_is_found() {
        let file = member(b"some text that is long enough", 0, b"");
        for len in 0..file.len() {
            assert_eq!(gunzip(&file[..len], 5).unwrap_err().code(), ErrorCode::Truncated, "cut at {len}");
        }
        for position in (file.len() - 8)..file.len() {
            let mut damaged = file.clone();
            damaged[position] ^= 1;
            assert_eq!(gunzip(&damaged, 5).unwrap_err().code(), ErrorCode::BadGzip, "bit at {position}");
        }
        assert!(gunzip(&[&file[..], b"x"].concat(), 5).is_err());
        assert!(gunzip(&[&file[..], b"\0x"].concat(), 5).is_err());
        assert!(gunzip(&[&file[..], b"\x1fx"].concat(), 5).is_err());
    }

    #[test]
    fn what_comes_before_damage_is_passed_on() {
        let text: Vec<u8> = (0..20_000u32).map(|i| (i.wrapping_mul(i) >> 7) as u8 & 15).collect();
        let file = member(&text, 0, b"");
        let mut damaged = file.clone();
        damaged[file.len() / 2] ^= 0xff;
        let mut wrong_checksum = file.clone();
        wrong_checksum[file.len() - 5] ^= 1;
        for file in [damaged, wrong_checksum, [&file[..], b"x"].concat()] {
            let run = |piece: usize| {
                let mut gunzip = Gunzip::new();
                let mut passed_on = 0;
                let mut sink = |_: &mut [u8], len: usize| {
                    passed_on += len;
                    Ok(())
                };
                let error = file.chunks(piece).find_map(|part| gunzip.push(part, &mut sink).err());
                (passed_on, error.unwrap())
            };
            let (passed_on, error) = run(usize::MAX);
            assert_eq!(error.code(), ErrorCode::BadGzip);
            assert!(passed_on > text.len() / 4, "{passed_on}");
            for piece in [1, 3, 100] {
                assert_eq!(run(piece), (passed_on, error.clone()));
            }
        }
    }
}
