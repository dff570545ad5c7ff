//! Where a function comes from: its category, its resource, and what its URL says about the runtime.

use super::Frame;

/// V8's own entries in the call tree, with the subcategory of V8 that they belong to.
const PSEUDO_FUNCTIONS: [(&str, &str); 12] = [
    ("(root)", "Other"),
    ("(V8 API)", "API"),
    ("(GC)", "Other"),
    ("(PARSER)", "Parser"),
    ("(COMPILER)", "Compiler"),
    ("(BYTECODE_COMPILER)", "Bytecode compiler"),
    ("(EXTERNAL)", "External"),
    ("(JS)", "Other"),
    ("(IDLE)", "Other"),
    ("(LOGGING)", "Logging"),
    ("(IDLE_EXTERNAL)", "External"),
    ("(deopt)", "Other"),
];

/// Node 12 to 14 give their own modules no scheme.
const CORE_MODULES: &str = "
    _http_agent _http_client _http_common _http_incoming _http_outgoing _http_server _stream_duplex
    _stream_passthrough _stream_readable _stream_transform _stream_wrap _stream_writable _tls_common _tls_wrap
    assert async_hooks buffer child_process cluster console constants crypto dgram diagnostics_channel dns domain
    events fs http http2 https inspector module net os path perf_hooks process punycode querystring readline repl
    stream string_decoder sys timers tls trace_events tty url util v8 vm wasi worker_threads zlib _debugger
    _linklist";

pub fn pseudo(frame: &Frame) -> Option<&'static str> {
    let is_nowhere = frame.script == "0" && frame.url.is_empty() && frame.line.is_none();
    PSEUDO_FUNCTIONS.iter().find(|(name, _)| is_nowhere && *name == frame.name).map(|(_, subcategory)| *subcategory)
}

/// The names of category and subcategory.
pub fn categorize(frame: &Frame) -> (&'static str, String) {
    let other = || "Other".to_string();
    if let Some(subcategory) = pseudo(frame) {
        return if frame.name == "(GC)" { ("GC", other()) } else { ("V8", subcategory.to_string()) };
    }
    let is_wasm_name = ["js-to-wasm:", "wasm-to-js:"].iter().any(|start| frame.name.starts_with(start));
    let url = frame.url.as_str();
    if is_wasm_name || url.starts_with("wasm://") {
        return ("WebAssembly", other());
    }
    if url.is_empty() {
        return match (frame.script.as_str(), frame.line) {
            ("0", _) => ("V8", "Builtin".to_string()),
            (_, None) => ("JavaScript", other()),
            _ => ("JavaScript", "Eval".to_string()),
        };
    }
    if ["[eval", "[worker eval", "evalmachine."].iter().any(|start| url.starts_with(start)) {
        return ("JavaScript", "Eval".to_string());
    }
    if let Some(package) = package(url) {
        return ("Dependency", package);
    }
    if is_extension(url) {
        return ("Browser extension", other());
    }
    match internal_module(url) {
        Some(module) => ("Internals", module),
        None => ("JavaScript", other()),
    }
}

/// The npm package that the last node_modules folder in a URL names.
fn package(url: &str) -> Option<String> {
    let segments: Vec<&str> = url.split(['/', '\\']).collect();
    // At the very end it would be the name of a file.
    let at = segments[..segments.len() - 1].iter().rposition(|segment| *segment == "node_modules")?;
    let first = segments[at + 1];
    match segments.get(at + 2) {
        _ if first.is_empty() => None,
        Some(second) if first.starts_with('@') && !second.is_empty() => Some(format!("{first}/{second}")),
        _ => Some(first.to_string()),
    }
}

fn is_extension(url: &str) -> bool {
    ["chrome-extension://", "moz-extension://", "safari-web-extension://"].iter().any(|scheme| url.starts_with(scheme))
}

fn is_old_internal(url: &str) -> bool {
    url.starts_with("internal/") || CORE_MODULES.split_whitespace().any(|module| format!("{module}.js") == url)
}

fn internal_module(url: &str) -> Option<String> {
    if url.starts_with("ext:") {
        return url.split('/').next().map(str::to_string);
    }
    let path = match url.strip_prefix("node:") {
        Some(path) => path,
        None if is_old_internal(url) => url,
        None => return None,
    };
    let path = path.strip_prefix("internal/").unwrap_or(path);
    let segments: Vec<&str> = path.split('/').collect();
    let module = match segments[..] {
        ["deps", second, ..] => format!("deps/{second}"),
        _ => segments[0].to_string(),
    };
    Some(module.strip_suffix(".js").unwrap_or(&module).to_string())
}

/// Type, name and host.
pub fn resource(url: &str) -> Option<(u32, String, Option<String>)> {
    if url.is_empty() {
        return None;
    }
    if let Some(package) = package(url) {
        return Some((4, package, None));
    }
    let origin_len = |url: &str| {
        let scheme = url.find("://")? + 3;
        Some((scheme, scheme + url[scheme..].find(['/', '?', '#']).unwrap_or(url.len() - scheme)))
    };
    if url.starts_with("http://") || url.starts_with("https://") {
        let (scheme, end) = origin_len(url)?;
        return Some((3, url[..end].to_string(), Some(url[scheme..end].to_string())));
    }
    if is_extension(url) {
        let (_, end) = origin_len(url)?;
        return Some((2, url[..end].to_string(), None));
    }
    let is_deno = url.starts_with("ext:");
    if is_deno || url.starts_with("node:") || is_old_internal(url) {
        return Some((4, if is_deno { "ext:" } else { "node:" }.to_string(), None));
    }
    Some((5, url.to_string(), None))
}

pub fn guess_runtime(frames: &[Frame]) -> &'static str {
    let any = |test: &dyn Fn(&str) -> bool| frames.iter().any(|frame| test(&frame.url));
    let is_idle = |frame: &Frame| frame.name == "(IDLE_EXTERNAL)" && pseudo(frame).is_some();
    let internals = || frames.iter().filter(|frame| categorize(frame).0 == "Internals");
    match () {
        () if internals().any(|frame| frame.url.starts_with("ext:")) => "Deno",
        () if internals().next().is_some() => "Node.js",
        () if any(&|url| url.contains("index.bundle") || url.contains(".hbc")) => "React Native",
        () if any(&|url| ["http://", "https://", "chrome-extension://"].iter().any(|start| url.starts_with(start))) => {
            "Chrome"
        }
        () if frames.iter().any(is_idle) => "Chrome",
        () => "V8",
    }
}
