//! Strategies for heap profiles of all dialects, as JSON values.

use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use proptest::sample::{Index, select};
use serde_json::{Map, Value, json};

/// How a program lays out its profiles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dialect {
    /// The inspector's: 0-based positions, ids and samples.
    V8,
    /// v8-profiler-next: 1-based, sizes of 32 bits with a sign.
    OneBased,
    /// npm heap-profile: the same, and no `callFrame`.
    Flat,
}

const URLS: [&str; 26] = [
    "",
    "",
    "file:///srv/app/main.mjs",
    "/srv/app/lib/größe.js",
    "https://example.test:8443/a/app.js?v=1#x",
    "http://example.test",
    "https://example.test:8443/b.js",
    "node:internal/modules/cjs/loader",
    "node:fs",
    "node:internal/deps/undici/undici",
    "internal/errors.js",
    "_stream_readable.js",
    "/srv/node_modules/.pnpm/left@1.0.0/node_modules/left/index.js",
    "C:\\app\\node_modules\\@scope\\right\\x.js",
    "https://cdn.test/node_modules/@web/part/index.js",
    "node_modules/plain/index.js",
    "/srv/node_modules/",
    "/srv/node_modules/@scope/",
    "[eval]",
    "[worker eval]",
    "evalmachine.<anonymous>",
    "wasm://wasm/00ad0bc6",
    "chrome-extension://abcdefghijklmnop/content.js",
    "moz-extension://6bd60c3e/b.js",
    "http://10.0.2.2:8081/index.bundle?platform=ios",
    "ext:core/01_core.js",
];

const NAMES: [&str; 24] = [
    "",
    "push",
    "(root)",
    "(GC)",
    "(V8 API)",
    "(PARSER)",
    "(IDLE_EXTERNAL)",
    "(deopt)",
    "(program)",
    "(anonymous)",
    "js-to-wasm::i",
    "wasm-to-js:ii:",
    "constructor",
    "größe",
    "😀 smile",
    "tab\tand \"quote\" \\ /",
    "line\nbreak",
    "\u{0}\u{1f}\u{7f}",
    "\u{2028}\u{2029}",
    "half \u{fffd} of a pair",
    "\u{fffd}\u{fffd}",
    "😀\u{fffd}",
    "\u{feff}",
    "a name that is longer than thirty-two bytes, to fill words",
];

fn name() -> impl Strategy<Value = String> {
    prop_oneof![
        4 => select(&NAMES[..]).prop_map(str::to_string),
        2 => (0u32..40).prop_map(|number| format!("f{number}")),
        1 => "\\PC{0,20}",
    ]
}

fn url() -> impl Strategy<Value = String> {
    prop_oneof![6 => select(&URLS[..]).prop_map(str::to_string), 1 => "/\\PC{0,20}"]
}

fn script() -> impl Strategy<Value = Value> {
    prop_oneof![
        4 => (0u32..100).prop_map(|id| Value::from(id.to_string())),
        2 => Just(json!("0")),
        1 => (0u32..100).prop_map(Value::from),
        1 => select(vec![
            json!("007"), json!(""), json!("x"), json!("999999999"), json!("1000000000"), json!("4294967296"),
            json!(4_294_967_296u64), json!(-1), json!(1_000_000_000),
        ]),
    ]
}

/// Line or column; `None` is unknown.
fn position() -> impl Strategy<Value = Option<Value>> {
    prop_oneof![
        6 => (1u32..3000).prop_map(|at| Some(at.into())),
        2 => Just(None),
        1 => select(vec![
            json!(2_147_483_646), json!(2_147_483_647), json!(2_147_483_648u64), json!(-2_147_483_648), json!(-7),
            json!(4_294_967_296u64), json!(1.5), Value::Null,
        ]).prop_map(Some),
    ]
}

fn frame(dialect: Dialect) -> impl Strategy<Value = Map<String, Value>> {
    let unknown = if dialect == Dialect::V8 { -1 } else { 0 };
    (name(), script(), url(), position(), position()).prop_map(move |(name, script, url, line, column)| {
        let (line, column) = (line.unwrap_or(unknown.into()), column.unwrap_or(unknown.into()));
        object(json!({
            "functionName": name, "scriptId": script, "url": url, "lineNumber": line, "columnNumber": column
        }))
    })
}

