//! Two paths, one result: whatever the compact reader takes over, the state machine alone must make the same of it,
//! and so must every way of cutting the file into pieces.

use crate::error::Error;
use crate::importer::Importer;
use crate::options::Options;
use serde_json::Value;
use std::path::{Path, PathBuf};

/// Imports a file piece by piece, with the compact reader or without it.
fn read(bytes: &[u8], piece: usize, compact: bool) -> Result<Value, Error> {
    let options = Options::default();
    let mut importer = if compact { Importer::new(options) } else { Importer::without_compact(options) };
    for part in bytes.chunks(piece) {
        importer.push(part)?;
    }
    Ok(serde_json::to_value(importer.finish()?).unwrap())
}

/// All files below a folder of `tests/`.
fn files_below(folder: &str) -> Vec<PathBuf> {
    let mut folders = vec![Path::new(env!("CARGO_MANIFEST_DIR")).join("tests").join(folder)];
    let mut files = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() { folders.push(path) } else { files.push(path) }
        }
    }
    files.sort();
    files
}

fn check(name: &str, bytes: &[u8], pieces: &[usize]) {
    let expected = read(bytes, usize::MAX, false);
    for &piece in pieces {
        for compact in [true, false] {
            // Not by assert_eq, which would print both profiles.
            let result = read(bytes, piece, compact);
            if result != expected {
                let error = |result: &Result<Value, Error>| result.as_ref().err().cloned();
                let errors = (error(&result), error(&expected));
                panic!("{name} in pieces of {piece}, compact: {compact}: another result; errors: {errors:?}");
            }
        }
    }
}

#[test]
fn corpus() {
    for path in files_below("corpus") {
        let bytes = std::fs::read(&path).unwrap();
        let pieces: &[usize] =
            if bytes.len() < 20_000 { &[usize::MAX, 1, 2, 3, 7, 64, 1000] } else { &[usize::MAX, 7, 4096] };
        check(&path.display().to_string(), &bytes, pieces);
    }
}

#[test]
fn fixtures() {
    for path in files_below("fixtures") {
        check(&path.display().to_string(), &std::fs::read(&path).unwrap(), &[usize::MAX, 1, 2, 3, 7, 64, 1000]);
    }
}

const LEAF: &str = concat!(
    r#"{"callFrame":{"functionName":"leaf","scriptId":"3","url":"/a.js","lineNumber":1,"columnNumber":1},"#,
    r#""selfSize":5,"id":3,"children":[]}"#
);
const ROOT: &str = concat!(
    r#"{"callFrame":{"functionName":"(root)","scriptId":"0","url":"","lineNumber":-1,"columnNumber":-1},"#,
    r#""selfSize":0,"id":1,"children":["#
);

