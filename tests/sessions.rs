//! Several files: snapshots of one session, what grew between them, and the difference of two.

mod common;

use common::{figures, to_value, validate};
use heapprofile_importer::{Compare, Importer, Options, Table};
use proptest::collection::vec;
use proptest::prelude::*;
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};

const NOT_A_SESSION: &str = "No snapshots of one sampling session in their order: shown side by side, without growth";

/// A function under the root: its name, self size, and samples as ordinals and sizes.
type Function<'a> = (&'a str, i64, &'a [(i64, i64)]);

fn call_frame(name: &str) -> Value {
    json!({ "functionName": name, "scriptId": "7", "url": "file:///a.js", "lineNumber": 1, "columnNumber": 1 })
}

fn root(children: Vec<Value>) -> Value {
    let frame = json!({ "functionName": "(root)", "scriptId": "0", "url": "", "lineNumber": -1, "columnNumber": -1 });
    json!({ "callFrame": frame, "selfSize": 0, "id": 1, "children": children })
}

/// A file with these functions. Node ids are none of another file.
fn snapshot(functions: &[Function], first_id: i64) -> Value {
    let mut samples = Vec::new();
    let mut children = Vec::new();
    for (&(name, size, own), id) in functions.iter().zip(first_id..) {
        children.push(json!({ "callFrame": call_frame(name), "selfSize": size, "id": id, "children": [] }));
        samples.extend(own.iter().map(|(ordinal, size)| json!({ "size": size, "nodeId": id, "ordinal": ordinal })));
    }
    json!({ "head": root(children), "samples": samples })
}

fn import(files: &[(Option<&str>, Value)], compare: Compare, table: Table) -> Value {
    let mut options = Options::default();
    options.compare = compare;
    options.table = table;
    let mut importer = Importer::new(options);
    for (name, file) in files {
        importer.begin_file(*name).unwrap();
        importer.push(file.to_string().as_bytes()).unwrap();
    }
    let profile = to_value(&importer.finish().unwrap());
    validate::assert_valid(&profile);
    profile
}

fn session(files: &[Value]) -> Value {
    let files: Vec<_> = files.iter().map(|file| (None, file.clone())).collect();
    import(&files, Compare::Snapshots, Table::Samples)
}

fn names(profile: &Value) -> Vec<&str> {
    profile["threads"].as_array().unwrap().iter().map(|thread| thread["name"].as_str().unwrap()).collect()
}

fn thread<'a>(profile: &'a Value, name: &str) -> &'a Value {
    profile["threads"].as_array().unwrap().iter().find(|thread| thread["name"] == name).unwrap()
}

/// Function and weight of each row with a weight.
fn rows(profile: &Value, thread: &Value) -> Vec<(String, i64)> {
    let table = figures::rows(thread);
    let rows = figures::column(table, "stack").iter().zip(figures::column(table, "weight"));
    rows.filter(|(_, weight)| weight.as_i64() != Some(0))
        .map(|(stack, weight)| {
            let frame = &profile["shared"]["stackTable"]["frame"][stack.as_u64().unwrap() as usize];
            let (name, ..) = figures::describe(&profile["shared"], frame.as_u64().unwrap() as usize);
            (name, weight.as_i64().unwrap())
        })
        .collect()
}

fn rows_of(profile: &Value, name: &str) -> Vec<(String, i64)> {
    rows(profile, thread(profile, name))
}

fn list(rows: &[(&str, i64)]) -> Vec<(String, i64)> {
    rows.iter().map(|&(name, weight)| (name.to_string(), weight)).collect()
}

fn last_section(profile: &Value) -> &Value {
    &profile["meta"]["extra"].as_array().unwrap().last().unwrap()["label"]
}

fn three() -> [Value; 3] {
    [
        snapshot(&[("f", 300, &[(1, 100), (3, 200)]), ("g", 50, &[(5, 50)])], 10),
        // The self size of f isn't the sum of its samples.
        snapshot(&[("h", 70, &[(9, 70)]), ("f", 330, &[(8, 100), (3, 200)]), ("g", 50, &[(5, 50)])], 20),
        snapshot(&[("f", 600, &[(12, 400), (3, 200)]), ("h", 140, &[(13, 70), (9, 70)]), ("i", 8, &[])], 30),
    ]
}

