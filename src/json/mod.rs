//! A resumable JSON scanner over chunks of bytes. It knows nothing of V8.
//!
//! Each decoder here can stop after any byte, at the end of a chunk, and go on with the next chunk. None looks at a
//! byte twice, none recurses, so the work is linear in the input however it is cut, and nesting costs one bit a level.

mod literal;
mod number;
#[allow(unsafe_code)]
mod padded;
mod skip;
#[allow(unsafe_code)]
mod string;

pub(crate) use literal::Literal;
pub(crate) use number::{Number, NumberDecoder};
pub(crate) use padded::{PADDING, Padded, Sink};
pub(crate) use skip::Skipper;
pub(crate) use string::{StringDecoder, Text};

/// A breach of JSON's grammar: the position in the chunk, and what would have been right there.
#[derive(Debug)]
pub(crate) struct SyntaxError {
    pub position: usize,
    pub expected: &'static str,
}

/// How far a decoder came.
#[derive(Debug)]
pub(crate) enum Progress<T> {
    /// The chunk is used up; go on with the next one.
    NeedsMore,
    /// The value is complete; the position behind it.
    Done(T, usize),
}

/// JSON's four white space characters.
#[inline]
pub(crate) fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\n' | b'\r' | b'\t')
}
