//! What `is_heap_profile` says.

mod common;

use common::{corpus, write};
use heapprofile_importer::is_heap_profile;

/// Files cut off in the middle: they begin as heap profiles do, and their import says that they are cut off.
const CUT_OFF: [&str; 2] = ["truncated.heapprofile", "truncated-gzip.heapprofile.gz"];

/// Files that are among the others for a reason that is none any more: these are imported.
const GOOD: [&str; 3] = ["utf8-bom.heapprofile", "utf16le-bom.heapprofile", "chromium156-cdp-response.json"];

#[test]
fn good_files() {
    for folder in ["corpus", "fixtures"] {
        for (name, expected) in corpus::expected(folder) {
            if expected.get("error").is_none() {
                let file = corpus::read(folder, &name);
                assert!(is_heap_profile(&file), "{name}");
                if !file.starts_with(b"\x1f\x8b") {
                    assert!(is_heap_profile(&write::gzip(&file, 6)), "{name} in gzip");
                }
            }
        }
    }
}

#[test]
fn other_files() {
    for name in corpus::names_in("corpus/negatives") {
        let file = corpus::read("corpus/negatives", &name);
        let expected = GOOD.contains(&name.as_str()) || CUT_OFF.contains(&name.as_str());
        assert_eq!(is_heap_profile(&file), expected, "{name}");
    }
}

#[test]
fn near_misses() {
    for text in [
        "",
        " ",
        "{",
        "{}",
        "[]",
        "null",
        "\"head\"",
        "1",
        "{\"head\":{}}",
        "{\"head\":null}",
        "{\"head\":[]}",
        "{\"head\":\"x\"}",
        "{\"head\":{\"selfSize\":3}}",
        "{\"head\":{\"callFrame\":{}}}",
        "{\"head\":{\"callFrame\":5,\"selfSize\":3}}",
        "{\"Head\":{\"callFrame\":{},\"selfSize\":3}}",
        "{\"samples\":[]}",
        "{\"samples\":[{\"size\":1,\"total\":2,\"stack\":[]}],\"modules\":[]}",
        "{\"data\":{\"head\":{\"callFrame\":{},\"selfSize\":3}}}",
        "{\"nodes\":[{\"callFrame\":{},\"selfSize\":3}]}",
        "{\"traceEvents\":[],\"head\":{\"callFrame\":{},\"selfSize\":3}}",
        "{\"name\":\"x\",\"version\":\"1.0.0\",\"head\":{\"title\":\"y\"}}",
        "{\"head\":{\"functionName\":\"(root)\",\"hitCount\":0,\"id\":1,\"children\":[]},\"timestamps\":[]}",
        "head: {callFrame: {}}",
        "{'head':{'callFrame':{},'selfSize':3}}",
        "<!DOCTYPE html>{\"head\":{\"callFrame\":{},\"selfSize\":3}}",
        "x{\"head\":{\"callFrame\":{},\"selfSize\":3}}",
    ] {
        assert!(!is_heap_profile(text.as_bytes()), "{text}");
        assert!(!is_heap_profile(&write::gzip(text.as_bytes(), 6)), "{text} in gzip");
    }
    for byte in 0..=255u8 {
        assert!(!is_heap_profile(&[byte]), "{byte}");
        assert!(!is_heap_profile(&vec![byte; 1000]), "many {byte}");
    }
}

#[test]
fn beginnings_of_good_files() {
    for text in [
        r#"{"head":{"callFrame":{},"selfSize":3"#,
        r#"{"head":{"selfSize":3,"callFrame":{}"#,
        r#"{"head":{"callFrame":{},"selfSize":3,"children":[5]}}"#,
        "  \n{ \"x\" : [1, 2], \"head\" : { \"callFrame\" : {} , \"selfSize\" : 3 , oops",
        r#"{"result":{"profile":{"head":{"callFrame":{},"selfSize":3,"#,
    ] {
        assert!(is_heap_profile(format!("{text} ").as_bytes()), "{text}");
    }
}

#[test]
fn every_prefix_of_a_good_file_is_decided() {
    let file = corpus::read("corpus", "node26-default-interval.heapprofile");
    let first = (0..file.len()).find(|&len| is_heap_profile(&file[..len])).unwrap();
    // The first node decides.
    assert!(first < 200, "{first}");
    assert!((first..=file.len()).all(|len| is_heap_profile(&file[..len])));
}

#[test]
fn large_values_before_the_first_keys() {
    let profile = r#"{"callFrame":{},"selfSize":3}"#;
    let with = |count: usize| format!("{{\"x\":\"{}\",\"head\":{profile}}}", "y".repeat(count));
    assert!(is_heap_profile(with(100_000).as_bytes()));
    assert!(is_heap_profile(&write::gzip(with(15 << 20).as_bytes(), 1)));
    // So much isn't looked at.
    assert!(!is_heap_profile(with(17 << 20).as_bytes()));
    let spaces = |count: usize| format!("{}{{\"head\":{profile}}}", " ".repeat(count));
    assert!(is_heap_profile(spaces(60_000).as_bytes()));
    assert!(!is_heap_profile(spaces(70_000).as_bytes()));
}

#[test]
fn samples_first() {
    let sample = r#"{"size":8,"nodeId":3,"ordinal":1},"#;
    let many = format!("{{\"samples\":[{}", sample.repeat(100_000));
    assert!(is_heap_profile(many.as_bytes()));
    // A few of them are decided by the head behind them.
    let few = format!("{{\"samples\":[{sample}{{}}],\"head\":{{\"callFrame\":{{}},\"selfSize\":3}}}}");
    assert!(is_heap_profile(few.as_bytes()));
}
