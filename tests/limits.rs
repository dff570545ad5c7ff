//! Files that are too large, too deep, cut off, damaged, or made to be slow: an answer in bounded time, and never a panic.

mod common;

use common::{corpus, to_value, validate, write};
use flate2::{Compress, Compression, FlushCompress};
use heapprofile_importer::{Error, ErrorCode, Importer, Options, Profile, import};
use std::time::{Duration, Instant};

/// Linear work on the largest inputs here takes a second or two; quadratic work would take hours.
const SOON: Duration = Duration::from_secs(120);

const ROOT: &str = concat!(
    r#"{"head":{"callFrame":{"functionName":"(root)","scriptId":"0","url":"","lineNumber":-1,"columnNumber":-1},"#,
    r#""selfSize":0,"id":1,"children":["#
);

fn soon<T>(work: impl FnOnce() -> T) -> T {
    let start = Instant::now();
    let result = work();
    assert!(start.elapsed() < SOON, "took {:?}", start.elapsed());
    result
}

fn code(result: Result<Profile, Error>) -> ErrorCode {
    result.expect_err("an error").code()
}

/// A gzip file of `start` and then 16 MiB of one byte, again and again, without an end. Every part is 16 KB.
struct Bomb {
    start: Vec<u8>,
    part: Vec<u8>,
}

impl Bomb {
    fn new(start: &str, byte: u8) -> Bomb {
        let mut header = vec![0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255];
        let mut compress = Compress::new(Compression::new(6), false);
        header.extend(compress_part(&mut compress, start.as_bytes()));
        // After a full flush nothing refers back, so that the part can be repeated.
        Bomb { start: header, part: compress_part(&mut compress, &vec![byte; 16 << 20]) }
    }

    /// What an import of `parts` parts makes of it.
    fn import(&self, parts: usize, options: Options) -> Result<Profile, Error> {
        let mut importer = Importer::new(options);
        importer.push(&self.start)?;
        for _ in 0..parts {
            importer.push(&self.part)?;
        }
        importer.finish()
    }
}

fn compress_part(compress: &mut Compress, bytes: &[u8]) -> Vec<u8> {
    let mut part = Vec::with_capacity(bytes.len() / 500 + 4096);
    compress.compress_vec(bytes, &mut part, FlushCompress::Full).unwrap();
    part
}

