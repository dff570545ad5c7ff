//! Whatever a heap profile looks like, and whoever wrote it: the same tables as the naive importer makes.

mod common;

use common::{difference, generate, import_pieces, import_value, reference, write};
use heapprofile_importer::{ErrorCode, Options, Table, is_heap_profile};
use proptest::collection::vec;
use proptest::prelude::*;
use serde_json::Value;

const LIMIT: i128 = 1 << 53;

/// Whether a profile's sizes are too large to be added up.
fn is_too_large(profile: &Value) -> bool {
    let mut tree = 0i128;
    let head = &profile["head"];
    let frame = head.get("callFrame").unwrap_or(head);
    let is_one_based = frame["functionName"] == "(root)" && frame["lineNumber"] == 0;
    let mut open = vec![head];
    while let Some(node) = open.pop() {
        let size = i128::from(node["selfSize"].as_i64().unwrap());
        tree += if size < 0 && is_one_based { size + (1 << 32) } else { size };
        open.extend(node["children"].as_array().into_iter().flatten());
    }
    let samples: i128 =
        profile["samples"].as_array().into_iter().flatten().map(|s| i128::from(s["size"].as_i64().unwrap())).sum();
    tree > LIMIT || samples > LIMIT
}

/// So many cases take a few seconds. More with the environment variable PROPTEST_CASES.
fn config() -> ProptestConfig {
    match std::env::var_os("PROPTEST_CASES") {
        Some(_) => ProptestConfig::default(),
        None => ProptestConfig::with_cases(2048),
    }
}

fn table() -> impl Strategy<Value = Table> {
    prop_oneof![2 => Just(Table::Samples), 1 => Just(Table::NativeAllocations), 1 => Just(Table::JsAllocations)]
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn every_writer_gives_the_same_tables(
        profile in generate::profile(),
        style in write::style(),
        pieces in vec(prop_oneof![4 => 1usize..40, 1 => 1usize..5000], 1..8),
        table in table(),
    ) {
        let file = write::file(&profile, &style);
        let mut options = Options::default();
        options.table = table;
        let whole = import_value(&file, &options);
        let in_pieces = import_pieces(&file, &pieces, &options);
        if is_too_large(&profile) {
            prop_assert_eq!(whole.unwrap_err().code(), ErrorCode::TooLarge);
            prop_assert_eq!(in_pieces.unwrap_err().code(), ErrorCode::TooLarge);
            return Ok(());
        }
        let expected = reference::import(&profile, table);
        let shown = || String::from_utf8_lossy(&file);
        let whole = whole.map_err(|error| TestCaseError::fail(format!("{error}: {}", shown())))?;
        prop_assert_eq!(difference(&whole, &expected), None, "{}", shown());
        let in_pieces = in_pieces.map_err(|error| TestCaseError::fail(format!("{error}: {}", shown())))?;
        prop_assert_eq!(difference(&in_pieces, &expected), None, "in pieces of {:?}: {}", pieces, shown());
        prop_assert!(is_heap_profile(&file), "{}", shown());
    }
}
