//! A naive importer, for reading and not for speed: the expected profile, to compare the real one with. It works on
//! what a JSON parser gives, one step after the other. It knows nothing of file names.

mod origin;
mod rows;
mod tables;

use heapprofile_importer::Table;
use serde_json::{Value, json};

/// A call frame as the profile has it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Frame {
    pub name: String,
    pub script: String,
    pub url: String,
    pub line: Option<i64>,
    pub column: Option<i64>,
}

pub struct Node {
    pub frame: Frame,
    pub self_size: i64,
    pub id: Option<i64>,
    pub parent: Option<usize>,
}

pub struct Sample {
    pub size: i64,
    pub node_id: Option<i64>,
    pub ordinal: Option<i64>,
    pub is_live: bool,
    /// How many objects it stands for, if the file says.
    pub objects: Option<i64>,
}

/// Parses JSON of any depth.
pub fn parse(text: &[u8]) -> Value {
    use serde::Deserialize;
    let mut deserializer = serde_json::Deserializer::from_slice(text);
    deserializer.disable_recursion_limit();
    Value::deserialize(&mut deserializer).unwrap()
}

/// The profile that a heap profile should become.
pub fn import(file: &Value, table: Table) -> Value {
    let file = unwrap(file);
    let is_one_based = is_one_based(&file["head"]);
    let (nodes, overflows) = read_nodes(&file["head"], is_one_based);
    let samples: Option<Vec<Sample>> = file["samples"].as_array().map(|list| list.iter().map(read_sample).collect());

    let stacks = tables::Stacks::build(&nodes);
    let runtime = origin::guess_runtime(&stacks.frames);
    let (shared, categories) =
        tables::build(&stacks, if runtime == "Deno" { "Deno internals" } else { "Node.js internals" });
    let rows = rows::fit(&nodes, samples.as_deref().unwrap_or_default());
    let mut threads = vec![thread("JavaScript heap", true, json!(0), runtime, &rows.live, &stacks, table)];
    if let Some(dead) = &rows.dead {
        threads.push(thread("Collected by GC", false, json!("0:0"), runtime, dead, &stacks, table));
    }
    let visible: Vec<usize> = (0..threads.len()).collect();
    let product = if runtime == "V8" { "V8 Heap Profile".to_string() } else { format!("{runtime} heap profile") };
    json!({
        "meta": {
            "interval": 1,
            "startTime": 0,
            "sampleUnits": { "time": "bytes", "eventDelay": "ms", "threadCPUDelta": "ns" },
            "product": product,
            "importedFrom": "V8 sampling heap profile",
            "symbolicated": true,
            "symbolicationNotSupported": true,
            "sourceCodeIsNotOnSearchfox": true,
            "usesOnlyOneStackType": true,
            "keepProfileThreadOrder": true,
            "initialVisibleThreads": visible,
            "initialSelectedThreads": [0],
            "stackwalk": 0,
            "processType": 0,
            "debug": false,
            "markerSchema": [],
            "version": 34,
            "preprocessedProfileVersion": 70,
            "categories": categories,
            "extra": [{ "label": "Heap profile", "entries": facts(&nodes, samples.as_deref(), &rows, overflows) }],
        },
        "libs": [],
        "pages": [],
        "counters": [],
        "shared": shared,
        "threads": threads,
    })
}

/// The inspector's answer, or a part of it, may have been saved as it is.
fn unwrap(file: &Value) -> &Value {
    let inner = file.get("result").and_then(|result| result.get("profile")).or_else(|| file.get("profile"));
    inner.unwrap_or(file)
}

/// The oldest writers have the call frame's keys on the node itself.
fn raw_frame(node: &Value) -> &Value {
    node.get("callFrame").unwrap_or(node)
}

fn is_one_based(head: &Value) -> bool {
    let frame = raw_frame(head);
    let has_url = frame["url"].as_str().is_some_and(|url| !url.is_empty());
    frame["functionName"] == "(root)" && !has_url && frame["lineNumber"] == 0
}

fn read_nodes(head: &Value, is_one_based: bool) -> (Vec<Node>, usize) {
    let mut nodes = Vec::new();
    let mut overflows = 0;
    let mut open = vec![(head, None)];
    while let Some((raw, parent)) = open.pop() {
        let mut self_size = whole(&raw["selfSize"]).unwrap_or(0);
        if is_one_based && self_size < 0 {
            self_size += 1 << 32;
            overflows += 1;
        }
        let frame = read_frame(raw_frame(raw), is_one_based);
        nodes.push(Node { frame, self_size, id: whole(&raw["id"]), parent });
        let node = nodes.len() - 1;
        open.extend(raw["children"].as_array().into_iter().flatten().rev().map(|child| (child, Some(node))));
    }
    (nodes, overflows)
}

/// A whole number, however it is written.
fn whole(value: &Value) -> Option<i64> {
    value.as_i64().or_else(|| value.as_f64().filter(|number| number.fract() == 0.0).map(|number| number as i64))
}