fn pseudo(dialect: Dialect, name: &str) -> Map<String, Value> {
    let unknown = if dialect == Dialect::V8 { -1 } else { 0 };
    object(json!({
        "functionName": name, "scriptId": "0", "url": "", "lineNumber": unknown, "columnNumber": unknown
    }))
}

/// Sizes that are rarely so large that they can't be added up any more.
fn size() -> impl Strategy<Value = i64> {
    prop_oneof![
        3 => Just(0i64),
        8 => 1i64..5000,
        4 => (1i64..100_000).prop_map(|count| count * 8),
        1 => select(vec![
            u32::MAX as i64 - 1, u32::MAX as i64, 1 << 32, 123_456_789_012, 99_999_999, 100_000_000, 12_345_678,
        ]),
    ]
}

fn huge_size() -> impl Strategy<Value = i64> {
    prop_oneof![3 => size(), 1 => select(vec![(1i64 << 53) - 1, 1 << 53, 1 << 52, (1 << 52) + 1, (1 << 51) + 3])]
}

/// What is known of a node before the tree is built.
#[derive(Clone, Debug)]
struct NodeFacts {
    /// How many levels to go up from the node before.
    up: usize,
    frame: Index,
    self_size: i64,
    id: Option<i64>,
    /// Which of its fields are left out, or null.
    gaps: u8,
}

fn node(dialect: Dialect, sizes: BoxedStrategy<i64>) -> impl Strategy<Value = NodeFacts> {
    let size = match dialect {
        Dialect::V8 => sizes,
        _ => prop_oneof![6 => size(), 1 => i32::MIN as i64..0].boxed(),
    };
    let id = prop_oneof![
        12 => (2i64..4000).prop_map(Some),
        1 => select(vec![u32::MAX as i64, u32::MAX as i64 - 1, 1 << 40, 1 << 53, -3, 0, 1]).prop_map(Some),
        1 => Just(None),
    ];
    let gaps = prop_oneof![3 => Just(0u8), 1 => any::<u8>()];
    (prop_oneof![3 => Just(0usize), 2 => 1usize..5, 1 => Just(100)], any::<Index>(), size, id, gaps)
        .prop_map(|(up, frame, self_size, id, gaps)| NodeFacts { up, frame, self_size, id, gaps })
}

#[derive(Clone, Debug)]
struct SampleFacts {
    node: Option<Index>,
    size: i64,
    ordinal: Option<i64>,
    is_live: Option<Value>,
    objects: Option<Value>,
}

fn sample(
    ordinals: i64,
    live: BoxedStrategy<Option<Value>>,
    sizes: BoxedStrategy<i64>,
) -> impl Strategy<Value = SampleFacts> {
    let ordinal = prop_oneof![
        30 => (0..ordinals).prop_map(Some),
        1 => select(vec![u32::MAX as i64, 1 << 33, -1, 0]).prop_map(Some),
        1 => Just(None),
    ];
    let objects = prop_oneof![
        6 => Just(None),
        2 => (0..100i64).prop_map(|count| Some(count.into())),
        1 => select(vec![json!(-1), json!(1i64 << 40), json!("1"), Value::Null]).prop_map(Some),
    ];
    (option::weighted(0.9, any::<Index>()), sizes, ordinal, live, objects)
        .prop_map(|(node, size, ordinal, is_live, objects)| SampleFacts { node, size, ordinal, is_live, objects })
}

/// A heap profile of any kind, as a JSON parser gives it.
pub fn profile() -> impl Strategy<Value = Value> {
    let dialect = prop_oneof![4 => Just(Dialect::V8), 1 => Just(Dialect::OneBased), 1 => Just(Dialect::Flat)];
    let is_huge = prop::bool::weighted(0.1);
    (dialect, is_huge).prop_flat_map(|(dialect, is_huge)| {
        let sizes = || if is_huge { huge_size().boxed() } else { size().boxed() };
        let live = prop_oneof![
            3 => Just(Just(None).boxed()),
            1 => Just(select(vec![
                Some(json!(true)), Some(json!(true)), Some(json!(false)), Some(json!(false)), None, Some(Value::Null),
                Some(json!(1)), Some(json!("false")),
            ]).boxed()),
        ];
        let ordinals = select(vec![3i64, 60, 100_000, 1 << 34]);
        let samples = (ordinals, live).prop_flat_map(move |(ordinals, live)| {
            let sizes = if is_huge { huge_size().boxed() } else { size().boxed() };
            vec(sample(ordinals, live, sizes), 0..80)
        });
        let root = (prop::bool::weighted(0.8), prop::bool::weighted(0.3), sizes());
        let samples = option::weighted(if dialect == Dialect::V8 { 0.9 } else { 0.1 }, samples);
        (vec(frame(dialect), 1..12), vec(node(dialect, sizes()), 0..60), samples, root).prop_map(
            move |(frames, nodes, samples, (has_root, root_has_size, root_size))| {
                let head_size = if root_has_size { root_size } else { 0 };
                build(dialect, &frames, &nodes, samples, has_root, head_size)
            },
        )
    })
}

