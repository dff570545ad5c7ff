//! Skips a value of any kind, checking its grammar, resumable and without recursion.

use super::{Literal, NumberDecoder, Padded, Progress, StringDecoder, SyntaxError, is_space};

#[derive(Debug)]
enum State {
    Value,
    /// A value or, directly behind `[`, the end of the array.
    ValueOrEnd,
    Key,
    /// A key or, directly behind `{`, the end of the object.
    KeyOrEnd,
    Colon,
    /// Behind a value inside a container.
    CommaOrEnd,
    InKey,
    InString,
    InNumber(NumberDecoder),
    InLiteral(Literal),
}

/// Skips one value.
#[derive(Debug)]
pub(crate) struct Skipper {
    state: State,
    /// The open containers, innermost last, one bit each: set for an object.
    containers: BitStack,
}

impl Skipper {
    pub fn new() -> Self {
        Skipper { state: State::Value, containers: BitStack::default() }
    }

    /// Reads on, beginning at the value's first byte or white space before it. `strings` is borrowed to check strings.
    pub fn feed(
        &mut self,
        strings: &mut StringDecoder,
        chunk: Padded,
        mut position: usize,
    ) -> Result<Progress<()>, SyntaxError> {
        while position < chunk.len() {
            let byte = chunk.byte(position);
            let inside =
                matches!(self.state, State::InKey | State::InString | State::InNumber(_) | State::InLiteral(_));
            if !inside && is_space(byte) {
                position += 1;
                continue;
            }
            match &mut self.state {
                State::InKey | State::InString => match strings.feed(chunk, position)? {
                    Progress::NeedsMore => return Ok(Progress::NeedsMore),
                    Progress::Done(_, end) => {
                        position = end;
                        let was_key = matches!(self.state, State::InKey);
                        self.state = if was_key { State::Colon } else { State::CommaOrEnd };
                    }
                },
                State::InNumber(number) => match number.feed(chunk, position)? {
                    Progress::NeedsMore => return Ok(Progress::NeedsMore),
                    Progress::Done(_, end) => {
                        position = end;
                        self.state = State::CommaOrEnd;
                    }
                },
                State::InLiteral(literal) => match literal.feed(chunk, position)? {
                    Progress::NeedsMore => return Ok(Progress::NeedsMore),
                    Progress::Done(_, end) => {
                        position = end;
                        self.state = State::CommaOrEnd;
                    }
                },
                State::ValueOrEnd if byte == b']' => {
                    position += 1;
                    self.close();
                }
                State::Value | State::ValueOrEnd => match byte {
                    b'{' => {
                        self.containers.push(true);
                        self.state = State::KeyOrEnd;
                        position += 1;
                    }
                    b'[' => {
                        self.containers.push(false);
                        self.state = State::ValueOrEnd;
                        position += 1;
                    }
                    b'"' => {
                        strings.begin(false);
                        self.state = State::InString;
                        position += 1;
                    }
                    b'-' | b'0'..=b'9' => self.state = State::InNumber(NumberDecoder::new()),
                    _ => match Literal::starting_with(byte) {
                        Some(literal) => self.state = State::InLiteral(literal),
                        None => return Err(SyntaxError { position, expected: "a value" }),
                    },
                },
                State::Key | State::KeyOrEnd if byte == b'"' => {
                    strings.begin(false);
                    self.state = State::InKey;
                    position += 1;
                }
                State::KeyOrEnd if byte == b'}' => {
                    position += 1;
                    self.close();
                }
                State::Key | State::KeyOrEnd => return Err(SyntaxError { position, expected: "a key" }),
                State::Colon if byte == b':' => {
                    self.state = State::Value;
                    position += 1;
                }
                State::Colon => return Err(SyntaxError { position, expected: "a colon" }),
                State::CommaOrEnd => {
                    // Only reached inside a container: the end of the outermost value returns below.
                    match (self.containers.top(), byte) {
                        (Some(true), b',') => self.state = State::Key,
                        (Some(false), b',') => self.state = State::Value,
                        (Some(true), b'}') | (Some(false), b']') => self.close(),
                        (Some(true), _) => return Err(SyntaxError { position, expected: "a comma or }" }),
                        (_, _) => return Err(SyntaxError { position, expected: "a comma or ]" }),
                    }
                    position += 1;
                }
            }
            if matches!(self.state, State::CommaOrEnd) && self.containers.top().is_none() {
                return Ok(Progress::Done((), position));
            }
        }
        Ok(Progress::NeedsMore)
    }

    fn close(&mut self) {
        self.containers.pop();
        self.state = State::CommaOrEnd;
    }
}

/// A stack of bits, so that a million nested levels take 125 KB.
#[derive(Debug, Default)]
struct BitStack {
    words: Vec<u64>,
    len: usize,
}

impl BitStack {
    fn push(&mut self, bit: bool) {
        if self.len / 64 == self.words.len() {
            self.words.push(0);
        }
        let word = &mut self.words[self.len / 64];
        let mask = 1 << (self.len % 64);
        *word = if bit { *word | mask } else { *word & !mask };
        self.len += 1;
    }

    fn pop(&mut self) {
        self.len = self.len.saturating_sub(1);
    }

    fn top(&self) -> Option<bool> {
        let last = self.len.checked_sub(1)?;
        Some(self.words[last / 64] >> (last % 64) & 1 == 1)
    }
}

#[cfg(test)]
mod tests {
    use super::super::PADDING;
    use super::*;

    /// The length of the value at the start of `text`, cut after each of its bytes in turn.
    fn skip(text: &str) -> Option<usize> {
        let results: Vec<_> = (0..=text.len()).map(|cut| skip_cut(text.as_bytes(), cut)).collect();
        assert!(results.iter().all(|result| *result == results[0]), "{text}: {results:?}");
        results[0]
    }

    fn skip_cut(text: &[u8], cut: usize) -> Option<usize> {
        let mut skipper = Skipper::new();
        let mut strings = StringDecoder::new();
        for (part, start) in [(&text[..cut], 0), (&text[cut..], cut)] {
            let mut buffer = [part, &[0; PADDING]].concat();
            match skipper.feed(&mut strings, Padded::new(&mut buffer, part.len()), 0) {
                Ok(Progress::Done((), position)) => return Some(start + position),
                Ok(Progress::NeedsMore) => {}
                Err(_) => return None,
            }
        }
        None
    }

    #[test]
    fn values() {
        for text in [
            "{}",
            "[]",
            r#""a\"b""#,
            "true",
            r#"{"a":[1,{"b":null},[[]],"x",-1.5e3,false],"c":{}}"#,
            " [ 1 , 2 ] ".trim_end(),
            r#"{"]":"}","[":"{"}"#,
        ] {
            assert_eq!(skip(&format!("{text},")), Some(text.len()), "{text}");
        }
        assert_eq!(skip("12,"), Some(2));
    }

    #[test]
    fn broken_values() {
        for text in ["[1,,2]", "[1 2]", "{1:2}", "{\"a\" 1}", "[}", "{\"a\":1,}", "[1,]", "tru ", "}", "{\"a\":]", "[["]
        {
            assert_eq!(skip(text), None, "{text}");
        }
    }

    #[test]
    fn deep_nesting() {
        let text = "[".repeat(1_000_000) + &"]".repeat(1_000_000);
        assert_eq!(skip_cut(text.as_bytes(), 70), Some(2_000_000));
    }
}