fn read_frame(raw: &Value, is_one_based: bool) -> Frame {
    let text = |key: &str| raw[key].as_str().unwrap_or_default().to_string();
    let position = |key: &str| {
        let position = whole(&raw[key])? + i64::from(!is_one_based);
        (1..1 << 31).contains(&position).then_some(position)
    };
    Frame {
        name: text("functionName"),
        script: match &raw["scriptId"] {
            Value::Null => "0".to_string(),
            Value::String(text) => text.clone(),
            number => number.to_string(),
        },
        url: text("url"),
        line: position("lineNumber"),
        column: position("columnNumber"),
    }
}

fn read_sample(raw: &Value) -> Sample {
    Sample {
        size: whole(&raw["size"]).unwrap_or(0),
        node_id: whole(&raw["nodeId"]),
        ordinal: whole(&raw["ordinal"]),
        is_live: raw["isLive"] != false,
        objects: whole(&raw["objectCount"]).map(|count| count.max(0)),
    }
}

fn facts(nodes: &[Node], samples: Option<&[Sample]>, rows: &rows::Fitted, overflows: usize) -> Vec<Value> {
    let entry = |label: &str, format: &str, value: i64| json!({ "label": label, "format": format, "value": value });
    let mut entries = vec![
        entry("Total size", "bytes", nodes.iter().map(|node| node.self_size).sum()),
        entry("Call tree nodes", "integer", nodes.len() as i64),
    ];
    if let Some(samples) = samples {
        let highest = samples.iter().filter_map(|sample| sample.ordinal).max().unwrap_or(0);
        entries.push(entry("Samples", "integer", samples.len() as i64));
        entries.push(entry("Orphan samples", "integer", rows.orphans as i64));
        entries.push(entry("Orphan bytes", "bytes", rows.orphan_bytes));
        entries.push(entry("Highest ordinal", "integer", highest));
        if let Some(smallest) = samples.iter().map(|sample| sample.size).filter(|&size| size > 0).min() {
            entries.push(entry("Estimated sampling interval", "bytes", interval(smallest)));
        }
    }
    if let Some(dead) = &rows.dead {
        let total = |rows: &[(usize, i64)]| rows.iter().map(|&(_, weight)| weight).sum();
        entries.push(entry("Live size", "bytes", total(&rows.live)));
        entries.push(entry("Collected by GC", "bytes", total(dead)));
    }
    let count = |is_live: bool| -> Option<i64> {
        let counted = samples?.iter().filter(|sample| sample.objects.is_some()).collect::<Vec<_>>();
        let wanted = counted.iter().filter(|sample| sample.is_live == is_live);
        (!counted.is_empty()).then(|| wanted.filter_map(|sample| sample.objects).sum())
    };
    if let Some(live) = count(true) {
        entries.push(entry("Live objects", "integer", live));
    }
    if let Some(collected) = count(false).filter(|_| rows.dead.is_some()) {
        entries.push(entry("Collected objects", "integer", collected));
    }
    if overflows > 0 {
        entries.push(entry("Sizes mended after 32-bit overflow", "integer", overflows as i64));
    }
    entries
}

fn interval(smallest: i64) -> i64 {
    // At most 24 bytes below the smallest sample, or 0.4 %.
    let lowest = smallest - (smallest / 250).max(24);
    let powers = (0..54).map(|bit| 1i64 << bit).filter(|&power| power <= smallest);
    if let Some(power) = powers.max().filter(|&power| power >= lowest) {
        return power;
    }
    let units =
        [1_048_576, 1_000_000, 500_000, 100_000, 65_536, 50_000, 16_384, 10_000, 5_000, 1_024, 1_000, 500, 100, 50, 10];
    let multiples = units.into_iter().map(|unit| smallest - smallest % unit);
    multiples.into_iter().find(|&multiple| multiple > 0 && multiple >= lowest).unwrap_or(smallest)
}

fn thread(
    name: &str,
    is_main: bool,
    tid: Value,
    process_name: &str,
    rows: &[(usize, i64)],
    stacks: &tables::Stacks,
    table: Table,
) -> Value {
    let mut laid_out = rows::lay_out(rows, |node| stacks.of_node[node]);
    laid_out["weightType"] = "bytes".into();
    let mut thread = json!({
        "processType": "default",
        "processStartupTime": 0,
        "processShutdownTime": null,
        "registerTime": 0,
        "unregisterTime": null,
        "pausedRanges": [],
        "name": name,
        "isMainThread": is_main,
        "processName": process_name,
        "pid": "0",
        "tid": tid,
        "samples": { "stack": [], "time": [], "weight": null, "weightType": "samples", "length": 0 },
        "markers": tables::empty(&["data", "name", "startTime", "endTime", "phase", "category"]),
    });
    if table == Table::JsAllocations {
        let length = laid_out["length"].as_u64().unwrap() as usize;
        for (name, value) in [
            ("className", json!("Object")),
            ("typeName", json!("JSObject")),
            ("coarseType", json!("Object")),
            ("inNursery", json!(false)),
        ] {
            laid_out[name] = vec![value; length].into();
        }
    }
    thread[table.as_str()] = laid_out;
    thread
}
