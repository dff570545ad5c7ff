//! From call frames to functions, with their sources, resources and categories.

use crate::profile::{Categories, CategoryId, Func, FuncKey, Resource, ResourceType, Shared};
use crate::strings::Strings;
use crate::v8::{
    CallFrame, Heap, Internal, LineBase, NO_POSITION, Origin, Pseudo, RuntimeHints, WIDE, origin, script_origin,
};

/// Stands in a [`FuncKey`] for the empty string, which isn't among the profile's strings.
const NO_STRING: u32 = u32::MAX;

/// Marks a script id that is the number of a string in [`Functions::script_ids`].
const TEXT_SCRIPT_ID: u32 = 1 << 31;

/// What all functions of a script have in common: they differ in name and place only.
#[derive(Clone, Copy)]
struct ScriptFacts {
    filename: u32,
    source: u32,
    resource: Option<u32>,
    category: CategoryId,
}

/// Fills the tables of functions.
pub(crate) struct Functions {
    pub categories: Categories,
    /// Script ids that aren't numbers.
    script_ids: Strings,
    /// Functions are the same whatever their script id: it means nothing in another run.
    ignore_script_ids: bool,
}

/// What is remembered while a file's functions are added.
struct File<'a> {
    heap: &'a Heap,
    /// For each string of the file its number in the profile, [`WIDE`] if it has none yet.
    strings: Vec<u32>,
    /// By the number of the URL in the file.
    scripts: Vec<Option<ScriptFacts>>,
}

impl Functions {
    pub fn new(ignore_script_ids: bool) -> Self {
        Functions { categories: Categories::new(), script_ids: Strings::empty(), ignore_script_ids }
    }

    /// Numbers a file's functions in the order in which its tree first shows them, and makes its nodes' frames rows of
    /// the profile's frame table.
    pub fn add(&mut self, heap: &mut Heap, skip_root: bool, shared: &mut Shared, hints: &mut RuntimeHints) {
        let mut rows = vec![WIDE; heap.frames.len()];
        let strings = heap.frames.strings.len();
        let mut file = File { heap, strings: vec![WIDE; strings], scripts: vec![None; strings] };
        for node in file.heap.tree.nodes.iter().skip(usize::from(skip_root)) {
            if rows[node.frame as usize] == WIDE {
                let frame = file.heap.frames.get(node.frame);
                rows[node.frame as usize] = self.add_func(&mut file, frame, shared, hints);
            }
        }
        for node in heap.tree.nodes.iter_mut().skip(usize::from(skip_root)) {
            node.frame = rows[node.frame as usize];
        }
    }

    fn add_func(&mut self, file: &mut File, frame: CallFrame, shared: &mut Shared, hints: &mut RuntimeHints) -> u32 {
        let frames = &file.heap.frames;
        let line = one_based(frame.line, file.heap.line_base);
        let column = one_based(frame.column, file.heap.line_base);
        let name = frames.strings.get(frame.name);
        let shown_name = &mut file.strings[frame.name as usize];
        if *shown_name == WIDE {
            *shown_name = shared.strings.intern(if name.is_empty() { b"(anonymous)" } else { name.as_bytes() });
        }
        let shown_name = *shown_name;

        // Only pseudo functions and wrappers of WebAssembly are known by name; none of them looks like an identifier.
        let is_plain = frame.url != 0 && !name.bytes().any(|byte| matches!(byte, b'(' | b':'));
        let known = file.scripts[frame.url as usize].filter(|_| is_plain);
        let (filename, facts, is_js) = match known {
            Some(facts) => (Some(facts.filename), Some(facts), true),
            None => {
                let url = frames.strings.get(frame.url);
                let origin = origin(name, url, frame.script != 0, line.is_some());
                hints.add_call_frame(name, url, &origin);
                let filename = (!url.is_empty()).then(|| shared.strings.intern(url.as_bytes()));
                let is_js = !matches!(origin, Origin::Pseudo(_));
                (filename, None, is_js)
            }
        };
        let key = FuncKey {
            name: if name.is_empty() { NO_STRING } else { shown_name },
            script: match frames.text_script_id(frame.script) {
                _ if self.ignore_script_ids => 0,
                Some(text) => self.script_ids.intern(text) | TEXT_SCRIPT_ID,
                None => frame.script,
            },
            url: filename.unwrap_or(NO_STRING),
            line,
            column,
        };
        if let Some(row) = shared.funcs.find(&key) {
            return row;
        }
        let (source, resource, category) = match facts {
            Some(facts) => (Some(facts.source), facts.resource, facts.category),
            None => {
                let url = frames.strings.get(frame.url);
                let origin = origin(name, url, frame.script != 0, line.is_some());
                let source = filename.map(|filename| shared.sources.intern(filename));
                let resource = filename.map(|filename| resource(url, filename, &mut shared.strings));
                let resource = resource.map(|resource| shared.resources.intern(resource));
                let category = self.category(&origin);
                if let (true, Some(filename), Some(source)) = (is_plain, filename, source) {
                    file.scripts[frame.url as usize] = Some(ScriptFacts { filename, source, resource, category });
                }
                (source, resource, category)
            }
        };
        shared.frames.category.push(category);
        shared.funcs.add(key, Func { name: shown_name, is_js, resource, source, line, column })
    }

