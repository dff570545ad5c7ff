//! Figures of a processed profile, to compare with those of the file that it was made of.

use serde_json::{Map, Value, json};
use std::collections::BTreeMap;

/// The values of a column.
pub fn column<'a>(table: &'a Value, name: &str) -> &'a [Value] {
    table[name].as_array().unwrap_or_else(|| panic!("no column {name}"))
}

/// The table that has a thread's rows.
pub fn rows(thread: &Value) -> &Value {
    let tables = ["nativeAllocations", "jsAllocations", "samples"];
    tables.into_iter().find_map(|name| thread.get(name)).unwrap()
}

/// The bytes of a thread.
pub fn bytes(thread: &Value) -> i64 {
    column(rows(thread), "weight").iter().map(|weight| weight.as_i64().unwrap()).sum()
}

/// What `meta.extra` says, by label.
pub fn facts(profile: &Value) -> Map<String, Value> {
    let entries = profile["meta"]["extra"][0]["entries"].as_array().unwrap();
    entries.iter().map(|entry| (entry["label"].as_str().unwrap().to_string(), entry["value"].clone())).collect()
}

/// A function as name, URL, line and column, as JSON text.
pub fn describe(shared: &Value, func: usize) -> (String, String, Value, Value) {
    let text = |index: &Value| {
        let strings = column(shared, "stringArray");
        strings[index.as_u64().unwrap() as usize].as_str().unwrap().to_string()
    };
    let funcs = &shared["funcTable"];
    let url = match &funcs["source"][func] {
        Value::Null => String::new(),
        source => text(&shared["sources"]["filename"][source.as_u64().unwrap() as usize]),
    };
    (text(&funcs["name"][func]), url, funcs["lineNumber"][func].clone(), funcs["columnNumber"][func].clone())
}

/// Self bytes by function in all threads, as in the files of expected figures: those of no bytes left out, sorted by
/// everything they have.
pub fn functions(profile: &Value) -> Vec<Value> {
    let shared = &profile["shared"];
    let mut bytes_of = BTreeMap::new();
    for thread in profile["threads"].as_array().unwrap() {
        let rows = rows(thread);
        for (stack, weight) in column(rows, "stack").iter().zip(column(rows, "weight")) {
            if let Some(stack) = stack.as_u64() {
                let frame = shared["stackTable"]["frame"][stack as usize].as_u64().unwrap();
                let func = shared["frameTable"]["func"][frame as usize].as_u64().unwrap();
                *bytes_of.entry(func).or_insert(0) += weight.as_i64().unwrap();
            }
        }
    }
    // The same function in two scripts counts as one.
    let mut merged: Vec<(String, Value, i64)> = Vec::new();
    for (func, bytes) in bytes_of {
        let (name, url, line, column) = describe(shared, func as usize);
        let description = json!({ "name": name, "url": url, "line": line, "column": column });
        let key = description.to_string();
        match merged.iter_mut().find(|(other, ..)| *other == key) {
            Some((_, _, sum)) => *sum += bytes,
            None => merged.push((key, description, bytes)),
        }
    }
    let mut list: Vec<Value> = merged
        .into_iter()
        .filter(|&(_, _, bytes)| bytes > 0)
        .map(|(_, mut description, bytes)| {
            description["bytes"] = bytes.into();
            description
        })
        .collect();
    sort(&mut list);
    list
}

/// The functions of `expected.json`, in the same order and with positions from 1.
pub fn expected_functions(list: &[Value], line_base: i64) -> Vec<Value> {
    let position = |raw: &Value| raw.as_i64().map(|raw| raw + 1 - line_base).filter(|&position| position >= 1);
    let mut list: Vec<Value> = list
        .iter()
        .filter(|function| function["bytes"].as_i64().unwrap() > 0)
        .map(|function| {
            let name = function["name"].as_str().unwrap();
            json!({
                "name": if name.is_empty() { "(anonymous)" } else { name },
                "url": function["url"],
                "line": position(&function["line"]),
                "column": position(&function["column"]),
                "bytes": function["bytes"],
            })
        })
        .collect();
    sort(&mut list);
    list
}

/// The heaviest first.
pub fn sort(list: &mut [Value]) {
    list.sort_by_key(|function| (-function["bytes"].as_i64().unwrap(), function.to_string()));
}