#[test]
fn growth_and_survivors() {
    let profile = session(&three());
    let expected = ["Snapshot 1", "Snapshot 2", "Snapshot 3", "Growth 1→2", "Growth 2→3", "Survived all"];
    assert_eq!(names(&profile), expected);
    assert_eq!(rows_of(&profile, "Snapshot 2"), list(&[("f", 220), ("g", 50), ("f", 110), ("h", 70)]));
    assert_eq!(rows_of(&profile, "Growth 1→2"), list(&[("f", 110), ("h", 70)]));
    assert_eq!(rows_of(&profile, "Growth 2→3"), list(&[("f", 400), ("h", 70)]));
    assert_eq!(rows_of(&profile, "Survived all"), list(&[("f", 200), ("h", 70)]));
    assert_eq!(profile["meta"]["initialSelectedThreads"], json!([4]));
    assert_eq!(profile["meta"]["extra"].as_array().unwrap().len(), 3);

    let two = session(&three()[..2]);
    assert_eq!(names(&two), ["Snapshot 1", "Snapshot 2", "Growth 1→2"]);
    assert_eq!(names(&session(&three()[..1])), ["JavaScript heap"]);
}

#[test]
fn a_balanced_table() {
    let files = three().map(|file| (None, file));
    let profile = import(&files, Compare::Snapshots, Table::NativeAllocations);
    assert_eq!(names(&profile), ["JavaScript heap"]);
    let thread = &profile["threads"][0];
    let expected = [
        // What is gone later keeps the weight of the last snapshot that has it.
        ("f", 100, 1),
        ("f", 200, 3),
        ("g", 50, 5),
        ("f", -100, 1),
        ("f", 110, 8),
        ("h", 70, 9),
        ("g", -50, 5),
        ("f", -110, 8),
        ("f", 400, 12),
        ("h", 70, 13),
        // Without samples.
        ("i", 8, u32::MAX as i64),
    ];
    let addresses: Vec<_> =
        figures::column(&thread["nativeAllocations"], "memoryAddress").iter().map(|value| value.as_i64()).collect();
    assert_eq!(rows(&profile, thread), expected.map(|(name, weight, _)| (name.to_string(), weight)));
    assert_eq!(addresses, expected.map(|(_, _, address)| Some(address)));
    assert_eq!(figures::bytes(thread), 748);
}

#[test]
fn what_cannot_be_one_session() {
    let first = snapshot(&[("f", 300, &[(1, 100), (3, 200)]), ("g", 50, &[(6, 50)])], 10);
    let good: Function = ("f", 200, &[(3, 200)]);
    let cases: [(&str, Value); 6] = [
        ("another size", snapshot(&[("f", 200, &[(3, 208)])], 20)),
        ("another stack", snapshot(&[good, ("h", 50, &[(6, 50)])], 20)),
        ("allocated earlier", snapshot(&[good, ("h", 50, &[(5, 50)])], 20)),
        ("twice", snapshot(&[("f", 200, &[(3, 200), (3, 200)])], 20)),
        ("no samples", json!({ "head": root(Vec::new()) })),
        ("collected objects", {
            let mut file = snapshot(&[("f", 400, &[(3, 200), (7, 200)])], 20);
            file["samples"][1]["isLive"] = false.into();
            file
        }),
    ];
    for (what, second) in cases {
        let profile = session(&[first.clone(), second.clone()]);
        assert!(names(&profile).iter().all(|name| !name.contains("Snapshot")), "{what}");
        assert_eq!(last_section(&profile), NOT_A_SESSION, "{what}");
        assert_eq!(figures::bytes(&profile["threads"][0]), 350, "{what}");
        let table = import(&[(None, first.clone()), (None, second)], Compare::Snapshots, Table::NativeAllocations);
        assert!(figures::column(figures::rows(&table["threads"][0]), "weight").iter().all(|weight| weight.is_u64()));
    }
    assert_eq!(names(&session(&[first, snapshot(&[good], 20)]))[2], "Growth 1→2");
}

#[test]
fn orphans_count_as_present() {
    let mut first = snapshot(&[("f", 100, &[(1, 100)])], 10);
    let orphan = json!({ "size": 64, "nodeId": 999, "ordinal": 4 });
    first["samples"].as_array_mut().unwrap().push(orphan.clone());
    let second = snapshot(&[("f", 164, &[(1, 100), (4, 64)]), ("g", 32, &[(6, 32)])], 20);
    let profile = session(&[first.clone(), second.clone()]);
    assert_eq!(rows_of(&profile, "Growth 1→2"), list(&[("g", 32)]));
    let mut third = snapshot(&[("f", 100, &[(1, 100)])], 30);
    third["samples"].as_array_mut().unwrap().push(orphan);
    let files = [first, second, third].map(|file| (None, file));
    let balanced = import(&files, Compare::Snapshots, Table::NativeAllocations);
    assert_eq!(figures::bytes(&balanced["threads"][0]), 100);
}

