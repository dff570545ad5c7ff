//! `threads`: one for each file.

use super::rows::Rows;
use serde::{Serialize, Serializer};

/// A thread's id: a number, or a string where the number is taken by a thread of another process.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Tid {
    Number(u64),
    Text(String),
}

impl Serialize for Tid {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Tid::Number(number) => serializer.serialize_u64(*number),
            Tid::Text(text) => serializer.serialize_str(text),
        }
    }
}

/// A thread of the profile.
#[derive(Debug)]
pub(crate) struct Thread {
    pub name: String,
    pub is_main_thread: bool,
    pub process_name: String,
    pub pid: String,
    pub tid: Tid,
    pub rows: Rows,
}
