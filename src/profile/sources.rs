//! `shared.sources`: the files that functions come from.

/// The source table: one row a file name. All other columns are the same in each row.
#[derive(Debug, Default)]
pub(crate) struct Sources {
    /// Numbers of strings.
    pub filename: Vec<u32>,
    /// By the number of the string, the row plus one; 0 for none.
    rows: Vec<u32>,
}

impl Sources {
    /// The row of a file name.
    pub fn intern(&mut self, filename: u32) -> u32 {
        let string = filename as usize;
        if string >= self.rows.len() {
            self.rows.resize(string + 1, 0);
        }
        if self.rows[string] == 0 {
            self.filename.push(filename);
            self.rows[string] = self.filename.len() as u32;
        }
        self.rows[string] - 1
    }
}
