//! One input file: unpacks it, converts it to UTF-8, and reads it, piece by piece.

use crate::error::{Error, ErrorCode};
use crate::inflate::{self, Gunzip};
use crate::json::{PADDING, Padded};
use crate::options::Options;
use crate::sniff::Format;
use crate::utf16::{ByteOrder, Utf16Decoder};
use crate::v8::{Heap, Limits, Reader};

/// So many bytes decide on container, encoding and format.
const START: usize = 16;

/// Reads one file.
pub(crate) struct File {
    container: Container,
    text: Text,
    bytes: u64,
    max_bytes: u64,
}

enum Container {
    /// The first bytes, as long as they are too few to know.
    Undecided(Vec<u8>),
    Plain,
    Gzip(Box<Gunzip>),
}

/// The text of a file.
struct Text {
    encoding: Encoding,
    reader: Reader,
    unpacked: bool,
    bytes: u64,
    max_bytes: u64,
}

enum Encoding {
    /// The first bytes, as long as they are too few to know.
    Undecided(Vec<u8>),
    Utf8,
    Utf16(Utf16Decoder),
}

impl File {
    pub fn new(options: &Options) -> Self {
        let limits = Limits { nodes: options.max_nodes, depth: options.max_depth };
        File::with_reader(Reader::new(limits), options)
    }

    /// A file that is read by the state machine alone.
    #[cfg(any(test, fuzzing))]
    pub fn without_compact(options: &Options) -> Self {
        let limits = Limits { nodes: options.max_nodes, depth: options.max_depth };
        File::with_reader(Reader::without_compact(limits), options)
    }

    fn with_reader(reader: Reader, options: &Options) -> Self {
        File {
            container: Container::Undecided(Vec::new()),
            text: Text {
                encoding: Encoding::Undecided(Vec::new()),
                reader,
                unpacked: false,
                bytes: 0,
                max_bytes: options.max_inflated_bytes,
            },
            bytes: 0,
            max_bytes: options.max_input_bytes,
        }
    }

    /// Reads the first `len` bytes of `buffer`, behind which there must be [`PADDING`] bytes of room.
    pub fn push(&mut self, buffer: &mut [u8], len: usize) -> Result<(), Error> {
        self.bytes += len as u64;
        if self.bytes > self.max_bytes {
            let message = format!("The file is larger than {} bytes, the limit", self.max_bytes);
            return Err(Error::new(ErrorCode::TooLarge, message));
        }
        let mut used = 0;
        if let Container::Undecided(start) = &mut self.container {
            used = len.min(inflate::MAGIC.len() - start.len());
            start.extend_from_slice(&buffer[..used]);
            if start.len() < inflate::MAGIC.len() {
                return Ok(());
            }
            self.decide_container()?;
        }
        self.push_rest(&mut buffer[used..], len - used)
    }

    fn decide_container(&mut self) -> Result<(), Error> {
        if let Container::Undecided(start) = &self.container {
            let len = start.len();
            let mut start = with_room(start);
            let is_gzip = start.starts_with(&inflate::MAGIC);
            self.container = if is_gzip { Container::Gzip(Box::new(Gunzip::new())) } else { Container::Plain };
            self.text.unpacked = is_gzip;
            self.push_rest(&mut start, len)?;
        }
        Ok(())
    }

    fn push_rest(&mut self, buffer: &mut [u8], len: usize) -> Result<(), Error> {
        let text = &mut self.text;
        match &mut self.container {
            Container::Gzip(gunzip) => {
                gunzip.push(&buffer[..len], &mut |unpacked, unpacked_len| text.push(unpacked, unpacked_len))
            }
            _ => text.push(buffer, len),
        }
    }

    /// Whether enough was read to be sure that this is a heap profile.
    pub fn is_evident(&self) -> bool {
        self.text.reader.is_evident()
    }

    /// Whether a part of one was read that leaves little doubt.
    pub fn is_likely(&self) -> bool {
        self.text.reader.is_likely()
    }

