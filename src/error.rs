//! The one error type of the crate.

use std::fmt;

/// What kind of problem stopped an import. The text form (see [`ErrorCode::as_str`]) is part of the public API and
/// doesn't change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ErrorCode {
    /// No bytes, or nothing but white space.
    Empty,
    /// The data is something else. The message names the format where it is a known one.
    NotAHeapProfile,
    /// The text breaks a rule of JSON, or a value in it can't be, such as a negative size.
    MalformedJson,
    /// The data ends before the profile does.
    Truncated,
    /// The gzip container is damaged.
    BadGzip,
    /// The text is in an encoding that can't be read, or breaks the rules of its encoding.
    BadEncoding,
    /// A limit of [`crate::Options`] was passed, or the numbers are too large to be added up.
    TooLarge,
}

impl ErrorCode {
    /// The code as JavaScript sees it, such as `"malformed-json"`.
    pub fn as_str(self) -> &'static str {
        match self {
            ErrorCode::Empty => "empty",
            ErrorCode::NotAHeapProfile => "not-a-heap-profile",
            ErrorCode::MalformedJson => "malformed-json",
            ErrorCode::Truncated => "truncated",
            ErrorCode::BadGzip => "bad-gzip",
            ErrorCode::BadEncoding => "bad-encoding",
            ErrorCode::TooLarge => "too-large",
        }
    }
}

impl fmt::Display for ErrorCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// Why an import failed, in words that can be shown to a user.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error {
    code: ErrorCode,
    message: String,
    offset: Option<u64>,
}

impl Error {
    pub(crate) fn new(code: ErrorCode, message: impl Into<String>) -> Self {
        Error { code, message: message.into(), offset: None }
    }

    pub(crate) fn at(mut self, offset: u64) -> Self {
        self.offset = Some(offset);
        self
    }

    /// What kind of problem it is.
    pub fn code(&self) -> ErrorCode {
        self.code
    }

    /// A sentence for the user, without the offset.
    pub fn message(&self) -> &str {
        &self.message
    }

    /// Where it was found: the number of bytes before it. It counts the bytes of the JSON text as UTF-8, that is,
    /// after gunzip and after conversion from UTF-16; for [`ErrorCode::BadGzip`] the bytes of the compressed file.
    /// `None` where no single place is to blame.
    pub fn offset(&self) -> Option<u64> {
        self.offset
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.offset {
            Some(offset) => write!(f, "{} (at byte {offset})", self.message),
            None => f.write_str(&self.message),
        }
    }
}

impl std::error::Error for Error {}
