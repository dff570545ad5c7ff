//! Which other format a file is, for those that people drop by mistake.

use std::fmt;

/// A format that isn't a heap profile.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Format {
    CpuProfile,
    HeapSnapshot,
    Trace,
    FirefoxProfile,
    Dhat,
    SourceMap,
    NativeMemoryProfile,
    PackageJson,
    Pprof,
    Zip,
    GzipInGzip,
    Zstd,
    Html,
    HeapDumpText,
    Markdown,
}

impl fmt::Display for Format {
    /// What the file is, as the end of a sentence that begins with "It is".
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Format::CpuProfile => "a V8 CPU profile (.cpuprofile)",
            Format::HeapSnapshot => "a V8 heap snapshot (.heapsnapshot, .heaptimeline)",
            Format::Trace => "a Chrome trace",
            Format::FirefoxProfile => "a Firefox profile",
            Format::Dhat => "a DHAT profile",
            Format::SourceMap => "a source map",
            Format::NativeMemoryProfile => "Chrome's profile of native memory",
            Format::PackageJson => "a package.json",
            Format::Pprof => "a pprof profile, or other protocol buffers",
            Format::Zip => "a zip archive; unpack it first",
            Format::GzipInGzip => "gzip inside gzip; unpack it once",
            Format::Zstd => "compressed with zstd; unpack it first",
            Format::Html => "HTML or XML, perhaps a server's error page",
            Format::HeapDumpText => "a heap profile of gperftools or jemalloc",
            Format::Markdown => "Markdown",
        })
    }
}

impl Format {
    /// The format that a file's first bytes show, behind gzip if it was packed. JSON isn't looked into here.
    pub fn of_first_bytes(bytes: &[u8], unpacked: bool) -> Option<Format> {
        const MAGIC: [(&[u8], Format); 6] = [
            (b"PK\x03\x04", Format::Zip),
            (b"PK\x05\x06", Format::Zip),
            (b"\x28\xb5\x2f\xfd", Format::Zstd),
            (b"heap profile:", Format::HeapDumpText),
            (b"heap_v2/", Format::HeapDumpText),
            (b"# ", Format::Markdown),
        ];
        if let Some((_, format)) = MAGIC.iter().find(|(magic, _)| bytes.starts_with(magic)) {
            return Some(*format);
        }
        // In a pprof file field 1 (sample_type), a message of two small numbers, comes first.
        if unpacked && matches!(bytes, [0x0a, 2..=12, 0x08 | 0x10, ..]) {
            return Some(Format::Pprof);
        }
        if unpacked && bytes.starts_with(b"\x1f\x8b") {
            return Some(Format::GzipInGzip);
        }
        let text = bytes.trim_ascii_start();
        text.starts_with(b"<").then_some(Format::Html)
    }
}

/// Which telling keys the outermost object has.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct KeyMarks {
    seen: u32,
    format: Option<Format>,
}

/// Keys, each with a bit.
const KEYS: [&[u8]; 15] = [
    b"nodes",
    b"timeDeltas",
    b"snapshot",
    b"strings",
    b"traceEvents",
    b"meta",
    b"threads",
    b"libs",
    b"dhatFileVersion",
    b"version",
    b"mappings",
    b"modules",
    b"samples",
    b"name",
    b"dependencies",
];

impl KeyMarks {
    pub fn add(&mut self, key: &[u8]) {
        if let Some(bit) = KEYS.iter().position(|known| *known == key) {
            self.seen |= 1 << bit;
        }
    }

    /// Notes a format that something else than a key of the outermost object shows.
    pub fn add_format(&mut self, format: Format) {
        self.format = Some(format);
    }

    fn has(&self, key: &str) -> bool {
        KEYS.iter().position(|known| *known == key.as_bytes()).is_some_and(|bit| self.seen >> bit & 1 == 1)
    }

    /// Whether the keys so far leave no doubt that this is another format, so that the rest needn't be read.
    pub fn is_certain(&self) -> bool {
        ["snapshot", "traceEvents", "dhatFileVersion", "timeDeltas", "mappings"].iter().any(|key| self.has(key))
    }

    /// The format that has these keys.
    pub fn format(&self) -> Option<Format> {
        if self.format.is_some() {
            return self.format;
        }
        if self.has("traceEvents") {
            Some(Format::Trace)
        } else if self.has("snapshot") || (self.has("nodes") && self.has("strings")) {
            Some(Format::HeapSnapshot)
        } else if self.has("timeDeltas") || self.has("nodes") {
            Some(Format::CpuProfile)
        } else if self.has("dhatFileVersion") {
            Some(Format::Dhat)
        } else if self.has("mappings") {
            Some(Format::SourceMap)
        } else if self.has("meta") && (self.has("threads") || self.has("libs")) {
            Some(Format::FirefoxProfile)
        } else if self.has("samples") && self.has("modules") {
            Some(Format::NativeMemoryProfile)
        } else if self.has("name") && (self.has("version") || self.has("dependencies")) {
            Some(Format::PackageJson)
        } else {
            None
        }
    }
}
