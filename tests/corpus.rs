//! Real files, with figures that an independent program counted.

mod common;

use common::{corpus, difference, figures, import_pieces, import_value, reference};
use heapprofile_importer::{ErrorCode, Options, Table};
use serde_json::{Value, json};

fn options(name: &str, table: Table) -> Options {
    let mut options = Options::default();
    options.file_name = Some(name.to_string());
    options.table = table;
    options
}

#[test]
fn figures_of_good_files() {
    for (name, expected) in corpus::expected("corpus") {
        let file = corpus::read("corpus", &name);
        for table in [Table::Samples, Table::NativeAllocations, Table::JsAllocations] {
            let profile = import_value(&file, &options(&name, table)).unwrap_or_else(|error| panic!("{name}: {error}"));
            let total: i64 = profile["threads"].as_array().unwrap().iter().map(figures::bytes).sum();
            assert_eq!(total, expected["totalBytes"], "{name}");
            let facts = figures::facts(&profile);
            let fact = |label: &str| facts.get(label).cloned().unwrap_or(Value::Null);
            assert_eq!(fact("Total size"), expected["totalBytes"], "{name}");
            assert_eq!(fact("Call tree nodes"), expected["nodes"], "{name}");
            assert_eq!(fact("Samples"), expected["samples"], "{name}");
            if !expected["samples"].is_null() {
                assert_eq!(fact("Orphan samples"), expected["orphanSamples"], "{name}");
                assert_eq!(fact("Orphan bytes"), expected["orphanBytes"], "{name}");
                assert_eq!(fact("Highest ordinal"), expected["highestOrdinal"].as_i64().unwrap_or(0), "{name}");
            }
            let line_base = expected["lineBase"].as_i64().unwrap();
            let top = figures::expected_functions(expected["topFunctions"].as_array().unwrap(), line_base);
            assert_eq!(figures::functions(&profile)[..top.len()], top, "{name}");
        }
    }
}

/// The self size of each node, in the order of the tree, as somebody would read it who knows nothing of this crate.
fn self_sizes(file: &Value) -> Vec<i64> {
    let mut sizes = Vec::new();
    let mut open = vec![&file["head"]];
    while let Some(node) = open.pop() {
        sizes.push(node["selfSize"].as_i64().unwrap());
        open.extend(node["children"].as_array().into_iter().flatten().rev());
    }
    sizes
}

#[test]
fn rows_of_each_node_add_up_to_its_self_size() {
    for (name, _) in corpus::expected("corpus") {
        let file = corpus::read("corpus", &name);
        let profile = import_value(&file, &Options::default()).unwrap();
        let sizes = self_sizes(&reference::parse(&corpus::gunzip(&file)));
        let stacks = profile["shared"]["stackTable"]["length"].as_u64().unwrap() as usize;
        // Without `(root)`, if that has no bytes.
        let mut sums = vec![0; stacks];
        for thread in profile["threads"].as_array().unwrap() {
            let rows = figures::rows(thread);
            for (stack, weight) in figures::column(rows, "stack").iter().zip(figures::column(rows, "weight")) {
                if let Some(stack) = stack.as_u64() {
                    sums[stack as usize] += weight.as_i64().unwrap();
                }
            }
        }
        assert_eq!(sums, sizes[sizes.len() - stacks..], "{name}");
    }
}

#[test]
fn same_tables_as_the_naive_importer() {
    for folder in ["corpus", "fixtures"] {
        for (name, expected) in corpus::expected(folder) {
            if expected.get("error").is_some() || name.starts_with("utf16") || name.starts_with("lone") {
                continue; // serde_json reads neither UTF-16 nor halves of surrogate pairs
            }
            let file = corpus::read(folder, &name);
            let text = corpus::gunzip(&file);
            let text = text.strip_prefix(b"\xef\xbb\xbf").unwrap_or(&text);
            let naive = reference::import(&reference::parse(text), Table::Samples);
            let profile = import_value(&file, &Options::default()).unwrap();
            assert_eq!(difference(&profile, &naive), None, "{name}");
        }
    }
}

#[test]
fn pieces_make_no_difference() {
    for name in ["node26-worker-startHeapProfile.heapprofile", "node22-pretty.heapprofile.gz"] {
        let file = corpus::read("corpus", name);
        let whole = import_value(&file, &Options::default()).unwrap();
        for lengths in [&[1][..], &[2], &[3], &[7], &[64], &[1000], &[1, 5, 300, 2]] {
            let profile = import_pieces(&file, lengths, &Options::default()).unwrap();
            assert_eq!(difference(&profile, &whole), None, "{name} in pieces of {lengths:?}");
        }
    }
}

#[test]
fn fixtures() {
    for (name, expected) in corpus::expected("fixtures") {
        let file = corpus::read("fixtures", &name);
        let result = import_value(&file, &Options::default());
        if let Some(wanted) = expected.get("error") {
            let error = result.expect_err(&name);
            assert_eq!(error.code().as_str(), wanted["code"], "{name}: {error}");
            if let Some(path) = wanted["path"].as_str() {
                assert!(error.message().contains(path), "{name}: {error}");
            }
            continue;
        }
        let profile = result.unwrap_or_else(|error| panic!("{name}: {error}"));
        let threads: Vec<Value> =
            profile["threads"].as_array().unwrap().iter().map(|thread| describe(&profile, thread)).collect();
        assert_eq!(Value::from(threads), expected["threads"], "{name}");
        let mut functions = expected["functions"].as_array().unwrap().clone();
        figures::sort(&mut functions);
        assert_eq!(figures::functions(&profile), functions, "{name}");
    }
}

/// A thread as the expectations of fixtures have it: rows with bytes, with the names of their functions.
fn describe(profile: &Value, thread: &Value) -> Value {
    let shared = &profile["shared"];
    let rows = figures::rows(thread);
    let rows: Vec<Value> = figures::column(rows, "stack")
        .iter()
        .zip(figures::column(rows, "weight"))
        .filter(|(_, weight)| weight.as_i64() > Some(0))
        .map(|(stack, weight)| {
            let name = stack.as_u64().map(|stack| {
                let func = shared["stackTable"]["frame"][stack as usize].as_u64().unwrap();
                figures::describe(shared, func as usize).0
            });
            json!([name, weight])
        })
        .collect();
    json!({ "name": thread["name"], "bytes": figures::bytes(thread), "rows": rows })
}

#[test]
fn files_that_are_something_else() {
    for name in corpus::names_in("corpus/negatives") {
        let file = corpus::read("corpus/negatives", &name);
        let result = import_value(&file, &Options::default());
        let code = result.as_ref().err().map(|error| error.code());
        let expected = match name.as_str() {
            "utf8-bom.heapprofile" | "utf16le-bom.heapprofile" | "chromium156-cdp-response.json" => None,
            "empty.heapprofile" => Some(ErrorCode::Empty),
            "truncated.heapprofile" | "truncated-gzip.heapprofile.gz" => Some(ErrorCode::Truncated),
            _ => Some(ErrorCode::NotAHeapProfile),
        };
        assert_eq!(code, expected, "{name}: {:?}", result.err());
    }
}
