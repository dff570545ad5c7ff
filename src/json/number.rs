//! Numbers, resumable and exact: what matters here is whether a number is whole, and which whole number it is, however
//! it is written (`48`, `48.0`, `4.8e1`).

use super::{Padded, Progress, SyntaxError};

/// The largest whole number that is exact in JavaScript with all its neighbours below, 2^53.
const MAX_EXACT: u64 = 1 << 53;

/// A number as it was written.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Number {
    /// A whole number from -2^53 to 2^53.
    Whole(i64),
    /// A number with a fraction.
    Fractional,
    /// Beyond ±2^53.
    Huge,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum State {
    Start,
    Minus,
    Zero,
    Integer,
    Point,
    Fraction,
    Exponent,
    ExponentSign,
    ExponentDigits,
}

/// Reads one number. The value is `digits · 10^(trailing_zeros - fraction_digits ± exponent)`, where `digits` never
/// ends in a zero; so the sign of the power of ten tells whether the number is whole.
#[derive(Debug)]
pub(crate) struct NumberDecoder {
    state: State,
    negative: bool,
    digits: u64,
    /// More significant digits than fit into `digits`.
    overflow: bool,
    trailing_zeros: u32,
    fraction_digits: u32,
    exponent: u32,
    exponent_negative: bool,
}

impl NumberDecoder {
    pub fn new() -> Self {
        NumberDecoder {
            state: State::Start,
            negative: false,
            digits: 0,
            overflow: false,
            trailing_zeros: 0,
            fraction_digits: 0,
            exponent: 0,
            exponent_negative: false,
        }
    }

    /// Reads on. Done at the first byte that can't belong to the number; that byte isn't consumed.
    pub fn feed(&mut self, chunk: Padded, mut position: usize) -> Result<Progress<Number>, SyntaxError> {
        while position < chunk.len() {
            let byte = chunk.byte(position);
            self.state = match (self.state, byte) {
                (State::Start, b'-') => {
                    self.negative = true;
                    State::Minus
                }
                (State::Start | State::Minus, b'0') => State::Zero,
                (State::Start | State::Minus | State::Integer, b'0'..=b'9') => {
                    self.digit(byte);
                    State::Integer
                }
                (State::Zero | State::Integer, b'.') => State::Point,
                (State::Point | State::Fraction, b'0'..=b'9') => {
                    self.digit(byte);
                    self.fraction_digits = self.fraction_digits.saturating_add(1);
                    State::Fraction
                }
                (State::Zero | State::Integer | State::Fraction, b'e' | b'E') => State::Exponent,
                (State::Exponent, b'+') => State::ExponentSign,
                (State::Exponent, b'-') => {
                    self.exponent_negative = true;
                    State::ExponentSign
                }
                (State::Exponent | State::ExponentSign | State::ExponentDigits, b'0'..=b'9') => {
                    self.exponent = self.exponent.saturating_mul(10).saturating_add((byte - b'0') as u32);
                    State::ExponentDigits
                }
                (State::Zero | State::Integer | State::Fraction | State::ExponentDigits, _) => {
                    return Ok(Progress::Done(self.value(), position));
                }
                _ => return Err(SyntaxError { position, expected: "a digit" }),
            };
            position += 1;
        }
        Ok(Progress::NeedsMore)
    }

    fn digit(&mut self, byte: u8) {
        if byte == b'0' {
            self.trailing_zeros = self.trailing_zeros.saturating_add(1);
            return;
        }
        let appended = match self.digits {
            0 => Some(0),
            digits => {
                10u64.checked_pow(self.trailing_zeros.saturating_add(1)).and_then(|power| digits.checked_mul(power))
            }
        };
        self.trailing_zeros = 0;
        match appended.and_then(|digits| digits.checked_add((byte - b'0') as u64)) {
            Some(digits) => self.digits = digits,
            None => self.overflow = true,
        }
    }

    fn value(&self) -> Number {
        if self.digits == 0 {
            return Number::Whole(0);
        }
        let exponent = if self.exponent_negative { -(self.exponent as i64) } else { self.exponent as i64 };
        let power = self.trailing_zeros as i64 - self.fraction_digits as i64 + exponent;
        if power < 0 {
            return Number::Fractional;
        }
        let whole = u32::try_from(power)
            .ok()
            .and_then(|power| 10u64.checked_pow(power))
            .and_then(|power| self.digits.checked_mul(power))
            .filter(|&whole| whole <= MAX_EXACT && !self.overflow);
        match whole {
            Some(whole) if self.negative => Number::Whole(-(whole as i64)),
            Some(whole) => Number::Whole(whole as i64),
            None => Number::Huge,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::PADDING;
    use super::*;

    /// Decodes `text`, cut after each of its bytes in turn; all cuts must agree.
    fn decode(text: &str) -> Option<Number> {
        let results: Vec<_> = (0..=text.len()).map(|cut| decode_cut(text, cut)).collect();
        assert!(results.iter().all(|result| *result == results[0]), "{text}: {results:?}");
        results[0]
    }

    fn decode_cut(text: &str, cut: usize) -> Option<Number> {
        let mut decoder = NumberDecoder::new();
        for part in [&text[..cut], &text[cut..], " "] {
            let mut buffer = [part.as_bytes(), &[0; PADDING]].concat();
            match decoder.feed(Padded::new(&mut buffer, part.len()), 0) {
                Ok(Progress::Done(number, position)) => return (position == 0 && part == " ").then_some(number),
                Ok(Progress::NeedsMore) => {}
                Err(_) => return None,
            }
        }
        None
    }

    #[test]
    fn whole_numbers_in_every_form() {
        for (text, value) in [
            ("0", 0),
            ("-0", 0),
            ("48", 48),
            ("48.0", 48),
            ("48.000000000000000000000000000000", 48),
            ("4.8e1", 48),
            ("480e-1", 48),
            ("4800000000000000000000000000000000000e-35", 48),
            ("0.0000000000000000000000000000048e31", 48),
            ("1e3", 1000),
            ("1E+3", 1000),
            ("1.23457e+06", 1_234_570),
            ("0e999999999999999999999", 0),
            ("-12", -12),
            ("4294967296", 4_294_967_296),
            ("9007199254740992", 9_007_199_254_740_992),
            ("-9007199254740992", -9_007_199_254_740_992),
        ] {
            assert_eq!(decode(text), Some(Number::Whole(value)), "{text}");
        }
    }

    #[test]
    fn other_numbers() {
        for text in ["0.5", "1e-1", "48.00000000000000000000000001", "-1.5e0", "123e-9999999999999"] {
            assert_eq!(decode(text), Some(Number::Fractional), "{text}");
        }
        for text in ["9007199254740993", "1e300", "1e99999999999", "123456789012345678901234567890"] {
            assert_eq!(decode(text), Some(Number::Huge), "{text}");
        }
    }

    #[test]
    fn not_numbers() {
        for text in ["-", "01", "1.", ".5", "1e", "1e+", "--1", "+1", "1.e3", "NaN", "Infinity"] {
            assert_eq!(decode(text), None, "{text}");
        }
    }
}