fn build(
    dialect: Dialect,
    frames: &[Map<String, Value>],
    facts: &[NodeFacts],
    samples: Option<Vec<SampleFacts>>,
    has_root: bool,
    head_size: i64,
) -> Value {
    let head_frame = if has_root { pseudo(dialect, "(root)") } else { frames[0].clone() };
    let mut nodes = vec![make_node(dialect, head_frame, head_size, Some(1), 0)];
    let mut parents = vec![0];
    let mut path = vec![0];
    for fact in facts {
        path.truncate(path.len().saturating_sub(fact.up).max(1));
        parents.push(*path.last().unwrap());
        path.push(nodes.len());
        // Negative sizes are for files that are known by their root to count from 1.
        let self_size = if has_root { fact.self_size } else { fact.self_size.max(0) };
        nodes.push(make_node(dialect, fact.frame.get(frames).clone(), self_size, fact.id, fact.gaps));
    }
    let ids: Vec<i64> = std::iter::once(1).chain(facts.iter().filter_map(|fact| fact.id)).collect();
    // From the last to the first, so that each node has all its children when its parent takes it.
    while nodes.len() > 1 {
        let node = nodes.pop().unwrap();
        let parent = &mut nodes[parents.pop().unwrap()];
        let children = parent.entry("children").or_insert_with(|| json!([]));
        if children.is_null() {
            *children = json!([]);
        }
        children.as_array_mut().unwrap().insert(0, node.into());
    }
    let mut profile = object(json!({ "head": nodes.pop().unwrap() }));
    if let Some(samples) = samples {
        let samples: Vec<Value> = samples.into_iter().map(|sample| make_sample(sample, &ids)).collect();
        profile.insert("samples".to_string(), samples.into());
    }
    profile.into()
}

fn make_node(
    dialect: Dialect,
    mut frame: Map<String, Value>,
    self_size: i64,
    id: Option<i64>,
    gaps: u8,
) -> Map<String, Value> {
    let has_gap = |bit: u8| gaps >> bit & 1 == 1;
    for (bit, key) in [(0, "scriptId"), (1, "url"), (2, "columnNumber")] {
        if has_gap(bit) && has_gap(7) {
            frame.remove(key);
        }
    }
    if has_gap(3) {
        frame.insert("scriptId".to_string(), Value::Null);
    }
    let mut node = if dialect == Dialect::Flat { frame } else { object(json!({ "callFrame": frame })) };
    node.insert("selfSize".to_string(), self_size.into());
    if let (Dialect::V8, Some(id)) = (dialect, id) {
        node.insert("id".to_string(), id.into());
    }
    match (has_gap(4), has_gap(5)) {
        (true, true) => {}
        (true, false) => drop(node.insert("children".to_string(), Value::Null)),
        _ => drop(node.insert("children".to_string(), json!([]))),
    }
    node
}

fn make_sample(facts: SampleFacts, ids: &[i64]) -> Value {
    let mut sample = object(json!({ "size": facts.size }));
    // Ids from 5000 on are those of orphans.
    let node_id = facts.node.map_or(5000 + facts.size % 1000, |node| *node.get(ids));
    sample.insert("nodeId".to_string(), node_id.into());
    if let Some(ordinal) = facts.ordinal {
        sample.insert("ordinal".to_string(), ordinal.into());
    }
    if let Some(is_live) = facts.is_live {
        sample.insert("isLive".to_string(), is_live);
    }
    if let Some(objects) = facts.objects {
        sample.insert("objectCount".to_string(), objects);
    }
    sample.into()
}

fn object(value: Value) -> Map<String, Value> {
    match value {
        Value::Object(map) => map,
        _ => Map::new(),
    }
}
