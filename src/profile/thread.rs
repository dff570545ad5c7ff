//! `threads`: one for each file.

use super::rows::Rows;
use super::value::Value;

/// A thread's id: a number, or a string where the number is taken by a thread of another process.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Tid {
    Number(u64),
    Text(String),
}

impl Tid {
    pub fn to_value(&self) -> Value {
        match self {
            Tid::Number(number) => Value::Number(*number as i64),
            Tid::Text(text) => Value::text(text),
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
