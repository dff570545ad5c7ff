//! Whose code a call frame is.

use std::borrow::Cow;

/// Functions that V8 itself shows in a profile; they have no script.
///
/// The names are in `src/profiler/sampling-heap-profiler.cc` and `src/profiler/profile-generator.cc`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Pseudo {
    Root,
    Api,
    Gc,
    Parser,
    Compiler,
    BytecodeCompiler,
    External,
    Logging,
    Other,
}

impl Pseudo {
    fn of_name(name: &str) -> Option<Pseudo> {
        Some(match name {
            "(root)" => Pseudo::Root,
            "(V8 API)" => Pseudo::Api,
            "(GC)" => Pseudo::Gc,
            "(PARSER)" => Pseudo::Parser,
            "(COMPILER)" => Pseudo::Compiler,
            "(BYTECODE_COMPILER)" => Pseudo::BytecodeCompiler,
            "(EXTERNAL)" | "(IDLE_EXTERNAL)" => Pseudo::External,
            "(LOGGING)" => Pseudo::Logging,
            "(JS)" | "(IDLE)" | "(deopt)" => Pseudo::Other,
            _ => return None,
        })
    }
}

/// Whose code it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Origin<'a> {
    Pseudo(Pseudo),
    /// A function of the language that V8 implements itself, such as `map`.
    Builtin,
    WebAssembly,
    /// Code from `eval`, `new Function`, `node --eval` or `vm`.
    Evaluated,
    /// A package in a `node_modules` folder: its name.
    Package(Cow<'a, str>),
    /// A browser extension: its origin.
    Extension(&'a str),
    /// The runtime's own JavaScript: a group of modules.
    Internal(Internal<'a>),
    /// A page's script: origin and host.
    Web {
        origin: &'a str,
        host: &'a str,
    },
    /// Everything else: the program's own code.
    Own,
}

/// A module of a runtime.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Internal<'a> {
    /// `node:fs` and `node:internal/fs/utils` are both "fs".
    Node(&'a str),
    /// `ext:deno_web/…`: "ext:deno_web".
    Deno(&'a str),
    Bun(&'a str),
    Electron,
}

/// Whose code a function is, by what its call frame says. `position_known`: it has a line.
pub(crate) fn origin<'a>(name: &str, url: &'a str, has_script: bool, position_known: bool) -> Origin<'a> {
    if url.is_empty() {
        if !has_script && let (Some(pseudo), false) = (Pseudo::of_name(name), position_known) {
            return Origin::Pseudo(pseudo);
        }
        return match () {
            () if is_wasm_name(name) => Origin::WebAssembly,
            () if !has_script => Origin::Builtin,
            () if position_known => Origin::Evaluated,
            // A script that was collected before the profile ended.
            () => Origin::Own,
        };
    }
    if is_wasm_name(name) { Origin::WebAssembly } else { script_origin(url) }
}

/// Whose code a script is, by its URL or path, which isn't empty.
pub(crate) fn script_origin(url: &str) -> Origin<'_> {
    if url.starts_with("wasm://") {
        return Origin::WebAssembly;
    }
    if url.starts_with("[eval") || url.starts_with("[worker eval") || url.starts_with("evalmachine.") {
        return Origin::Evaluated;
    }
    if let Some(package) = package(url) {
        return Origin::Package(package);
    }
    if let Some(internal) = internal(url) {
        return Origin::Internal(internal);
    }
    for scheme in ["chrome-extension://", "moz-extension://", "safari-web-extension://"] {
        if url.starts_with(scheme) {
            return Origin::Extension(url_origin(url, scheme.len()).0);
        }
    }
    for scheme in ["http://", "https://"] {
        if url.starts_with(scheme) {
            let (origin, host) = url_origin(url, scheme.len());
            return Origin::Web { origin, host };
        }
    }
    Origin::Own
}

fn is_wasm_name(name: &str) -> bool {
    name.starts_with("js-to-wasm:") || name.starts_with("wasm-to-js:")
}

/// The origin of a URL and its host with port, for a scheme of this length with its slashes.
fn url_origin(url: &str, scheme_len: usize) -> (&str, &str) {
    let end = end_of(url, scheme_len, |byte| matches!(byte, b'/' | b'?' | b'#'));
    (part(url, 0, end), part(url, scheme_len, end))
}

/// The package that a path belongs to: what follows the last `node_modules`.
fn package(url: &str) -> Option<Cow<'_, str>> {
    const FOLDER: &[u8] = b"node_modules";
    let is_separator = |byte: u8| byte == b'/' || byte == b'\\';
    let bytes = url.as_bytes();
    let start = (0..bytes.len().saturating_sub(FOLDER.len())).rev().find(|&start| {
        bytes[start..].starts_with(FOLDER)
            && is_separator(bytes[start + FOLDER.len()])
            && (start == 0 || is_separator(bytes[start - 1]))
    })?;
    let start = start + FOLDER.len() + 1;
    let mut end = end_of(url, start, is_separator);
    if bytes.get(start) == Some(&b'@') && end < bytes.len() {
        let second = end_of(url, end + 1, is_separator);
        // A scope without a name behind it.
        end = if second > end + 1 { second } else { end };
    }
    match part(url, start, end) {
        "" => None,
        package => match package.bytes().position(|byte| byte == b'\\') {
            // On Windows the scope ends with a backslash.
            Some(at) => Some(Cow::Owned(format!("{}/{}", part(package, 0, at), part(package, at + 1, package.len())))),
            None => Some(Cow::Borrowed(package)),
        },
    }
}

