//! A structural validator of processed profiles, as far as this crate uses the format (version 70).

use serde_json::Value;
use std::collections::HashSet;

/// Panics with all problems of a profile, if there are any.
pub fn assert_valid(profile: &Value) {
    let problems = problems(profile);
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}

/// What is wrong with a profile.
pub fn problems(profile: &Value) -> Vec<String> {
    let mut checker = Checker { profile, problems: Vec::new() };
    checker.check();
    checker.problems.truncate(20);
    checker.problems
}

/// What the values of a column must be.
#[derive(Clone, Copy)]
enum Is {
    Index(usize),
    IndexOrNull(usize),
    IndexOrMinusOne(usize),
    /// A whole number that isn't negative.
    Size,
    /// A whole number.
    Integer,
    /// From 1.
    PositionOrNull,
    Null,
    Boolean,
    Minus1,
    Zero,
    One,
    ResourceType,
    Text(&'static str),
    False,
}

impl Is {
    fn accepts(self, value: &Value) -> bool {
        let index_below = |length: usize| value.as_u64().is_some_and(|index| (index as usize) < length);
        match self {
            Is::Index(length) => index_below(length),
            Is::IndexOrNull(length) => value.is_null() || index_below(length),
            Is::IndexOrMinusOne(length) => value.as_i64() == Some(-1) || index_below(length),
            Is::Size => value.as_u64().is_some_and(|size| size <= 1 << 53),
            Is::Integer => value.as_i64().is_some_and(|number| number.abs() <= 1 << 53),
            Is::PositionOrNull => value.is_null() || value.as_u64().is_some_and(|at| (1..1 << 31).contains(&at)),
            Is::Null => value.is_null(),
            Is::Boolean => value.is_boolean(),
            Is::Minus1 => value.as_i64() == Some(-1),
            Is::Zero => value.as_i64() == Some(0),
            Is::One => value.as_i64() == Some(1),
            Is::ResourceType => value.as_i64().is_some_and(|kind| (2..=5).contains(&kind)),
            Is::Text(text) => value.as_str() == Some(text),
            Is::False => value.as_bool() == Some(false),
        }
    }
}

struct Checker<'a> {
    profile: &'a Value,
    problems: Vec<String>,
}

impl<'a> Checker<'a> {
    fn report(&mut self, problem: String) {
        self.problems.push(problem);
    }

    fn require(&mut self, condition: bool, problem: impl FnOnce() -> String) {
        if !condition {
            self.report(problem());
        }
    }

    fn check(&mut self) {
        let profile = self.profile;
        let keys: Vec<&str> = profile.as_object().into_iter().flatten().map(|(key, _)| key.as_str()).collect();
        self.require(keys.len() == 6, || format!("keys of the profile: {keys:?}"));
        for name in ["libs", "pages", "counters"] {
            self.require(profile[name].as_array().is_some_and(Vec::is_empty), || format!("{name} isn't empty"));
        }
        self.check_meta();
        self.check_shared();
        match profile["threads"].as_array() {
            Some(threads) if !threads.is_empty() => self.check_threads(threads),
            _ => self.report("there are no threads".to_string()),
        }
    }

    /// Checks a table's columns; `others` are its fields that aren't columns. Returns its length.
    fn check_table(&mut self, path: &str, table: &Value, columns: &[(&str, Is)], others: &[(&str, Value)]) -> usize {
        let length = table["length"].as_u64().unwrap_or(u64::MAX) as usize;
        for key in table.as_object().into_iter().flatten().map(|(key, _)| key) {
            let is_known = key == "length"
                || columns.iter().any(|(name, _)| name == key)
                || others.iter().any(|(name, _)| name == key);
            self.require(is_known, || format!("{path}.{key} isn't a column"));
        }
        for (name, value) in others {
            self.require(table[*name] == *value, || format!("{path}.{name} is {}", table[*name]));
        }
        for (name, is) in columns {
            let Some(column) = table[*name].as_array() else {
                self.report(format!("{path}.{name} is missing"));
                continue;
            };
            self.require(column.len() == length, || format!("{path}.{name} has {} of {length} values", column.len()));
            if let Some(row) = column.iter().position(|value| !is.accepts(value)) {
                self.report(format!("{path}.{name}[{row}] is {}", column[row]));
            }
        }
        length
    }

    fn length_of(&self, name: &str) -> usize {
        self.profile["shared"][name]["length"].as_u64().unwrap_or(0) as usize
    }