#[test]
fn siblings_that_cannot_be_told_apart() {
    let file = snapshot(&[("f", 100, &[(1, 100)]), ("f", 200, &[(3, 200)]), ("f", 50, &[(4, 50)])], 10);
    let profile = session(&[file.clone(), file.clone()]);
    assert_eq!(names(&profile)[2], "Growth 1→2");
    assert_eq!(profile["shared"]["stackTable"]["length"], 1);
    let same = import(&[(None, file.clone()), (None, file)], Compare::Difference, Table::Samples);
    assert_eq!(rows_of(&same, "Difference"), []);
}

#[test]
fn names_tell_threads_and_snapshots() {
    let [one, two, three] = three();
    let name = |tid: u32, sequence: u32| format!("Heap.20261201.030938.42.{tid}.00{sequence}.heapprofile");
    let names_of = [name(1, 4), name(0, 1), name(1, 2), name(0, 3), "x.heapprofile".to_string()];
    let contents = [two.clone(), one.clone(), one.clone(), two.clone(), three];
    let files: Vec<_> = names_of.iter().map(String::as_str).map(Some).zip(contents).collect();
    let profile = import(&files, Compare::Auto, Table::Samples);
    let expected = [
        "Snapshot 1",
        "Snapshot 2",
        "Growth 1→2",
        "Worker 1: Snapshot 1",
        "Worker 1: Snapshot 2",
        "Worker 1: Growth 1→2",
        "JavaScript heap",
    ];
    assert_eq!(names(&profile), expected);
    assert_eq!(profile["meta"]["initialSelectedThreads"], json!([2]));
    let apart = import(&files, Compare::Nothing, Table::Samples);
    assert_eq!(names(&apart), ["Main thread", "Main thread", "Worker 1", "Worker 1", "JavaScript heap"]);
    let balanced = import(&files, Compare::Auto, Table::NativeAllocations);
    assert_eq!(names(&balanced), ["Main thread", "Worker 1", "JavaScript heap"]);
    // In the order of the files, which is wrong here.
    let (second, first) = (name(0, 2), name(0, 1));
    let wrong = import(&[(Some(&second), two), (Some(&first), one)], Compare::Snapshots, Table::Samples);
    assert_eq!(names(&wrong), ["Main thread", "Main thread"]);
    assert_eq!(last_section(&wrong), NOT_A_SESSION);
}

#[test]
fn a_difference() {
    let base = snapshot(&[("f", 300, &[(1, 300)]), ("g", 50, &[(2, 50)]), ("h", 7, &[(4, 7)])], 10);
    let mut compared = snapshot(&[("h", 7, &[(1, 7)]), ("f", 100, &[(2, 100)]), ("i", 40, &[])], 20);
    for child in compared["head"]["children"].as_array_mut().unwrap() {
        child["callFrame"]["scriptId"] = "8".into();
    }
    let profile = import(&[(None, base.clone()), (None, compared)], Compare::Difference, Table::Samples);
    assert_eq!(names(&profile), ["Base", "Compared", "Difference"]);
    assert_eq!(profile["meta"]["initialSelectedThreads"], json!([2]));
    assert_eq!(rows_of(&profile, "Difference"), list(&[("f", -200), ("g", -50), ("i", 40)]));
    let totals = ["Base", "Compared", "Difference"].map(|name| figures::bytes(thread(&profile, name)));
    assert_eq!(totals, [357, 147, -210]);
    let alone = import(&[(None, base)], Compare::Difference, Table::Samples);
    assert_eq!(names(&alone), ["JavaScript heap"]);
}

#[test]
fn sessions_without_anything() {
    let nothing = snapshot(&[], 10);
    let files = [nothing.clone(), nothing.clone(), nothing.clone()];
    assert_eq!(names(&session(&files)).len(), 6);
    let files = files.map(|file| (None, file));
    let balanced = import(&files, Compare::Snapshots, Table::NativeAllocations);
    assert_eq!(figures::bytes(&balanced["threads"][0]), 0);
    let same = import(&files[..2], Compare::Difference, Table::Samples);
    assert_eq!(rows_of(&same, "Difference"), []);
}

/// An object that is sampled: its function, its size, and in which snapshots it is.
#[derive(Clone, Debug)]
struct Object {
    function: usize,
    size: i64,
    birth: usize,
    death: usize,
}

