//! The profile out, as columns.

use crate::profile::{Profile, RowCursor, Rows, Shared, Thread, Value};
use serde::Serialize;
use serde_wasm_bindgen::Serializer;
use wasm_bindgen::prelude::*;

/// So many rows are handed over at a time.
const ROWS: usize = 8192;

/// The most columns of whole numbers that a table has, and of doubles.
const INT_COLUMNS: usize = 6;
const FLOAT_COLUMNS: usize = 3;

/// A table being read.
#[derive(Clone, Copy)]
enum Table {
    Stacks,
    Frames,
    Funcs,
    Resources,
    Sources,
    Rows(usize),
}

/// A profile, to be taken over by JavaScript.
#[wasm_bindgen]
pub struct Output {
    profile: Profile,
    string_ends: Vec<u32>,
    table: Table,
    /// Where the next rows begin.
    start: usize,
    rows: RowCursor,
    ints: Vec<i32>,
    floats: Vec<f64>,
}

impl Output {
    pub(super) fn new(profile: Profile) -> Self {
        Output {
            profile,
            string_ends: Vec::new(),
            table: Table::Sources,
            start: 0,
            rows: RowCursor::default(),
            ints: vec![0; INT_COLUMNS * ROWS],
            floats: vec![0.0; FLOAT_COLUMNS * ROWS],
        }
    }
}

/// The columns of a row of a shared table; `None` behind the last.
fn row_of(shared: &Shared, table: Table, row: usize) -> Option<[i32; INT_COLUMNS]> {
    Some(match table {
        Table::Stacks => {
            let stack = shared.stacks.get(row)?;
            [stack.frame as i32, stack.prefix_offset as i32, 0, 0, 0, 0]
        }
        Table::Frames => {
            let id = shared.frames.category.get(row)?;
            [id.category as i32, id.subcategory as i32, 0, 0, 0, 0]
        }
        Table::Funcs => {
            let func = shared.funcs.list.get(row)?;
            [
                func.name as i32,
                i32::from(func.is_js),
                or_minus_one(func.resource),
                or_minus_one(func.source),
                func.line.unwrap_or(0) as i32,
                func.column.unwrap_or(0) as i32,
            ]
        }
        Table::Resources => {
            let resource = shared.resources.list.get(row)?;
            [resource.name as i32, or_minus_one(resource.host), resource.kind as i32, 0, 0, 0]
        }
        Table::Sources => [*shared.sources.filename.get(row)? as i32, 0, 0, 0, 0, 0],
        Table::Rows(_) => return None,
    })
}

/// Puts rows into the columns: stack and weight, time, weight and address. The number of rows.
fn fill_rows(rows: &Rows, cursor: &mut RowCursor, ints: &mut [i32], floats: &mut [f64]) -> usize {
    let (stacks, small_weights) = ints.split_at_mut(ROWS);
    let (times, rest) = floats.split_at_mut(ROWS);
    let (weights, addresses) = rest.split_at_mut(ROWS);
    let first = cursor.index();
    let columns = stacks.iter_mut().zip(small_weights).zip(times.iter_mut().zip(weights));
    let mut count = 0;
    for ((stack, small_weight), (time, weight)) in columns {
        let Some(row) = cursor.next(rows) else { break };
        *stack = or_minus_one(row.stack);
        *small_weight = row.weight as i32;
        *time = row.time as f64;
        *weight = row.weight as f64;
        count += 1;
    }
    if let Some(all) = rows.addresses() {
        // Such tables have no end rows.
        for (place, &address) in addresses.iter_mut().zip(all.iter().skip(first)) {
            *place = address as f64;
        }
    }
    count
}

fn to_js(value: &Value) -> Result<JsValue, JsValue> {
    Ok(value.serialize(&Serializer::json_compatible())?)
}

/// What is known of a thread besides its rows.
fn thread_facts(thread: &Thread) -> Value {
    Value::Object(vec![
        ("name", Value::text(&thread.name)),
        ("isMainThread", Value::Bool(thread.is_main_thread)),
        ("processType", Value::text("default")),
        ("processName", Value::text(&thread.process_name)),
        ("pid", Value::text(&thread.pid)),
        ("tid", thread.tid.to_value()),
        ("rows", Value::Number(thread.rows.count() as i64)),
    ])
}

/// An index, or -1 for none.
fn or_minus_one(index: Option<u32>) -> i32 {
    index.map_or(-1, |index| index as i32)
}