#[test]
fn gzip_bombs() {
    let mut options = Options::default();
    options.max_inflated_bytes = 128 << 20;
    for (start, byte) in [
        ("", b' '),
        ("{", b' '),
        (r#"{"head":{"callFrame":{"functionName":""#, b'0'),
        (r#"{"x":""#, b'0'),
        (r#"{"x":"#, b'['),
        (r#"{"x":"#, b'1'),
        (r#"{"head":{"callFrame":{},"selfSize":"#, b'1'),
        (r#"{"head":{"callFrame":{},"selfSize":0."#, b'0'),
        (ROOT, b' '),
    ] {
        let bomb = Bomb::new(start, byte);
        assert!(bomb.part.len() < 40_000, "it is a bomb");
        assert_eq!(code(soon(|| bomb.import(64, options.clone()))), ErrorCode::TooLarge, "{start}{}", byte as char);
    }
}

#[test]
fn there_are_limits_by_default() {
    let Options { max_input_bytes, max_inflated_bytes, max_nodes, max_depth, .. } = Options::default();
    assert!(max_input_bytes <= 4 << 30 && max_inflated_bytes <= 4 << 30);
    assert!(max_nodes <= 100_000_000 && max_depth <= max_nodes);
}

#[test]
fn bytes_of_input() {
    let file = corpus::read("corpus", "node26-default-interval.heapprofile");
    let mut options = Options::default();
    options.max_input_bytes = file.len() as u64;
    // That limit is for what comes out of gzip.
    options.max_inflated_bytes = 1;
    import(&file, &options).unwrap();
    options.max_input_bytes -= 1;
    assert_eq!(code(import(&file, &options)), ErrorCode::TooLarge);

    let packed = write::gzip(&file, 6);
    options.max_input_bytes = packed.len() as u64;
    options.max_inflated_bytes = file.len() as u64;
    import(&packed, &options).unwrap();
    options.max_inflated_bytes -= 1;
    assert_eq!(code(import(&packed, &options)), ErrorCode::TooLarge);
    options.max_inflated_bytes += 1;
    options.max_input_bytes -= 1;
    assert_eq!(code(import(&packed, &options)), ErrorCode::TooLarge);
}

#[test]
fn nodes_and_depth() {
    let name = "node24-inspector-live.heapprofile";
    let expected = &corpus::expected("corpus")[name];
    let compact = corpus::read("corpus", name);
    let spaced = String::from_utf8(compact.clone()).unwrap().replace(',', ", ").into_bytes();
    for file in [&compact, &spaced] {
        let mut options = Options::default();
        options.max_nodes = expected["nodes"].as_u64().unwrap() as u32;
        // The root is the first level.
        options.max_depth = expected["maxDepth"].as_u64().unwrap() as u32 + 1;
        import(file, &options).unwrap();
        options.max_nodes -= 1;
        let error = import(file, &options).unwrap_err();
        assert_eq!(error.code(), ErrorCode::TooLarge);
        assert!(error.message().contains("69 nodes"), "{error}");
        options.max_nodes += 1;
        options.max_depth -= 1;
        let error = import(file, &options).unwrap_err();
        assert_eq!(error.code(), ErrorCode::TooLarge);
        assert!(error.message().contains("65 levels"), "{error}");
        for limit in [&mut options.max_nodes, &mut options.max_depth] {
            *limit = 0;
        }
        assert_eq!(code(import(file, &options)), ErrorCode::TooLarge);
    }
}

/// Imports a text that is made while it is read. Returns the number of its bytes.
fn import_parts(parts: impl Iterator<Item = String>) -> u64 {
    let mut importer = Importer::new(Options::default());
    for part in parts {
        importer.push(part.as_bytes()).unwrap();
    }
    importer.finish().unwrap().total_bytes()
}

fn once(text: &str) -> impl Iterator<Item = String> {
    std::iter::once(text.to_string())
}

/// A node in V8's own layout, up to its children.
fn compact_node(number: usize) -> String {
    format!(
        concat!(
            r#"{{"callFrame":{{"functionName":"f{}","scriptId":"7","url":"/a.js","lineNumber":0,"columnNumber":{}}},"#,
            r#""selfSize":8,"id":{},"children":["#
        ),
        number % 1000,
        number % 100_000,
        number + 2
    )
}

const MANY: usize = 1_000_000;

#[test]
fn a_million_children() {
    let more = |number: usize| if number + 1 < MANY { "," } else { "" };
    let compact = (0..MANY).map(|number| format!("{}]}}{}", compact_node(number), more(number)));
    assert_eq!(soon(|| import_parts(once(ROOT).chain(compact).chain(once("]}}")))), 8 * MANY as u64);
    let other = (0..MANY).map(|number| format!(r#"{{"selfSize":8,"callFrame":{{}}}}{}"#, more(number)));
    assert_eq!(soon(|| import_parts(once(ROOT).chain(other).chain(once("]}}")))), 8 * MANY as u64);
}

#[test]
fn a_million_levels() {
    let compact = (0..MANY).map(compact_node).chain((0..MANY).map(|_| "]}".to_string()));
    assert_eq!(soon(|| import_parts(once(ROOT).chain(compact).chain(once("]}}")))), 8 * MANY as u64);
    let flat = r#"{"functionName":"f","children":["#.to_string();
    let flat = std::iter::repeat_n(flat, MANY).chain((0..MANY).map(|_| r#"],"selfSize":8}"#.to_string()));
    assert_eq!(soon(|| import_parts(once(ROOT).chain(flat).chain(once("]}}")))), 8 * MANY as u64);
}

#[test]
fn the_path_of_an_error_a_million_levels_deep() {
    let mut importer = Importer::new(Options::default());
    importer.push(ROOT.as_bytes()).unwrap();
    for number in 0..MANY {
        importer.push(compact_node(number).as_bytes()).unwrap();
    }
    let error = soon(|| importer.push(br#"{"callFrame":{},"selfSize":0.5}"#)).unwrap_err();
    assert_eq!(error.code(), ErrorCode::MalformedJson);
    assert!(error.message().len() < 300 && error.message().contains("children[0].selfSize"), "{error}");
}

#[test]
fn functions_that_are_nearly_the_same() {
    let node = |name: usize, script: usize, url: usize, line: usize, column: usize| {
        format!(
            concat!(
                r#"{{"callFrame":{{"functionName":"f{}","scriptId":"{}","url":"/{}.js","lineNumber":{},"#,
                r#""columnNumber":{}}},"selfSize":8,"id":2,"children":[]}},"#
            ),
            name, script, url, line, column
        )
    };
    let kinds: [&dyn Fn(usize) -> String; 6] = [
        &|i| node(i, 7, 1, 0, 0),
        &|i| node(1, i, 1, 0, 0),
        &|i| node(1, 7, i, 0, 0),
        &|i| node(1, 7, 1, i, 0),
        &|i| node(1, 7, 1, 0, i),
        // All of one slot of the memo of URLs.
        &|i| node(1, i % 1000 * 1024, i, 0, 0),
    ];
    for kind in kinds {
        let count = 200_000;
        let nodes = (0..count).map(kind).chain(once(r#"{"callFrame":{},"selfSize":8}]}}"#));
        assert_eq!(soon(|| import_parts(once(ROOT).chain(nodes))), 8 * (count as u64 + 1));
    }
}

#[test]
fn children_that_are_replaced_again_and_again() {
    let count = 200_000;
    let large = r#"{"callFrame":{},"selfSize":5000000000,"id":5000000000},"#.to_string();
    let replaced = r#""selfSize":5000000001,"children":[{"callFrame":{},"selfSize":5000000000}],"#.to_string();
    let parts = once(ROOT)
        .chain(std::iter::repeat_n(large, count))
        .chain(once(r#"{"callFrame":{},"#))
        .chain(std::iter::repeat_n(replaced, count))
        .chain(once(r#""selfSize":1,"children":[]}]}}"#));
    assert_eq!(soon(|| import_parts(parts)), 5_000_000_000 * count as u64 + 1);
}

#[test]
fn samples_in_any_order() {
    let count = 500_000usize;
    let orders: [&dyn Fn(usize) -> usize; 4] =
        [&|i| count - i, &|_| 7, &|i| i * 7919 % count, &|i| (i % 2) * 9_000_000_000_000 + i];
    for order in orders {
        let samples = (0..count).map(|i| format!(r#"{{"size":8,"nodeId":{},"ordinal":{}}},"#, i % 3, order(i)));
        let start = ROOT.replace("\"selfSize\":0", "\"selfSize\":800");
        let parts = once(&start).chain(once("]},\"samples\":[")).chain(samples).chain(once("{}]}"));
        assert_eq!(soon(|| import_parts(parts)), 800);
    }
}

#[test]
fn every_prefix() {
    for (name, step) in [
        ("node26-worker-startHeapProfile.heapprofile", 1),
        ("node26-default-interval.heapprofile", 1),
        ("node22-pretty.heapprofile.gz", 1),
        ("node24-inspector-live.heapprofile", 97),
        ("chromium156-default.heapprofile", 97),
        ("node12-names.heapprofile.gz", 97),
        ("variants/v8-profiler-next-shape.heapprofile", 97),
    ] {
        let file = corpus::read("corpus", name);
        let trimmed = file.trim_ascii_end().len();
        for len in (0..trimmed).step_by(step) {
            let error = import(&file[..len], &Options::default()).expect_err(name);
            let expected: &[ErrorCode] = match len {
                0 => &[ErrorCode::Empty],
                // The first byte of gzip alone is no gzip yet.
                1 => &[ErrorCode::Truncated, ErrorCode::NotAHeapProfile],
                _ => &[ErrorCode::Truncated],
            };
            assert!(expected.contains(&error.code()), "{name} cut at {len}: {:?}, {error}", error.code());
        }
        import(&file[..trimmed], &Options::default()).unwrap();
    }
}

#[test]
fn a_truncated_file_says_how_far_it_came() {
    let file = corpus::read("corpus", "node26-default-interval.heapprofile");
    let cut = file.len() - 10;
    let error = import(&file[..cut], &Options::default()).unwrap_err();
    assert_eq!(error.offset(), Some(cut as u64));
    assert!(error.message().contains("22 call tree nodes"), "{error}");
    assert!(error.to_string().contains(&cut.to_string()), "{error}");
}

/// A profile that the validator accepts, or an error; what follows the error is none of its business.
fn check_damaged(file: &[u8], what: &str) {
    match import(file, &Options::default()) {
        Ok(profile) => {
            let problems = validate::problems(&to_value(&profile));
            assert!(problems.is_empty(), "{what}: {problems:?}");
        }
        Err(error) => assert!(error.message().len() > 10, "{what}: {error}"),
    }
}

#[test]
fn every_damaged_byte() {
    for name in ["node26-worker-startHeapProfile.heapprofile", "node24-empty.heapprofile"] {
        let file = corpus::read("corpus", name);
        for position in 0..file.len() {
            let old = file[position];
            let flips = (0..8).map(|bit| old ^ 1 << bit);
            for new in flips.chain(*b"\"\\{}[],:-0e \0\xff") {
                let mut damaged = file.clone();
                damaged[position] = new;
                check_damaged(&damaged, &format!("{name}, byte {position} is {new}"));
            }
        }
    }
    let packed = write::gzip(&corpus::read("corpus", "node24-empty.heapprofile"), 9);
    for position in 0..packed.len() {
        for new in 0..=255 {
            let mut damaged = packed.clone();
            damaged[position] = new;
            check_damaged(&damaged, &format!("gzip, byte {position} is {new}"));
        }
    }
}

#[test]
fn bytes_left_out_or_twice() {
    let file = corpus::read("corpus", "node26-worker-startHeapProfile.heapprofile");
    for start in 0..file.len() {
        for len in [1, 2, 5, 20, 100] {
            let end = (start + len).min(file.len());
            check_damaged(&[&file[..start], &file[end..]].concat(), &format!("without {start}..{end}"));
            check_damaged(&[&file[..end], &file[start..]].concat(), &format!("twice {start}..{end}"));
        }
    }
}

#[test]
fn an_importer_survives_what_follows_an_error() {
    let good = corpus::read("corpus", "node26-worker-startHeapProfile.heapprofile");
    for bad in corpus::names_in("fixtures").into_iter().filter(|name| name.starts_with("bad-")) {
        let bad = corpus::read("fixtures", &bad);
        let mut importer = Importer::new(Options::default());
        let pushed = importer.push(&bad);
        // Bytes behind an error make no sense, but no harm.
        let _ = importer.push(&good);
        assert!(pushed.is_err() || importer.end_file().is_err());
        importer.skip_file();
        importer.begin_file(None).unwrap();
        importer.push(&good).unwrap();
        assert_eq!(importer.finish().unwrap().total_bytes(), 7_008_248);
    }
}
