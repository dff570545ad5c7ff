//! Whole profiles, as they are.

mod common;

use common::import_value;
use heapprofile_importer::{Options, Table};

/// A file of Node with its own modules, a package, eval, a page's script, and samples, one of which is an orphan.
const NODE: &str = r#"
{"head":{"callFrame":{"functionName":"(root)","scriptId":"0","url":"","lineNumber":-1,"columnNumber":-1},"selfSize":0,"id":1,"children":[
  {"callFrame":{"functionName":"","scriptId":"80","url":"file:///srv/app/main.mjs","lineNumber":0,"columnNumber":0},"selfSize":1000,"id":2,"children":[
    {"callFrame":{"functionName":"parse","scriptId":"81","url":"/srv/app/node_modules/@scope/parser/index.js","lineNumber":9,"columnNumber":21},"selfSize":65544,"id":5,"children":[
      {"callFrame":{"functionName":"push","scriptId":"0","url":"","lineNumber":-1,"columnNumber":-1},"selfSize":131088,"id":6,"children":[]}]},
    {"callFrame":{"functionName":"parse","scriptId":"82","url":"/srv/app/node_modules/left/index.js","lineNumber":3,"columnNumber":4},"selfSize":0,"id":7,"children":[]},
    {"callFrame":{"functionName":"evaluated","scriptId":"90","url":"","lineNumber":2,"columnNumber":8},"selfSize":8,"id":8,"children":[]}]},
  {"callFrame":{"functionName":"compileSourceTextModule","scriptId":"33","url":"node:internal/modules/esm/utils","lineNumber":320,"columnNumber":30},"selfSize":0,"id":3,"children":[
    {"callFrame":{"functionName":"(PARSER)","scriptId":"0","url":"","lineNumber":-1,"columnNumber":-1},"selfSize":65552,"id":4,"children":[]}]}]},
"samples":[
  {"size":65552,"nodeId":4,"ordinal":2},{"size":65544,"nodeId":6,"ordinal":9},{"size":65544,"nodeId":6,"ordinal":4},
  {"size":65560,"nodeId":5,"ordinal":3},{"size":65544,"nodeId":99,"ordinal":11}]}
"#;

/// As v8-profiler-next writes it: from 1, without ids and samples, and with a size that overflowed.
const ONE_BASED: &str = r#"
{"head":{"callFrame":{"functionName":"(root)","scriptId":0,"url":"","lineNumber":0,"columnNumber":0},"selfSize":16,"children":[
  {"callFrame":{"functionName":"a","scriptId":5,"url":"https://example.test:8443/a.js?x","lineNumber":1,"columnNumber":12},"selfSize":-2147483648,"children":[]},
  {"callFrame":{"functionName":"b","scriptId":5,"url":"https://example.test:8443/a.js?x","lineNumber":0,"columnNumber":0},"selfSize":500,"children":[]}]}}
"#;

/// As Node 26 writes it when collected objects are wanted, too.
const COLLECTED: &str = r#"
{"samples":[{"ordinal":1,"nodeId":2,"size":100,"isLive":true},{"ordinal":3,"nodeId":2,"size":300,"isLive":false},
  {"ordinal":2,"nodeId":3,"size":50,"isLive":false},{"ordinal":4,"nodeId":2,"size":100,"isLive":true}],
"head":{"selfSize":0,"id":1,"callFrame":{"scriptId":0,"lineNumber":-1,"columnNumber":-1,"functionName":"(root)","url":""},"children":[
  {"selfSize":1000,"id":2,"callFrame":{"scriptId":7,"lineNumber":4,"columnNumber":2,"functionName":"mixed","url":"/srv/a.js"},"children":[]},
  {"selfSize":60,"id":3,"callFrame":{"scriptId":7,"lineNumber":8,"columnNumber":2,"functionName":"gone","url":"/srv/a.js"},"children":[]}]}}
"#;

#[test]
fn node() {
    let mut options = Options::default();
    options.file_name = Some("Heap.20261201.030938.10748.2.001.heapprofile".to_string());
    insta::assert_json_snapshot!(import_value(NODE.as_bytes(), &options).unwrap());
}

#[test]
fn one_based() {
    insta::assert_json_snapshot!(import_value(ONE_BASED.as_bytes(), &Options::default()).unwrap());
}

#[test]
fn collected() {
    let mut options = Options::default();
    options.table = Table::JsAllocations;
    options.sampling_interval = Some(64);
    options.product = Some("My app".to_string());
    insta::assert_json_snapshot!(import_value(COLLECTED.as_bytes(), &options).unwrap());
}