    /// Whether the outermost JSON object has begun.
    pub fn is_inside(&self) -> bool {
        self.text.reader.is_inside()
    }

    /// The number of bytes of text so far, after unpacking.
    pub fn text_bytes(&self) -> u64 {
        self.text.bytes
    }

    /// The heap profile, now that all bytes are read.
    pub fn finish(mut self) -> Result<Heap, Error> {
        self.decide_container()?;
        if let Container::Gzip(gunzip) = &self.container
            && let Err(cut_off) = gunzip.finish()
        {
            // How far the text came says more, unless the text is something else.
            return Err(match self.text.finish() {
                Err(error) if error.code() != ErrorCode::Empty => error,
                _ => cut_off,
            });
        }
        self.text.finish()
    }
}

/// A copy with room for the padding behind it.
fn with_room(bytes: &[u8]) -> Vec<u8> {
    let mut copy = bytes.to_vec();
    copy.resize(bytes.len() + PADDING, 0);
    copy
}

impl Text {
    fn push(&mut self, buffer: &mut [u8], len: usize) -> Result<(), Error> {
        self.bytes += len as u64;
        if self.unpacked && self.bytes > self.max_bytes {
            let message = format!("The file unpacks to more than {} bytes, the limit", self.max_bytes);
            return Err(Error::new(ErrorCode::TooLarge, message));
        }
        let mut used = 0;
        if let Encoding::Undecided(start) = &mut self.encoding {
            used = len.min(START - start.len());
            start.extend_from_slice(&buffer[..used]);
            if start.len() < START {
                return Ok(());
            }
            self.decide_encoding()?;
        }
        self.push_rest(&mut buffer[used..], len - used)
    }

    fn decide_encoding(&mut self) -> Result<(), Error> {
        let Encoding::Undecided(start) = &self.encoding else { return Ok(()) };
        let start = start.clone();
        let (encoding, mark) = match start.as_slice() {
            [0xff, 0xfe, 0, 0, ..] | [0, 0, 0xfe, 0xff, ..] => {
                let message = "The file is UTF-32. Save it as UTF-8";
                return Err(Error::new(ErrorCode::BadEncoding, message).at(0));
            }
            [0xef, 0xbb, 0xbf, ..] => (Encoding::Utf8, 3),
            [0xff, 0xfe, ..] => (Encoding::Utf16(Utf16Decoder::new(ByteOrder::Little)), 2),
            [0xfe, 0xff, ..] => (Encoding::Utf16(Utf16Decoder::new(ByteOrder::Big)), 2),
            [b'{', 0, ..] => (Encoding::Utf16(Utf16Decoder::new(ByteOrder::Little)), 0),
            [0, b'{', ..] => (Encoding::Utf16(Utf16Decoder::new(ByteOrder::Big)), 0),
            _ => (Encoding::Utf8, 0),
        };
        if let (Encoding::Utf8, Some(format)) = (&encoding, Format::of_first_bytes(&start[mark..], self.unpacked)) {
            let message = format!("This isn't a V8 sampling heap profile. It is {format}");
            return Err(Error::new(ErrorCode::NotAHeapProfile, message).at(0));
        }
        if let Encoding::Utf8 = encoding {
            self.reader.skip_bytes(mark as u64);
        }
        self.encoding = encoding;
        let mut rest = with_room(&start[mark..]);
        self.push_rest(&mut rest, start.len() - mark)
    }

    fn push_rest(&mut self, buffer: &mut [u8], len: usize) -> Result<(), Error> {
        let reader = &mut self.reader;
        match &mut self.encoding {
            Encoding::Utf16(decoder) => decoder.push(&buffer[..len], &mut |converted, converted_len| {
                reader.read(Padded::new(converted, converted_len))
            }),
            _ => reader.read(Padded::new(buffer, len)),
        }
    }

    fn finish(mut self) -> Result<Heap, Error> {
        self.decide_encoding()?;
        if let Encoding::Utf16(decoder) = &self.encoding {
            decoder.finish()?;
        }
        self.reader.finish()
    }
}