    fn category(&mut self, origin: &Origin) -> CategoryId {
        match origin {
            Origin::Pseudo(Pseudo::Api) => CategoryId::API,
            Origin::Pseudo(Pseudo::Gc) => CategoryId::GC,
            Origin::Pseudo(Pseudo::Parser) => CategoryId::PARSER,
            Origin::Pseudo(Pseudo::Compiler) => CategoryId::COMPILER,
            Origin::Pseudo(Pseudo::BytecodeCompiler) => CategoryId::BYTECODE_COMPILER,
            Origin::Pseudo(Pseudo::External) => CategoryId::EXTERNAL,
            Origin::Pseudo(Pseudo::Logging) => CategoryId::LOGGING,
            Origin::Pseudo(Pseudo::Root | Pseudo::Other) => CategoryId::V8,
            Origin::Builtin => CategoryId::BUILTIN,
            Origin::WebAssembly => CategoryId::WEB_ASSEMBLY,
            Origin::Evaluated => CategoryId::EVALUATED,
            Origin::Package(name) => self.categories.package(name),
            Origin::Extension(_) => CategoryId::EXTENSION,
            Origin::Internal(Internal::Node(module) | Internal::Deno(module) | Internal::Bun(module)) => {
                self.categories.module(module)
            }
            Origin::Internal(Internal::Electron) => self.categories.module("electron"),
            Origin::Web { .. } | Origin::Own => CategoryId::JAVASCRIPT,
        }
    }
}

/// A line or column as the profile has it: from 1 to 2^31 - 1, or `None`.
pub(crate) fn one_based(position: i32, base: LineBase) -> Option<u32> {
    match base {
        _ if position == NO_POSITION => None,
        LineBase::Zero => u32::try_from(position.checked_add(1)?).ok().filter(|&position| position > 0),
        LineBase::One => u32::try_from(position).ok().filter(|&position| position > 0),
    }
}

/// What a script belongs to; `filename` is the number of its URL.
fn resource(url: &str, filename: u32, strings: &mut Strings) -> Resource {
    let mut named = |name: &str, kind| Resource { name: strings.intern(name.as_bytes()), host: None, kind };
    match script_origin(url) {
        Origin::Package(name) => named(&name, ResourceType::OtherHost),
        Origin::Internal(Internal::Node(_)) => named("node:", ResourceType::OtherHost),
        Origin::Internal(Internal::Deno(_)) => named("ext:", ResourceType::OtherHost),
        Origin::Internal(Internal::Bun(_)) => named("bun:", ResourceType::OtherHost),
        Origin::Internal(Internal::Electron) if url.starts_with("node:") => named("node:", ResourceType::OtherHost),
        Origin::Extension(origin) => named(origin, ResourceType::Addon),
        Origin::Web { origin, host } => {
            let resource = named(origin, ResourceType::Webhost);
            Resource { host: Some(strings.intern(host.as_bytes())), ..resource }
        }
        _ => Resource { name: filename, host: None, kind: ResourceType::Url },
    }
}