fn objects(snapshots: usize) -> impl Strategy<Value = Vec<Object>> {
    let object = (0..4usize, 1..5000i64, 0..snapshots, 0..=snapshots)
        .prop_map(|(function, size, birth, death)| Object { function, size, birth, death });
    vec(object, 0..40).prop_map(|mut objects| {
        objects.sort_by_key(|object| object.birth);
        objects
    })
}

fn sums<'a>(objects: impl Iterator<Item = &'a Object>) -> BTreeMap<String, i64> {
    let mut sums = BTreeMap::new();
    for object in objects {
        *sums.entry(format!("f{}", object.function)).or_insert(0) += object.size;
    }
    sums
}

fn sums_of(profile: &Value, name: &str) -> BTreeMap<String, i64> {
    let mut sums = BTreeMap::new();
    for (function, weight) in rows_of(profile, name) {
        *sums.entry(function).or_insert(0) += weight;
    }
    sums
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    /// Whatever is allocated and collected when: each thread has the objects that are in it by its definition.
    #[test]
    fn any_session((snapshots, objects) in (2..6usize).prop_flat_map(|count| (Just(count), objects(count)))) {
        let lives = |object: &Object, at: usize| object.birth <= at && at < object.death;
        let files: Vec<Value> = (0..snapshots).map(|at| {
            let samples: Vec<Vec<(i64, i64)>> = (0..4).map(|function| {
                let ordinals = objects.iter().zip(1..);
                ordinals
                    .filter(|(object, _)| object.function == function && lives(object, at))
                    .map(|(object, ordinal)| (ordinal * 3, object.size))
                    .collect()
            }).collect();
            let names: Vec<String> = (0..4).map(|function| format!("f{function}")).collect();
            let functions: Vec<Function> = names.iter().zip(&samples)
                .map(|(name, own)| (name.as_str(), own.iter().map(|(_, size)| size).sum(), own.as_slice()))
                .collect();
            snapshot(&functions, 10 + at as i64)
        }).collect();

        let profile = session(&files);
        for at in 0..snapshots {
            let all = objects.iter().filter(|object| lives(object, at));
            prop_assert_eq!(sums_of(&profile, &format!("Snapshot {}", at + 1)), sums(all));
        }
        for at in 1..snapshots {
            let new = objects.iter().filter(|object| lives(object, at) && object.birth == at);
            prop_assert_eq!(sums_of(&profile, &format!("Growth {}→{}", at, at + 1)), sums(new));
        }
        let last = snapshots - 1;
        if snapshots > 2 {
            // In the first and the last one, or allocated later and in two at least.
            let survived = objects.iter().filter(|object| {
                let in_first_and_last = lives(object, 0) && lives(object, last);
                in_first_and_last || (object.birth > 0 && lives(object, last) && last - object.birth >= 1)
            });
            prop_assert_eq!(sums_of(&profile, "Survived all"), sums(survived));
        }

        let files: Vec<_> = files.into_iter().map(|file| (None, file)).collect();
        let balanced = import(&files, Compare::Snapshots, Table::NativeAllocations);
        let mut retained: BTreeMap<String, i64> = sums_of(&balanced, "JavaScript heap");
        retained.retain(|_, bytes| *bytes != 0);
        prop_assert_eq!(retained, sums(objects.iter().filter(|object| lives(object, last))));
        // Only what was ever in a snapshot, and each once.
        let table = figures::rows(&balanced["threads"][0]);
        if let Some(addresses) = table.get("memoryAddress").and_then(Value::as_array) {
            let known: BTreeSet<_> = addresses.iter().map(|address| address.as_i64()).collect();
            prop_assert_eq!(known.len(), objects.iter().filter(|object| object.birth < object.death).count());
        }
    }

    /// A difference is that of the sums.
    #[test]
    fn any_difference(one in objects(1), two in objects(1)) {
        let file = |objects: &[Object], id| {
            let sums = sums(objects.iter());
            let functions: Vec<Function> = sums.iter().map(|(name, &size)| (name.as_str(), size, &[][..])).collect();
            (None, snapshot(&functions, id))
        };
        let profile = import(&[file(&one, 10), file(&two, 50)], Compare::Difference, Table::Samples);
        let mut expected = sums(two.iter());
        for (name, size) in sums(one.iter()) {
            *expected.entry(name).or_insert(0) -= size;
        }
        expected.retain(|_, change| *change != 0);
        prop_assert_eq!(sums_of(&profile, "Difference"), expected);
    }
}
