//! From V8's records to the profile: stacks, threads and meta.

mod threads;

use self::threads::Threads;
use crate::error::{Error, ErrorCode};
use crate::functions::{Functions, one_based};
use crate::options::{Compare, Options};
use crate::profile::{ExtraSection, Format, Meta, Profile, Rows, Shared};
use crate::samples::{Allocations, MAX_TOTAL, SampleFacts, StackOfNode, resolve};
use crate::snapshots::{RawSamples, Snapshot};
use crate::threads::{ThreadIds, place_threads};
use crate::v8::{FileName, Heap, LocalTime, Origin, Pseudo, Runtime, RuntimeHints, Tree, estimate_interval, origin};

/// One file, converted.
pub(crate) struct ConvertedFile {
    name: Option<String>,
    ids: Option<FileName>,
    runtime: Runtime,
    live: Rows,
    /// The rows of collected objects, if the file tells them apart.
    collected: Option<Rows>,
    nodes: usize,
    samples: Option<SampleFacts>,
    mended_sizes: usize,
    /// What is needed to compare it with other files.
    snapshot: Option<Snapshot>,
}

/// Makes one profile of one or many files.
pub(crate) struct Converter {
    options: Options,
    shared: Shared,
    functions: Functions,
    hints: RuntimeHints,
    files: Vec<ConvertedFile>,
}

impl Converter {
    pub fn new(options: Options) -> Self {
        Converter {
            shared: Shared::new(),
            functions: Functions::new(options.compare == Compare::Difference),
            options,
            hints: RuntimeHints::default(),
            files: Vec::new(),
        }
    }

    /// Adds the heap profile of a file. `is_only`: no other file will be added.
    pub fn add(&mut self, mut heap: Heap, name: Option<String>, is_only: bool) -> Result<(), Error> {
        let nodes = heap.tree.nodes.len();
        let total = (0..nodes).try_fold(0i64, |sum, node| {
            let sum = sum + heap.tree.self_size(node);
            (sum <= MAX_TOTAL).then_some(sum)
        });
        if total.is_none() {
            return Err(Error::new(ErrorCode::TooLarge, "The self sizes add up to more than 2^53 bytes"));
        }
        let wants_snapshot = !is_only && matches!(self.options.compare, Compare::Auto | Compare::Snapshots);
        let raw = heap.samples.as_ref().filter(|_| wants_snapshot).and_then(RawSamples::of);
        let samples = heap.samples.take().map(|samples| resolve(&heap.tree, samples)).transpose()?;

        let ids = name.as_deref().and_then(FileName::parse);
        let mut hints = RuntimeHints::default();
        if let Some(ids) = &ids {
            hints.add_file_name(ids);
        }
        let skip_root = is_root(&heap) && heap.tree.self_size(0) == 0;
        self.functions.add(&mut heap, skip_root, &mut self.shared, &mut hints);
        self.hints.add(&hints);

        if self.shared.stacks.is_empty() && !is_only && self.options.compare != Compare::Nothing {
            // Nodes of the first file, too, that can't be told apart become one stack: the others' will.
            self.shared.stacks.set_first(Tree::new(), false);
        }
        let merged;
        let stacks = if self.shared.stacks.is_empty() {
            StackOfNode::Same { skipped: usize::from(skip_root) }
        } else {
            merged = self.shared.stacks.merge(&heap.tree, skip_root);
            StackOfNode::Merged(&merged)
        };
        let (facts, live, collected) = match samples {
            None => (None, None, None),
            Some((facts, live, collected)) => (Some(facts), Some(live), collected),
        };
        let (live, collected) = make_rows(&heap.tree, live, collected, stacks);
        if self.shared.stacks.is_empty() {
            self.shared.stacks.set_first(heap.tree, skip_root);
        }
        let snapshot = raw.and_then(|raw| raw.with_rows(&live));
        self.files.push(ConvertedFile {
            name,
            ids,
            runtime: hints.guess(),
            live,
            collected,
            nodes,
            samples: facts,
            mended_sizes: heap.mended_sizes,
            snapshot,
        });
        Ok(())
    }