/// A profile with these nodes below the root.
fn with_nodes(nodes: &str) -> String {
    format!(r#"{{"head":{ROOT}{nodes}]}},"samples":[]}}"#)
}

#[test]
fn compact_nodes_inside_of_others() {
    let flat = |inner: &str| {
        format!(r#"{{"functionName":"a","url":"/a.js","scriptId":4,"selfSize":1,"id":2,"children":[{inner}]}}"#)
    };
    let late = |inner: &str| {
        format!(r#"{{"children":[{inner}],"id":2,"selfSize":1,"callFrame":{{"functionName":"late","url":"/b.js"}}}}"#)
    };
    let two = format!("{LEAF},{LEAF}");
    for text in [
        with_nodes(&flat(LEAF)),
        with_nodes(&flat(&two)),
        with_nodes(&flat(&flat(LEAF))),
        with_nodes(&late(LEAF)),
        with_nodes(&format!("{LEAF},{},{LEAF}", late(&flat(&two)))),
        with_nodes(&LEAF.replace("[]", &format!("[{}]", late(LEAF)))),
    ] {
        read(text.as_bytes(), usize::MAX, true).unwrap_or_else(|error| panic!("{error}: {text}"));
        check(&text, text.as_bytes(), &[usize::MAX, 1, 5, 64]);
    }
    // Its call frame never comes.
    let text = with_nodes(&format!(r#"{{"selfSize":1,"id":2,"children":[{LEAF}]}}"#));
    assert!(read(text.as_bytes(), usize::MAX, true).unwrap_err().message().contains("head.children[0].callFrame"));
    check(&text, text.as_bytes(), &[usize::MAX, 1, 5, 64]);
}

#[test]
fn nearly_compact_nodes_and_samples() {
    let changes = [
        (r#""selfSize":5"#, r#""selfSize":5.0"#),
        (r#""selfSize":5"#, r#""selfSize":05"#),
        (r#""selfSize":5"#, r#""selfSize":-5"#),
        (r#""selfSize":5"#, r#""selfSize":12345678"#),
        (r#""selfSize":5"#, r#""selfSize":00000005"#),
        (r#""selfSize":5"#, r#""selfSize":123456789012345"#),
        (r#""selfSize":5"#, r#""selfSize":9007199254740992"#),
        (r#""selfSize":5"#, r#""selfSize":9007199254740993"#),
        (r#""selfSize":5"#, r#""selfSize":99999999999999999999"#),
        (r#""selfSize":5"#, r#""selfSize":"#),
        (r#""selfSize":5"#, r#""selfSize":5,"selfSize":6"#),
        (r#""selfSize":5"#, r#""selfSize":null"#),
        (r#""id":3"#, r#""id":4294967295"#),
        (r#""id":3"#, r#""id":-3"#),
        (r#""id":3"#, r#""id":1e0"#),
        (r#""3""#, r#""03""#),
        (r#""3""#, r#""999999999""#),
        (r#""3""#, r#""1000000000""#),
        (r#""3""#, r#""""#),
        (r#""3""#, "3"),
        (r#""leaf""#, r#""\u006ceaf""#),
        (r#""leaf""#, r#""le\"af""#),
        (r#""leaf""#, r#""le\qaf""#),
        (r#""leaf""#, r#""le\u12""#),
        (r#""leaf""#, "\"le\taf\""),
        (r#""leaf""#, r#""\ud83d""#),
        (r#""leaf""#, "\"\u{fffd}\""),
        (r#""/a.js""#, r#""\/a.js""#),
        (r#""/a.js""#, r#""/a.j""#),
        (r#""/a.js""#, r#""/a.jsx""#),
        (r#""/a.js""#, r#""""#),
        (r#""lineNumber":1"#, r#""lineNumber":-1"#),
        (r#""lineNumber":1"#, r#""lineNumber":-0"#),
        (r#""lineNumber":1"#, r#""lineNumber":-"#),
        (r#""lineNumber":1"#, r#""lineNumber":1.5"#),
        (r#""lineNumber":1"#, r#""lineNumber":2147483646"#),
        (r#""lineNumber":1"#, r#""lineNumber":2147483647"#),
        (r#""lineNumber":1"#, r#""lineNumber":2147483648"#),
        (r#""lineNumber":1"#, r#""lineNumber":-2147483648"#),
        (r#""lineNumber":1"#, r#""lineNumber":-2147483649"#),
        (r#""children":[]"#, r#""children":[] "#),
        (r#""children":[]"#, r#""children":[ ]"#),
        (r#""children":[]"#, r#""children":[],"children":[]"#),
        (r#""children":[]"#, r#""children":[],"locationId":7"#),
        (r#""children":[]"#, r#""children":[]}"#),
        (r#""children":[]"#, r#""children":[,]"#),
        (r#""children":[]"#, r#""children":["#),
        (r#""children":[]"#, r#""children":[1]"#),
        ("},\"selfSize", "} ,\"selfSize"),
        ("}", "},"),
    ];
    let mut texts: Vec<String> = Vec::new();
    for (from, to) in changes {
        let changed = LEAF.replacen(from, to, 1);
        assert_ne!(changed, LEAF, "{from}");
        texts.push(with_nodes(&changed));
        texts.push(with_nodes(&format!("{LEAF},{changed},{LEAF}")));
        texts.push(with_nodes(&LEAF.replace("[]", &format!("[{changed},{LEAF}]"))));
        texts.push(with_nodes(&changed.replacen("[]", &format!("[{LEAF}]"), 1)));
    }
    let sample = r#"{"size":24,"nodeId":3,"ordinal":7}"#;
    for (from, to) in [
        ("24", "0"),
        ("24", "-1"),
        ("24", "024"),
        ("24", "24.0"),
        ("24", "4294967295"),
        ("24", "9007199254740992"),
        ("24", "9007199254740993"),
        (":3", ":-3"),
        (":3", ":4294967295"),
        (":7", ":4294967295"),
        (":7", ":-7"),
        (":7", ":1.23457e+06"),
        (":7", ":7,\"isLive\":false"),
        (":7", ":7,\"isLive\":true"),
        (",\"ordinal\":7", ""),
        (",\"nodeId\":3", ""),
        ("{", "{ "),
        ("}", "} "),
        ("}", "}}"),
        ("}", "},"),
    ] {
        let changed = sample.replacen(from, to, 1);
        assert_ne!(changed, sample, "{from}");
        for list in [changed.clone(), format!("{sample},{changed},{sample}"), format!("{changed},{sample}")] {
            texts.push(with_nodes(LEAF).replace("\"samples\":[]", &format!("\"samples\":[{list}]")));
        }
    }
    for text in &texts {
        check(text, text.as_bytes(), &[usize::MAX, 1, 3, 64]);
    }
}

#[test]
fn bytes_that_are_not_utf8() {
    let text = with_nodes(&format!("{LEAF},{LEAF},{}", LEAF.replace("/a.js", "/\\u0061.js")));
    for (from, to) in
        [("leaf", &b"caf\xe9"[..]), ("/a.js", b"/\xff.js"), ("/a.js", b"/\xe2\x82"), ("leaf", b"\xed\xa0\x80")]
    {
        let at: Vec<usize> = text.match_indices(from).map(|(at, _)| at).collect();
        let mut bytes = text.clone().into_bytes();
        for &at in at.iter().rev() {
            bytes.splice(at..at + from.len(), to.iter().copied());
        }
        check(from, &bytes, &[usize::MAX, 1, 2, 64]);
    }
}

#[test]
fn every_cut_in_two() {
    let inner = LEAF.replace("[]", &format!("[{LEAF},{LEAF}]")).replace("leaf", "é\\u00e9");
    let samples = r#""samples":[{"size":24,"nodeId":3,"ordinal":7},{"size":40,"nodeId":3,"ordinal":5}]"#;
    let text = with_nodes(&format!("{inner},{LEAF}")).replace("\"samples\":[]", samples);
    let expected = read(text.as_bytes(), usize::MAX, false).unwrap();
    for cut in 1..text.len() {
        assert!(read(text.as_bytes(), cut, true) == Ok(expected.clone()), "in pieces of {cut}");
    }
}

#[test]
fn the_last_of_several_sizes_counts() {
    for (sizes, total) in
        [("-1,S:7", 7u64), ("-1,S:-2,S:7", 7), ("4294967296,S:7", 7), ("7,S:4294967296,S:8589934592", 1 << 33)]
    {
        let sizes = sizes.replace('S', "\"selfSize\"");
        let text = with_nodes(&LEAF.replace("\"selfSize\":5", &format!("\"selfSize\":{sizes}")));
        let profile = read(text.as_bytes(), usize::MAX, true).unwrap_or_else(|error| panic!("{error}: {text}"));
        assert_eq!(profile["meta"]["extra"][0]["entries"][0]["value"], total, "{text}");
        check(&text, text.as_bytes(), &[usize::MAX, 1]);
    }
}

#[test]
fn samples_of_nodes_with_negative_ids() {
    let text = with_nodes(&LEAF.replace("\"id\":3", "\"id\":-3"))
        .replace("\"samples\":[]", "\"samples\":[{\"size\":5,\"nodeId\":-3,\"ordinal\":1}]");
    let profile = read(text.as_bytes(), usize::MAX, true).unwrap();
    let orphans = &profile["meta"]["extra"][0]["entries"][3];
    assert_eq!((&orphans["label"], &orphans["value"]), (&"Orphan samples".into(), &0.into()));
}