/// Where the first such byte is from `start` on, or the end.
fn end_of(text: &str, start: usize, is_end: impl Fn(u8) -> bool) -> usize {
    let rest = text.as_bytes().get(start..).unwrap_or_default();
    start + rest.iter().position(|&byte| is_end(byte)).unwrap_or(rest.len())
}

/// A part of a text between two ASCII characters.
fn part(text: &str, start: usize, end: usize) -> &str {
    text.get(start..end).unwrap_or_default()
}

fn internal(url: &str) -> Option<Internal<'_>> {
    if url.starts_with("node:electron/") || url.starts_with("electron/js2c/") {
        return Some(Internal::Electron);
    }
    if let Some(module) = url.strip_prefix("node:") {
        return Some(Internal::Node(top_module(module)));
    }
    if url.starts_with("ext:") {
        return Some(Internal::Deno(first_segment(url, 0)));
    }
    if let Some(module) = url.strip_prefix("bun:") {
        return Some(Internal::Bun(top_module(module)));
    }
    // Node 12 to 14 have no scheme: internal/timers.js, fs.js.
    let is_old = url.starts_with("internal/") || url.strip_suffix(".js").is_some_and(is_core_module);
    is_old.then(|| Internal::Node(top_module(url)))
}

/// "fs" of "internal/fs/utils", "deps/acorn" of "internal/deps/acorn/acorn/dist/acorn".
fn top_module(module: &str) -> &str {
    let module = module.strip_prefix("internal/").unwrap_or(module);
    let folder = if module.starts_with("deps/") { "deps/".len() } else { 0 };
    let top = first_segment(module, folder);
    top.strip_suffix(".js").unwrap_or(top)
}

/// The text up to the first slash from `start` on.
fn first_segment(text: &str, start: usize) -> &str {
    part(text, 0, end_of(text, start, |byte| byte == b'/'))
}