    /// The profile of all files. `to_milliseconds` converts a local time to milliseconds since 1970.
    pub fn finish(mut self, to_milliseconds: impl Fn(&LocalTime) -> i64) -> Profile {
        let runtime = self.hints.guess();
        match runtime {
            Runtime::Deno | Runtime::Bun => self.functions.categories.set_runtime(runtime.name()),
            _ => {}
        }
        let names: Vec<_> = self.files.iter().map(|file| file.ids).collect();
        let start_time = names.iter().flatten().map(|name| to_milliseconds(&name.start())).min();
        let product = self.options.product.clone().unwrap_or_else(|| match runtime {
            Runtime::Unknown => "V8 Heap Profile".to_string(),
            _ => format!("{} heap profile", runtime.name()),
        });
        let file_name = match self.files.as_slice() {
            [file] => file.name.clone(),
            _ => self.options.file_name.clone(),
        };
        let mut extra = Vec::new();
        let mut threads = Threads { list: Vec::new(), selected: 0 };
        let is_single = self.files.len() == 1;
        let mut files: Vec<_> = self.files.into_iter().map(Some).collect();
        for group in group_files(&names, self.options.compare) {
            let mut members: Vec<(ConvertedFile, ThreadIds)> = Vec::new();
            for (place, ids) in group {
                let Some(file) = files[place].take() else { continue };
                let label = match &file.name {
                    _ if is_single => "Heap profile".to_string(),
                    Some(name) => name.clone(),
                    None => format!("Heap profile {}", place + 1),
                };
                extra.push(file.describe(label, self.options.sampling_interval));
                members.push((file, ids));
            }
            match members.len() {
                1 => members.into_iter().for_each(|(file, ids)| threads.add_file(file, ids)),
                _ if self.options.compare == Compare::Difference => threads.add_difference(members),
                _ => {
                    let is_session = threads.add_snapshots(members, self.options.table);
                    if !is_session {
                        let label =
                            "No snapshots of one sampling session in their order: shown side by side, without growth";
                        extra.push(ExtraSection::new(label));
                    }
                }
            }
        }
        let meta = Meta {
            product,
            categories: self.functions.categories.into_list(),
            extra,
            file_name,
            selected_thread: threads.selected,
            threads: threads.list.len() as u32,
            start_time: start_time.unwrap_or(0),
        };
        Profile { meta, shared: self.shared, threads: threads.list, table: self.options.table }
    }
}

/// Files that belong together, with their numbers: snapshots of a thread, or a pair to compare. Most groups have one.
fn group_files(names: &[Option<FileName>], compare: Compare) -> Vec<Vec<(usize, ThreadIds)>> {
    if matches!(compare, Compare::Snapshots | Compare::Difference) {
        // In the order given.
        let mut placed = place_threads(names);
        for place in 0..placed.len() {
            while placed[place].0 != place {
                let file = placed[place].0;
                placed.swap(place, file);
            }
        }
        for place in 0..placed.len() {
            let (before, rest) = placed.split_at_mut(place);
            rest[0].1.is_main_thread = before.iter().all(|(_, ids)| ids.pid != rest[0].1.pid);
        }
        return vec![placed];
    }
    let thread = |file: usize| match names[file] {
        Some(FileName::Node { pid, tid, .. }) if compare == Compare::Auto => Some((pid, tid)),
        _ => None,
    };
    let mut groups: Vec<Vec<(usize, ThreadIds)>> = Vec::new();
    for (file, ids) in place_threads(names) {
        match groups.last_mut() {
            Some(group) if thread(file).is_some() && thread(group[0].0) == thread(file) => group.push((file, ids)),
            _ => groups.push(vec![(file, ids)]),
        }
    }
    groups
}