#[wasm_bindgen]
impl Output {
    /// The object `profile.meta`.
    pub fn meta(&self) -> Result<JsValue, JsValue> {
        to_js(&self.profile.meta.to_value())
    }

    /// An array of objects with each thread's names, ids, and number of rows.
    pub fn threads(&self) -> Result<JsValue, JsValue> {
        to_js(&Value::List(self.profile.threads.iter().map(thread_facts).collect()))
    }

    /// Prepares the strings and returns their number. The texts are one run of UTF-8.
    pub fn strings(&mut self) -> usize {
        let strings = &self.profile.shared.strings;
        let mut end = 0;
        self.string_ends.clear();
        for string in 0..strings.len() as u32 {
            for &byte in strings.get_bytes(string) {
                // Each character has one byte that begins it, and two code units if it takes four bytes.
                end += u32::from(byte & 0xc0 != 0x80) + u32::from(byte >= 0xf0);
            }
            self.string_ends.push(end);
        }
        self.string_ends.len()
    }

    /// The address of the texts.
    #[wasm_bindgen(js_name = stringBytesPointer)]
    pub fn string_bytes_pointer(&self) -> *const u8 {
        self.profile.shared.strings.all_bytes().as_ptr()
    }

    /// The length of the texts in bytes.
    #[wasm_bindgen(js_name = stringBytesLength)]
    pub fn string_bytes_length(&self) -> usize {
        self.profile.shared.strings.all_bytes().len()
    }

    /// The address of the ends of the strings, counted in UTF-16 code units from the first text's start.
    #[wasm_bindgen(js_name = stringEndsPointer)]
    pub fn string_ends_pointer(&self) -> *const u32 {
        self.string_ends.as_ptr()
    }

    /// Begins to read a table and returns its length: 0 stacks, 1 frames, 2 functions, 3 resources, 4 sources, 5 the
    /// rows of a thread.
    pub fn open(&mut self, table: u32, thread: usize) -> usize {
        let Profile { shared, threads, .. } = &self.profile;
        let (table, length) = match (table, threads.get(thread)) {
            (0, _) => (Table::Stacks, shared.stacks.len()),
            (1, _) => (Table::Frames, shared.frames.category.len()),
            (2, _) => (Table::Funcs, shared.funcs.len()),
            (3, _) => (Table::Resources, shared.resources.list.len()),
            (4, _) => (Table::Sources, shared.sources.filename.len()),
            (5, Some(found)) => (Table::Rows(thread), found.rows.count()),
            // The wrappers don't ask for others.
            _ => return 0,
        };
        self.table = table;
        self.start = 0;
        self.rows = RowCursor::default();
        length
    }

    /// Fills the scratch columns with the next rows and returns their number, 0 at the end.
    #[allow(clippy::should_implement_trait)] // for JavaScript
    pub fn next(&mut self) -> usize {
        let Output { profile, table, start, rows, ints, floats, .. } = self;
        if let Table::Rows(thread) = *table {
            return fill_rows(&profile.threads[thread].rows, rows, ints, floats);
        }
        let mut count = 0;
        while count < ROWS {
            let Some(values) = row_of(&profile.shared, *table, *start + count) else { break };
            for (column, value) in values.into_iter().enumerate() {
                ints[column * ROWS + count] = value;
            }
            count += 1;
        }
        *start += count;
        count
    }

    /// Whether all weights of a thread are below 2^31, so that they can be taken from the column of whole numbers.
    #[wasm_bindgen(js_name = hasSmallWeights)]
    pub fn has_small_weights(&self, thread: usize) -> bool {
        self.profile.threads.get(thread).is_some_and(|thread| thread.rows.has_small_weights())
    }

    /// Whether a thread's table is balanced: then the third column of doubles holds addresses.
    #[wasm_bindgen(js_name = isBalanced)]
    pub fn is_balanced(&self, thread: usize) -> bool {
        self.profile.threads.get(thread).is_some_and(|thread| thread.rows.addresses().is_some())
    }

    /// The address of a scratch column of 32-bit whole numbers.
    #[wasm_bindgen(js_name = intColumn)]
    pub fn int_column(&self, column: usize) -> *const i32 {
        self.ints[column.min(INT_COLUMNS - 1) * ROWS..].as_ptr()
    }

    /// The address of a scratch column of doubles.
    #[wasm_bindgen(js_name = floatColumn)]
    pub fn float_column(&self, column: usize) -> *const f64 {
        self.floats[column.min(FLOAT_COLUMNS - 1) * ROWS..].as_ptr()
    }
}
