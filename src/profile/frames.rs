//! `shared.frameTable`: one frame for each function, in the same row, since the file knows no line inside a function.

use super::categories::CategoryId;

/// The frame table. Its other columns are the same in each row.
#[derive(Debug, Default)]
pub(crate) struct Frames {
    pub category: Vec<CategoryId>,
}