impl ConvertedFile {
    /// The section of the "more info" panel.
    fn describe(&self, label: String, sampling_interval: Option<u64>) -> ExtraSection {
        let mut section = ExtraSection::new(label);
        let live = self.live.total();
        let collected = self.collected.as_ref().map(Rows::total);
        section.number("Total size", Format::Bytes, live + collected.unwrap_or(0));
        section.number("Call tree nodes", Format::Integer, self.nodes as i64);
        if let Some(facts) = &self.samples {
            section.number("Samples", Format::Integer, facts.count as i64);
            section.number("Orphan samples", Format::Integer, facts.orphans as i64);
            section.number("Orphan bytes", Format::Bytes, facts.orphan_bytes);
            section.number("Highest ordinal", Format::Integer, facts.highest_ordinal.unwrap_or(0));
        }
        let estimate = || self.samples.and_then(|facts| facts.smallest_size).and_then(estimate_interval);
        if let Some(interval) = sampling_interval {
            section.number("Sampling interval", Format::Bytes, interval.min(MAX_TOTAL as u64) as i64);
        } else if let Some(interval) = estimate() {
            section.number("Estimated sampling interval", Format::Bytes, interval);
        }
        if let Some(collected) = collected {
            section.number("Live size", Format::Bytes, live);
            section.number("Collected by GC", Format::Bytes, collected);
        }
        if let Some([live, collected]) = self.samples.and_then(|facts| facts.objects) {
            section.number("Live objects", Format::Integer, live.min(MAX_TOTAL));
            if self.collected.is_some() {
                section.number("Collected objects", Format::Integer, collected.min(MAX_TOTAL));
            }
        }
        if self.mended_sizes > 0 {
            section.number("Sizes mended after 32-bit overflow", Format::Integer, self.mended_sizes as i64);
        }
        section
    }
}

/// Whether the tree begins with V8's own `(root)`.
fn is_root(heap: &Heap) -> bool {
    let frame = heap.frames.get(heap.tree.nodes.get(0).frame);
    let (name, url) = (heap.frames.strings.get(frame.name), heap.frames.strings.get(frame.url));
    let has_line = one_based(frame.line, heap.line_base).is_some();
    origin(name, url, frame.script != 0, has_line) == Origin::Pseudo(Pseudo::Root)
}

/// The rows of a file: of its live samples and, apart, of its collected ones, between which each node's self size is
/// shared out by their sizes. Nodes that have a size but no samples get a row each behind the live ones, in the order of
/// the tree.
fn make_rows(
    tree: &Tree,
    live: Option<Allocations>,
    collected: Option<Allocations>,
    stacks: StackOfNode,
) -> (Rows, Option<Rows>) {
    let count = tree.nodes.len();
    let mut is_sampled = vec![false; count];
    let mut collected_sizes = vec![0i64; if collected.is_some() { count } else { 0 }];
    for (node, is_sampled) in is_sampled.iter_mut().enumerate() {
        let live_size = live.as_ref().map_or(0.0, |part| part.sizes[node]);
        let collected_size = collected.as_ref().map_or(0.0, |part| part.sizes[node]);
        let both = live_size + collected_size;
        *is_sampled = both > 0.0;
        if collected_size > 0.0 {
            // For sizes above 2^52 the sum is rounded, too.
            let size = tree.self_size(node);
            collected_sizes[node] = ((size as f64 * (collected_size / both) + 0.5) as i64).min(size);
        }
    }
    let live_size = |node| tree.self_size(node) - collected_sizes.get(node).copied().unwrap_or(0);
    let mut live_rows = live.map_or_else(Rows::empty, |live| live.into_rows(&live_size, stacks));
    for (node, is_sampled) in is_sampled.into_iter().enumerate() {
        let size = tree.self_size(node);
        if !is_sampled && size > 0 {
            live_rows.push(stacks.get(node), size);
        }
    }
    live_rows.seal();
    (live_rows, collected.map(|collected| collected.into_rows(&|node| collected_sizes[node], stacks)))
}
