//! Strings, resumable. Escapes are decoded, lone surrogates become U+FFFD; whether the rest is valid UTF-8 is for the
//! receiver to check, once per distinct string.

use super::{Padded, Progress, SyntaxError};

/// The contents of a string, without the quotation marks.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Text {
    /// It lies in the chunk, in this range, and needed no decoding.
    InChunk(usize, usize),
    /// It was decoded: see [`StringDecoder::decoded`].
    Decoded,
}

#[derive(Clone, Copy, Debug)]
enum State {
    Plain,
    Escape,
    /// `\u` and this many digits, with their value.
    Unicode(u8, u16),
}

/// Reads strings, one after the other.
#[derive(Debug)]
pub(crate) struct StringDecoder {
    state: State,
    /// Nothing was put into `decoded` yet: the string may still be a plain part of one chunk.
    untouched: bool,
    /// A high surrogate that waits for its partner.
    high_surrogate: Option<u16>,
    decoded: Vec<u8>,
    /// Whether the contents are wanted, or just the end.
    keep: bool,
}

impl StringDecoder {
    pub fn new() -> Self {
        StringDecoder { state: State::Plain, untouched: true, high_surrogate: None, decoded: Vec::new(), keep: true }
    }

    /// Begins a string, behind its opening quotation mark. Without `keep` it is checked, but not stored.
    pub fn begin(&mut self, keep: bool) {
        self.state = State::Plain;
        self.untouched = true;
        self.high_surrogate = None;
        self.decoded.clear();
        self.keep = keep;
    }

    /// The contents of the last string, if it had to be decoded.
    pub fn decoded(&self) -> &[u8] {
        &self.decoded
    }

    /// Reads on; done behind the closing quotation mark.
    #[inline]
    pub fn feed(&mut self, chunk: Padded, mut position: usize) -> Result<Progress<Text>, SyntaxError> {
        loop {
            if position >= chunk.len() {
                self.untouched = false;
                return Ok(Progress::NeedsMore);
            }
            match self.state {
                State::Plain => {
                    // SAFETY: position is less than the length.
                    let end = unsafe { chunk.find_string_end(position) };
                    let closed = end < chunk.len() && chunk.byte(end) == b'"';
                    if closed && self.untouched {
                        return Ok(Progress::Done(Text::InChunk(position, end), end + 1));
                    }
                    if end > position {
                        self.put(chunk.slice(position, end));
                    }
                    position = end;
                    if closed {
                        self.flush_surrogate();
                        return Ok(Progress::Done(Text::Decoded, position + 1));
                    }
                    if position < chunk.len() {
                        if chunk.byte(position) != b'\\' {
                            return Err(SyntaxError { position, expected: "no control character in a string" });
                        }
                        self.untouched = false;
                        self.state = State::Escape;
                        position += 1;
                    }
                }
                State::Escape => {
                    let escaped: u8 = match chunk.byte(position) {
                        byte @ (b'"' | b'\\' | b'/') => byte,
                        b'b' => 0x08,
                        b'f' => 0x0c,
                        b'n' => b'\n',
                        b'r' => b'\r',
                        b't' => b'\t',
                        b'u' => {
                            self.state = State::Unicode(0, 0);
                            position += 1;
                            continue;
                        }
                        _ => return Err(SyntaxError { position, expected: "an escape character" }),
                    };
                    self.put(&[escaped]);
                    self.state = State::Plain;
                    position += 1;
                }
                State::Unicode(count, value) => {
                    let digit = match (chunk.byte(position) as char).to_digit(16) {
                        Some(digit) => digit as u16,
                        None => return Err(SyntaxError { position, expected: "four hexadecimal digits" }),
                    };
                    let value = value << 4 | digit;
                    self.state = if count < 3 { State::Unicode(count + 1, value) } else { State::Plain };
                    if count == 3 {
                        self.put_unit(value);
                    }
                    position += 1;
                }
            }
        }
    }

    fn put(&mut self, bytes: &[u8]) {
        self.flush_surrogate();
        self.untouched = false;
        if self.keep {
            self.decoded.extend_from_slice(bytes);
        }
    }

    /// Adds a UTF-16 code unit that was written as `\uXXXX`.
    fn put_unit(&mut self, unit: u16) {
        if let (Some(high), 0xDC00..=0xDFFF) = (self.high_surrogate, unit) {
            self.high_surrogate = None;
            let scalar = 0x10000 + ((high as u32 - 0xD800) << 10) + (unit as u32 - 0xDC00);
            self.put_char(char::from_u32(scalar).unwrap_or(char::REPLACEMENT_CHARACTER));
        } else if (0xD800..=0xDBFF).contains(&unit) {
            self.flush_surrogate();
            self.high_surrogate = Some(unit);
        } else {
            // Only a lone low surrogate isn't a character here.
            self.put_char(char::from_u32(unit as u32).unwrap_or(char::REPLACEMENT_CHARACTER));
        }
    }

    fn put_char(&mut self, character: char) {
        self.put(character.encode_utf8(&mut [0; 4]).as_bytes());
    }

    fn flush_surrogate(&mut self) {
        if self.high_surrogate.take().is_some() {
            self.put_char(char::REPLACEMENT_CHARACTER);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::PADDING;
    use super::*;

    /// Decodes the string literal `text` (with its closing quotation mark), cut after each of its bytes in turn.
    fn decode(text: &str) -> Option<String> {
        let results: Vec<_> = (0..=text.len()).map(|cut| decode_cut(text.as_bytes(), cut)).collect();
        assert!(results.iter().all(|result| *result == results[0]), "{text}: {results:?}");
        results[0].clone()
    }

    fn decode_cut(text: &[u8], cut: usize) -> Option<String> {
        let mut decoder = StringDecoder::new();
        decoder.begin(true);
        for part in [&text[..cut], &text[cut..]] {
            let mut buffer = [part, &[0; PADDING]].concat();
            let chunk = Padded::new(&mut buffer, part.len());
            match decoder.feed(chunk, 0) {
                Ok(Progress::Done(text, position)) => {
                    assert_eq!(position, part.len());
                    let bytes = match text {
                        Text::InChunk(start, end) => chunk.slice(start, end),
                        Text::Decoded => decoder.decoded(),
                    };
                    return Some(String::from_utf8(bytes.to_vec()).unwrap());
                }
                Ok(Progress::NeedsMore) => {}
                Err(_) => return None,
            }
        }
        None
    }

    #[test]
    fn escapes() {
        for (text, value) in [
            (r#"""#, ""),
            (r#"plain""#, "plain"),
            (r#"größe 😀""#, "größe 😀"),
            (r#"\"\\\/\b\f\n\r\t""#, "\"\\/\u{8}\u{c}\n\r\t"),
            (r#"a\u0041b\u00e9\u20AC""#, "aAbé€"),
            (r#"\ud83d\ude00""#, "😀"),
            (r#"\ud83d""#, "\u{fffd}"),
            (r#"\ude00x""#, "\u{fffd}x"),
            (r#"\ud83dx\ude00""#, "\u{fffd}x\u{fffd}"),
            (r#"\ud83d\ud83d\ude00""#, "\u{fffd}😀"),
            (r#"\ud83d\n""#, "\u{fffd}\n"),
            (r#"\u0000""#, "\0"),
        ] {
            assert_eq!(decode(text).as_deref(), Some(value), "{text}");
        }
    }

    #[test]
    fn broken_strings() {
        for text in [r#"\x""#, r#"\u12g4""#, "a\nb\"", "\t\"", r#"\u12""#, "open", r#"\""#] {
            assert_eq!(decode(text), None, "{text}");
        }
    }
}
