//! Threads out of files: alone, as snapshots of a session, or one less the other.

use super::ConvertedFile;
use crate::options::Table;
use crate::profile::{Rows, Thread, Tid};
use crate::snapshots::{Snapshot, balanced};
use crate::threads::ThreadIds;
use crate::v8::WIDE;

/// The threads of the profile, as they come to be.
pub(super) struct Threads {
    pub list: Vec<Thread>,
    /// The one to look at first.
    pub selected: u32,
}

/// What all threads of a process have in common, and the first id of a thread.
struct Process {
    name: String,
    pid: String,
    tid: Tid,
    is_main_thread: bool,
}

impl Process {
    fn of(file: &ConvertedFile, ids: &ThreadIds) -> Self {
        Process {
            name: file.runtime.name().to_string(),
            pid: ids.pid.clone(),
            tid: ids.tid.clone(),
            is_main_thread: ids.is_main_thread,
        }
    }

    /// A thread of its own; `suffix` keeps its id apart from the others.
    fn thread(&self, name: String, suffix: &str, rows: Rows) -> Thread {
        let tid = match (&self.tid, suffix) {
            (tid, "") => tid.clone(),
            (Tid::Number(tid), suffix) => Tid::Text(format!("{}:{tid}-{suffix}", self.pid)),
            (Tid::Text(tid), suffix) => Tid::Text(format!("{tid}-{suffix}")),
        };
        let is_main_thread = self.is_main_thread && suffix.is_empty();
        Thread { name, is_main_thread, process_name: self.name.clone(), pid: self.pid.clone(), tid, rows }
    }
}

impl Threads {
    /// A file of its own.
    pub fn add_file(&mut self, file: ConvertedFile, ids: ThreadIds) {
        let process = Process::of(&file, &ids);
        let ThreadIds { name, collected_tid, .. } = ids;
        self.list.push(process.thread(name, "", file.live));
        if let Some(rows) = file.collected {
            let thread = process.thread("Collected by GC".to_string(), "collected", rows);
            self.list.push(Thread { tid: collected_tid, ..thread });
        }
    }

    /// Files that may be snapshots of one sampling session: a thread for each, one for the growth between each two, and
    /// one for what all of the last ones have. `false` if they aren't of one session; then they just stand side by side.
    pub fn add_snapshots(&mut self, members: Vec<(ConvertedFile, ThreadIds)>, table: Table) -> bool {
        let snapshots: Vec<&Snapshot> = members.iter().filter_map(|(file, _)| file.snapshot.as_ref()).collect();
        let is_session =
            snapshots.len() == members.len() && snapshots.windows(2).all(|pair| pair[0].can_precede(pair[1]));
        if !is_session {
            members.into_iter().for_each(|(file, ids)| self.add_file(file, ids));
            return false;
        }
        let Some((first, ids)) = members.first() else { return true };
        let process = Process::of(first, ids);
        let prefix = if ids.is_main_thread { String::new() } else { format!("{}: ", ids.name) };
        if table == Table::NativeAllocations {
            self.list.push(process.thread(ids.name.clone(), "", balanced(&snapshots)));
            return true;
        }
        let mut growth: Vec<Thread> = Vec::new();
        for (number, pair) in snapshots.windows(2).enumerate() {
            let (before, after) = (number + 1, number + 2);
            let name = format!("{prefix}Growth {before}→{after}");
            growth.push(process.thread(name, &format!("growth-{after}"), pair[1].growth_since(pair[0])));
        }
        if let [_, .., before, last] = snapshots.as_slice() {
            let rows = last.survived_since(before);
            growth.push(process.thread(format!("{prefix}Survived all"), "survived", rows));
        }
        let count = snapshots.len();
        for (number, (file, _)) in members.into_iter().enumerate() {
            let suffix = if number == 0 { String::new() } else { format!("snapshot-{}", number + 1) };
            self.list.push(process.thread(format!("{prefix}Snapshot {}", number + 1), &suffix, file.live));
        }
        if self.selected == 0 {
            // The last growth.
            self.selected = (self.list.len() + count - 2) as u32;
        }
        self.list.append(&mut growth);
        true
    }

    /// Two files, and the second less the first, which is selected.
    pub fn add_difference(&mut self, members: Vec<(ConvertedFile, ThreadIds)>) {
        let difference = difference(&members);
        let mut names = ["Base", "Compared"].into_iter();
        let mut last_process = None;
        for (file, ids) in members {
            let process = Process::of(&file, &ids);
            let name = names.next().map_or(ids.name, str::to_string);
            self.list.push(process.thread(name, "", file.live));
            last_process = Some(process);
        }
        if let (Some(rows), Some(process)) = (difference, last_process) {
            self.selected = self.list.len() as u32;
            self.list.push(process.thread("Difference".to_string(), "difference", rows));
        }
    }
}

/// The second of two files less the first: for each stack the bytes that it has more, or with a negative weight less.
/// Stacks without a difference are left out.
fn difference(members: &[(ConvertedFile, ThreadIds)]) -> Option<Rows> {
    let [(base, _), (compared, _)] = members else { return None };
    let mut bytes: Vec<i64> = Vec::new();
    let mut without_stack = 0;
    for (rows, sign) in [(&base.live, -1), (&compared.live, 1)] {
        for (_, stack, weight) in rows.places() {
            let Some(stack) = stack else {
                without_stack += sign * weight;
                continue;
            };
            if stack as usize >= bytes.len() {
                bytes.resize(stack as usize + 1, 0);
            }
            bytes[stack as usize] += sign * weight;
        }
    }
    let mut rows = Rows::empty();
    let changed = (0..WIDE).zip(&bytes).map(|(stack, &weight)| (Some(stack), weight));
    for (stack, weight) in changed.chain([(None, without_stack)]).filter(|&(_, weight)| weight != 0) {
        rows.push(stack, weight);
    }
    rows.seal();
    Some(rows)
}