    fn check_shared(&mut self) {
        let shared = &self.profile["shared"];
        let strings = shared["stringArray"].as_array().map_or(0, Vec::len);
        let distinct: HashSet<_> = shared["stringArray"].as_array().into_iter().flatten().map(Value::as_str).collect();
        self.require(distinct.len() == strings && !distinct.contains(&None), || "strings aren't distinct".into());
        let categories = self.profile["meta"]["categories"].as_array().map_or(0, Vec::len);
        let (frames, funcs) = (self.length_of("frameTable"), self.length_of("funcTable"));
        let (resources, sources) = (self.length_of("resourceTable"), self.length_of("sources"));

        let stack_columns = [("frame", Is::Index(frames)), ("prefixOffset", Is::Size)];
        self.check_table("stackTable", &shared["stackTable"], &stack_columns, &[]);
        let frame_columns = [
            ("address", Is::Minus1),
            ("lib", Is::Minus1),
            ("inlineDepth", Is::Zero),
            ("category", Is::Index(categories)),
            ("subcategory", Is::Size),
            ("func", Is::Index(funcs)),
            ("nativeSymbol", Is::Null),
            ("innerWindowID", Is::Zero),
            ("line", Is::Null),
            ("column", Is::Null),
            ("originalLocation", Is::Null),
        ];
        self.check_table("frameTable", &shared["frameTable"], &frame_columns, &[]);
        let func_columns = [
            ("name", Is::Index(strings)),
            ("isJS", Is::Boolean),
            ("relevantForJS", Is::False),
            ("resource", Is::IndexOrMinusOne(resources)),
            ("source", Is::IndexOrNull(sources)),
            ("lineNumber", Is::PositionOrNull),
            ("columnNumber", Is::PositionOrNull),
            ("originalLocation", Is::Null),
        ];
        self.check_table("funcTable", &shared["funcTable"], &func_columns, &[]);
        let resource_columns =
            [("name", Is::Index(strings)), ("host", Is::IndexOrNull(strings)), ("type", Is::ResourceType)];
        self.check_table("resourceTable", &shared["resourceTable"], &resource_columns, &[]);
        let source_columns = [
            ("id", Is::Null),
            ("filename", Is::Index(strings)),
            ("startLine", Is::One),
            ("startColumn", Is::One),
            ("sourceMapURL", Is::Null),
            ("content", Is::Null),
        ];
        self.check_table("sources", &shared["sources"], &source_columns, &[]);
        for (name, columns) in [
            ("nativeSymbols", &["libIndex", "address", "name", "functionSize"][..]),
            ("sourceLocationTable", &["source", "line", "column"]),
        ] {
            self.check_empty(name, &shared[name], columns);
        }
        if self.problems.is_empty() {
            self.check_links();
        }
    }

    fn check_empty(&mut self, path: &str, table: &Value, columns: &[&str]) {
        let columns: Vec<_> = columns.iter().map(|name| (*name, Is::Null)).collect();
        let length = self.check_table(path, table, &columns, &[]);
        self.require(length == 0, || format!("{path} isn't empty"));
    }

    /// How columns belong together; all of them are there.
    fn check_links(&mut self) {
        let shared = &self.profile["shared"];
        let mut is_used = vec![false; self.length_of("frameTable")];
        for stack in 0..self.length_of("stackTable") {
            let offset = number(&shared["stackTable"]["prefixOffset"][stack]) as usize;
            self.require(offset <= stack, || format!("stackTable.prefixOffset[{stack}] is {offset}"));
            is_used[number(&shared["stackTable"]["frame"][stack]) as usize] = true;
        }
        let categories = &self.profile["meta"]["categories"];
        for (frame, is_used) in is_used.into_iter().enumerate() {
            let table = &shared["frameTable"];
            self.require(is_used, || format!("frame {frame} is in no stack"));
            self.require(number(&table["func"][frame]) as usize == frame, || format!("frame {frame} is another func"));
            let category = number(&table["category"][frame]) as usize;
            let subcategories = categories[category]["subcategories"].as_array().map_or(0, Vec::len);
            let subcategory = number(&table["subcategory"][frame]) as usize;
            self.require(subcategory < subcategories, || format!("frame {frame} is of subcategory {subcategory}"));
        }
        let funcs = &shared["funcTable"];
        for func in 0..self.length_of("funcTable") {
            let has_source = !funcs["source"][func].is_null();
            let has_resource = number(&funcs["resource"][func]) != -1;
            self.require(has_source == has_resource, || format!("func {func} has only one of source and resource"));
        }
        let resources = &shared["resourceTable"];
        for resource in 0..self.length_of("resourceTable") {
            let is_web = number(&resources["type"][resource]) == 3;
            let has_host = !resources["host"][resource].is_null();
            self.require(is_web == has_host, || format!("resource {resource} and its host"));
        }
        for name in ["resourceTable", "sources"] {
            let key = if name == "sources" { "filename" } else { "name" };
            let rows: HashSet<String> = (0..self.length_of(name))
                .map(|row| format!("{} {}", shared[name][key][row], shared[name]["type"][row]))
                .collect();
            self.require(rows.len() == self.length_of(name), || format!("{name} has a row twice"));
        }
    }

