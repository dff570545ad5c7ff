//! Which program wrote a profile, guessed from what it shows: the file doesn't say.

use super::file_name::FileName;
use super::origin::{Internal, Origin};

/// A host of V8 (or, for React Native, of an engine with the same file format).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Runtime {
    Electron,
    Deno,
    Bun,
    Node,
    ReactNative,
    Chrome,
    /// Nothing tells.
    Unknown,
}

impl Runtime {
    /// Its name, also used as name of the process.
    pub fn name(self) -> &'static str {
        match self {
            Runtime::Electron => "Electron",
            Runtime::Deno => "Deno",
            Runtime::Bun => "Bun",
            Runtime::Node => "Node.js",
            Runtime::ReactNative => "React Native",
            Runtime::Chrome => "Chrome",
            Runtime::Unknown => "V8",
        }
    }
}

/// Collects what the call frames and the file name tell.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct RuntimeHints {
    electron: bool,
    deno: bool,
    bun: bool,
    node: bool,
    react_native: bool,
    chrome: bool,
}

impl RuntimeHints {
    pub fn add_call_frame(&mut self, name: &str, url: &str, origin: &Origin) {
        match origin {
            Origin::Internal(Internal::Electron) => self.electron = true,
            Origin::Internal(Internal::Deno(_)) => self.deno = true,
            Origin::Internal(Internal::Bun(_)) => self.bun = true,
            Origin::Internal(Internal::Node(_)) => self.node = true,
            Origin::Pseudo(_) if name == "(IDLE_EXTERNAL)" => self.chrome = true,
            _ => {}
        }
        // Metro's bundle, Hermes' bytecode, and the file that Hermes' own functions are said to be in.
        if contains(url, "index.bundle") || contains(url, ".hbc") || url.starts_with("InternalBytecode.js") {
            self.react_native = true;
        }
        let is_web = ["http://", "https://", "chrome-extension://"].iter().any(|scheme| url.starts_with(scheme));
        self.chrome |= is_web;
    }

    pub fn add_file_name(&mut self, name: &FileName) {
        match name {
            FileName::Node { .. } => self.node = true,
            FileName::Chrome { .. } => self.chrome = true,
        }
    }

    /// Adds the hints of another file.
    pub fn add(&mut self, other: &RuntimeHints) {
        self.electron |= other.electron;
        self.deno |= other.deno;
        self.bun |= other.bun;
        self.node |= other.node;
        self.react_native |= other.react_native;
        self.chrome |= other.chrome;
    }

    /// The most special one that there is a hint for: Electron's profiles show Node's modules, too.
    pub fn guess(&self) -> Runtime {
        for (hint, runtime) in [
            (self.electron, Runtime::Electron),
            (self.deno, Runtime::Deno),
            (self.bun, Runtime::Bun),
            (self.node, Runtime::Node),
            (self.react_native, Runtime::ReactNative),
            (self.chrome, Runtime::Chrome),
        ] {
            if hint {
                return runtime;
            }
        }
        Runtime::Unknown
    }
}

/// As `str::contains`, whose search for long needles in long texts would be a waste of code here.
fn contains(text: &str, part: &str) -> bool {
    text.as_bytes().windows(part.len()).any(|window| window == part.as_bytes())
}
