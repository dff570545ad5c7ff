//! The tables that all threads share.

use super::{Frame, Node, origin};
use serde_json::{Map, Value, json};

/// Numbers things in the order in which they come first.
struct Numbering<T>(Vec<T>);

impl<T: PartialEq> Numbering<T> {
    fn of(&mut self, thing: T) -> usize {
        self.0.iter().position(|known| *known == thing).unwrap_or_else(|| {
            self.0.push(thing);
            self.0.len() - 1
        })
    }
}

pub struct Stacks {
    /// The call frame of each function.
    pub frames: Vec<Frame>,
    pub of_node: Vec<Option<usize>>,
    frame: Vec<usize>,
    prefix_offset: Vec<usize>,
}

impl Stacks {
    pub fn build(nodes: &[Node]) -> Self {
        // It would only add a line of 100 % to each view.
        let head = &nodes[0];
        let is_dropped = head.frame.name == "(root)" && origin::pseudo(&head.frame).is_some() && head.self_size == 0;
        let mut frames = std::collections::HashMap::new();
        let mut list = Vec::new();
        let (mut frame, mut prefix_offset, mut of_node) = (Vec::new(), Vec::new(), Vec::new());
        for (index, node) in nodes.iter().enumerate() {
            if index == 0 && is_dropped {
                of_node.push(None);
                continue;
            }
            of_node.push(Some(frame.len()));
            frame.push(*frames.entry(node.frame.clone()).or_insert_with(|| {
                list.push(node.frame.clone());
                list.len() - 1
            }));
            let parent = node.parent.filter(|&parent| parent > 0 || !is_dropped);
            prefix_offset.push(parent.map_or(0, |parent| index - parent));
        }
        Stacks { frames: list, of_node, frame, prefix_offset }
    }
}

/// A table without rows.
pub fn empty(columns: &[&str]) -> Value {
    let mut table: Map<String, Value> = columns.iter().map(|name| (name.to_string(), json!([]))).collect();
    table.insert("length".to_string(), 0.into());
    table.into()
}

fn table(rows: Vec<Value>, columns: &[&str]) -> Value {
    let mut table = empty(columns);
    for name in columns {
        table[*name] = rows.iter().map(|row| row[*name].clone()).collect();
    }
    table["length"] = rows.len().into();
    table
}

fn categories(internals: &str) -> Vec<(String, &'static str, Numbering<String>)> {
    let v8 = ["Other", "Builtin", "API", "Parser", "Compiler", "Bytecode compiler", "External", "Logging"];
    [
        ("Other", "grey", &v8[..1]),
        ("JavaScript", "yellow", &["Other", "Eval"]),
        ("Dependency", "orange", &v8[..1]),
        (internals, "green", &v8[..1]),
        ("Browser extension", "purple", &v8[..1]),
        ("WebAssembly", "magenta", &v8[..1]),
        ("V8", "blue", &v8),
        ("GC", "red", &v8[..1]),
    ]
    .into_iter()
    .map(|(name, color, subcategories)| {
        (name.to_string(), color, Numbering(subcategories.iter().map(|name| name.to_string()).collect()))
    })
    .collect()
}

/// `shared` and `meta.categories`.
pub fn build(stacks: &Stacks, internals: &str) -> (Value, Value) {
    let mut categories = categories(internals);
    let (mut strings, mut sources, mut resources) =
        (Numbering(Vec::new()), Numbering(Vec::new()), Numbering(Vec::new()));
    let (mut source_rows, mut resource_rows, mut funcs, mut frames) = (vec![], vec![], vec![], vec![]);
    for (func, frame) in stacks.frames.iter().enumerate() {
        let name = if frame.name.is_empty() { "(anonymous)" } else { &frame.name };
        let name = strings.of(name.to_string());
        let source = (!frame.url.is_empty()).then(|| sources.of(frame.url.clone()));
        if source == Some(source_rows.len()) {
            let filename = strings.of(frame.url.clone());
            source_rows.push(json!({
                "id": null, "filename": filename, "startLine": 1, "startColumn": 1, "sourceMapURL": null, "content": null
            }));
        }
        let resource = origin::resource(&frame.url).map_or(-1, |(kind, resource_name, host)| {
            let resource = resources.of((kind, resource_name.clone()));
            if resource == resource_rows.len() {
                let name = strings.of(resource_name);
                let host = host.map(|host| strings.of(host));
                resource_rows.push(json!({ "name": name, "host": host, "type": kind }));
            }
            resource as i64
        });
        funcs.push(json!({
            "name": name,
            "isJS": origin::pseudo(frame).is_none(),
            "relevantForJS": false,
            "resource": resource,
            "source": source,
            "lineNumber": frame.line,
            "columnNumber": frame.column,
            "originalLocation": null,
        }));
        let (category, subcategory) = origin::categorize(frame);
        let category = match category {
            "Internals" => 3,
            name => categories.iter().position(|(other, ..)| other == name).unwrap(),
        };
        frames.push(json!({
            "address": -1,
            "lib": -1,
            "inlineDepth": 0,
            "category": category,
            "subcategory": categories[category].2.of(subcategory),
            "func": func,
            "nativeSymbol": null,
            "innerWindowID": 0,
            "line": null,
            "column": null,
            "originalLocation": null,
        }));
    }
    let frame_columns = [
        "address",
        "lib",
        "inlineDepth",
        "category",
        "subcategory",
        "func",
        "nativeSymbol",
        "innerWindowID",
        "line",
        "column",
        "originalLocation",
    ];
    let func_columns =
        ["name", "isJS", "relevantForJS", "resource", "source", "lineNumber", "columnNumber", "originalLocation"];
    let shared = json!({
        "stackTable": { "frame": stacks.frame, "prefixOffset": stacks.prefix_offset, "length": stacks.frame.len() },
        "frameTable": table(frames, &frame_columns),
        "funcTable": table(funcs, &func_columns),
        "resourceTable": table(resource_rows, &["name", "host", "type"]),
        "sources": table(source_rows, &["id", "filename", "startLine", "startColumn", "sourceMapURL", "content"]),
        "nativeSymbols": empty(&["libIndex", "address", "name", "functionSize"]),
        "sourceLocationTable": empty(&["source", "line", "column"]),
        "stringArray": strings.0,
    });
    let categories = categories
        .into_iter()
        .map(|(name, color, list)| json!({ "name": name, "color": color, "subcategories": list.0 }))
        .collect();
    (shared, categories)
}