    fn check_meta(&mut self) {
        let meta = &self.profile["meta"];
        let threads = self.profile["threads"].as_array().map_or(0, Vec::len);
        for (name, value) in
            [("interval", 1), ("stackwalk", 0), ("processType", 0), ("version", 34), ("preprocessedProfileVersion", 70)]
        {
            self.require(meta[name].as_i64() == Some(value), || format!("meta.{name} is {}", meta[name]));
        }
        let visible = meta["initialVisibleThreads"].as_array();
        let all = visible.is_some_and(|list| list.iter().enumerate().all(|(i, v)| v.as_u64() == Some(i as u64)));
        self.require(all && visible.map_or(0, Vec::len) == threads, || "meta.initialVisibleThreads".into());
        self.require(meta["sampleUnits"]["time"] == "bytes", || "meta.sampleUnits".into());
        let mut names = HashSet::new();
        for category in meta["categories"].as_array().into_iter().flatten() {
            self.require(names.insert(category["name"].as_str()), || format!("{category} is there twice"));
            let list: Vec<_> = category["subcategories"].as_array().into_iter().flatten().collect();
            let distinct: HashSet<_> = list.iter().map(|name| name.as_str()).collect();
            let is_good = list.first().is_some_and(|first| *first == "Other") && distinct.len() == list.len();
            self.require(is_good, || format!("{category}: subcategories"));
        }
        for entry in meta["extra"][0]["entries"].as_array().into_iter().flatten() {
            self.require(Is::Size.accepts(&entry["value"]) || entry["label"] == "Highest ordinal", || {
                entry.to_string()
            });
        }
    }

    fn check_threads(&mut self, threads: &[Value]) {
        let (mut pids, mut tids) = (HashSet::new(), HashSet::new());
        for (index, thread) in threads.iter().enumerate() {
            let path = format!("threads[{index}]");
            let is_first = pids.insert(thread["pid"].as_str());
            self.require(thread["pid"].is_string(), || format!("{path}.pid is {}", thread["pid"]));
            self.require(thread["isMainThread"] == is_first, || format!("{path}.isMainThread"));
            self.require(tids.insert(thread["tid"].to_string()), || format!("{path}.tid is {}", thread["tid"]));
            let marker_columns = ["data", "name", "startTime", "endTime", "phase", "category"];
            self.check_empty(&format!("{path}.markers"), &thread["markers"], &marker_columns);
            self.check_rows(&path, thread);
        }
    }

    fn check_rows(&mut self, path: &str, thread: &Value) {
        let stacks = self.length_of("stackTable");
        let table = super::figures::rows(thread);
        let is_balanced = table.get("memoryAddress").is_some();
        // Only a difference has less than nothing somewhere, and the end of an allocation.
        let weight = if is_balanced || thread["name"] == "Difference" { Is::Integer } else { Is::Size };
        let mut columns = vec![("stack", Is::IndexOrNull(stacks)), ("time", Is::Size), ("weight", weight)];
        if is_balanced {
            columns.extend([("memoryAddress", Is::Size), ("threadId", Is::Size)]);
        }
        let is_elsewhere = thread.get("nativeAllocations").is_some() || thread.get("jsAllocations").is_some();
        if is_elsewhere {
            let empty = [("stack", Is::Null), ("time", Is::Null)];
            let others = [("weight", Value::Null), ("weightType", "samples".into())];
            self.check_table(&format!("{path}.samples"), &thread["samples"], &empty, &others);
        }
        if thread.get("jsAllocations").is_some() {
            columns.push(("className", Is::Text("Object")));
            columns.push(("typeName", Is::Text("JSObject")));
            columns.push(("coarseType", Is::Text("Object")));
            columns.push(("inNursery", Is::False));
        }
        let before = self.problems.len();
        self.check_table(path, table, &columns, &[("weightType", "bytes".into())]);
        if self.problems.len() == before {
            self.check_axis(path, table);
        }
    }

    /// The axis is made of the weights, and each heavy row is followed by one that marks its end, but in balanced tables.
    fn check_axis(&mut self, path: &str, table: &Value) {
        let values = |name: &str| super::figures::column(table, name);
        let (stacks, times, weights) = (values("stack"), values("time"), values("weight"));
        let weight = |row: usize| number(&weights[row]).abs();
        let total: i64 = (0..weights.len()).map(weight).sum();
        let has_ends = table.get("memoryAddress").is_none();
        let is_end = |row: usize| row > 0 && row < weights.len() && weight(row) == 0 && stacks[row] == stacks[row - 1];
        let mut sum = 0;
        for (row, time) in times.iter().enumerate().take(weights.len()) {
            self.require(number(time) == sum, || format!("{path}.time[{row}] is {time} at {sum}"));
            sum += weight(row);
            let is_heavy = has_ends && weight(row) > total / 1000;
            self.require(!is_heavy || is_end(row + 1), || format!("{path}: row {row} is heavy without an end"));
        }
        let last_is_right = match weights.len() {
            0 => false,
            _ if !has_ends => true,
            1 => stacks[0].is_null() && sum == 0,
            length => is_end(length - 1),
        };
        self.require(last_is_right, || format!("{path}: the last row doesn't mark the end"));
    }
}

fn number(value: &Value) -> i64 {
    value.as_i64().unwrap_or(i64::MIN)
}