/// The public modules of Node 12 and 14, and the underscored ones behind them.
fn is_core_module(name: &str) -> bool {
    const MODULES: [&str; 56] = [
        "_http_agent",
        "_http_client",
        "_http_common",
        "_http_incoming",
        "_http_outgoing",
        "_http_server",
        "_stream_duplex",
        "_stream_passthrough",
        "_stream_readable",
        "_stream_transform",
        "_stream_wrap",
        "_stream_writable",
        "_tls_common",
        "_tls_wrap",
        "assert",
        "async_hooks",
        "buffer",
        "child_process",
        "cluster",
        "console",
        "constants",
        "crypto",
        "dgram",
        "diagnostics_channel",
        "dns",
        "domain",
        "events",
        "fs",
        "http",
        "http2",
        "https",
        "inspector",
        "module",
        "net",
        "os",
        "path",
        "perf_hooks",
        "process",
        "punycode",
        "querystring",
        "readline",
        "repl",
        "stream",
        "string_decoder",
        "sys",
        "timers",
        "tls",
        "trace_events",
        "tty",
        "url",
        "util",
        "v8",
        "vm",
        "wasi",
        "worker_threads",
        "zlib",
    ];
    MODULES.contains(&name)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of_url(url: &str) -> Origin<'_> {
        origin("f", url, true, true)
    }

    #[test]
    fn packages() {
        for (url, name) in [
            ("/srv/app/node_modules/lodash/index.js", "lodash"),
            ("file:///srv/app/node_modules/@babel/core/lib/index.js", "@babel/core"),
            ("/a/node_modules/.pnpm/acorn@8.14.0/node_modules/acorn/dist/acorn.js", "acorn"),
            ("/a/node_modules/x/node_modules/@s/y/z.js", "@s/y"),
            ("C:\\app\\node_modules\\@s\\y\\z.js", "@s/y"),
            ("webpack:///./node_modules/react/index.js", "react"),
            ("https://example.test/node_modules/vue/dist/vue.js", "vue"),
            ("node_modules/x/y.js", "x"),
            ("/a/node_modules/@s/y", "@s/y"),
            ("/a/node_modules/@s/", "@s"),
            ("/a/node_modules/@s//y.js", "@s"),
            ("/a/node_modules/@s", "@s"),
        ] {
            assert_eq!(of_url(url), Origin::Package(name.into()), "{url}");
        }
        for url in ["/a/my_node_modules/x.js", "/a/node_modules", "/a/node_modules//x.js", "/a/node_modulesx/y.js"] {
            assert_eq!(of_url(url), Origin::Own, "{url}");
        }
    }

    #[test]
    fn internals() {
        for (url, module) in [
            ("node:fs", "fs"),
            ("node:internal/modules/cjs/loader", "modules"),
            ("node:internal/deps/amaro/dist/index", "deps/amaro"),
            ("node:internal/timers", "timers"),
            ("internal/timers.js", "timers"),
            ("internal/bootstrap/loaders.js", "bootstrap"),
            ("fs.js", "fs"),
            ("_http_server.js", "_http_server"),
        ] {
            assert_eq!(of_url(url), Origin::Internal(Internal::Node(module)), "{url}");
        }
        assert_eq!(of_url("ext:deno_web/08_text.js"), Origin::Internal(Internal::Deno("ext:deno_web")));
        assert_eq!(of_url("bun:main"), Origin::Internal(Internal::Bun("main")));
        assert_eq!(of_url("node:electron/js2c/renderer_init"), Origin::Internal(Internal::Electron));
        assert_eq!(of_url("main.js"), Origin::Own);
        assert_eq!(of_url("/srv/internal/x.js"), Origin::Own);
    }

    #[test]
    fn others() {
        let web = Origin::Web { origin: "http://a.test:80", host: "a.test:80" };
        assert_eq!(of_url("http://a.test:80/x.js?y"), web);
        assert_eq!(of_url("chrome-extension://abc/content.js"), Origin::Extension("chrome-extension://abc"));
        assert_eq!(of_url("wasm://wasm/00ad0bc6"), Origin::WebAssembly);
        assert_eq!(of_url("[eval]"), Origin::Evaluated);
        assert_eq!(of_url("file:///srv/app/x.js"), Origin::Own);
        assert_eq!(origin("(root)", "", false, false), Origin::Pseudo(Pseudo::Root));
        assert_eq!(origin("(root)", "", true, true), Origin::Evaluated);
        assert_eq!(origin("(root)", "", false, true), Origin::Builtin);
        assert_eq!(origin("map", "", false, false), Origin::Builtin);
        assert_eq!(origin("f", "", true, true), Origin::Evaluated);
        assert_eq!(origin("f", "", true, false), Origin::Own);
        assert_eq!(origin("js-to-wasm:i:i", "", false, false), Origin::WebAssembly);
    }
}
