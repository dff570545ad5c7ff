//! Which thread of which process each file is.

use crate::profile::Tid;
use crate::v8::FileName;
use std::collections::{HashMap, HashSet};

/// Names and ids of the thread of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ThreadIds {
    pub name: String,
    pub is_main_thread: bool,
    pub pid: String,
    pub tid: Tid,
    /// For a second thread, with the file's collected objects.
    pub collected_tid: Tid,
}

/// Orders files so that those of a process stand together, its main thread first, then the workers by thread id, and
/// gives each its ids. Files whose name tells nothing become processes of their own.
pub(crate) fn place_threads<T>(files: Vec<T>, file_name: impl Fn(&T) -> Option<FileName>) -> Vec<(T, ThreadIds)> {
    let mut taken: HashSet<u64> = files
        .iter()
        .filter_map(|file| match file_name(file) {
            Some(FileName::Node { pid, .. }) => Some(pid),
            _ => None,
        })
        .collect();
    let mut placed: Vec<(T, u64, Option<(u64, u64)>)> = Vec::with_capacity(files.len());
    let mut next_pid = 0;
    for file in files {
        match file_name(&file) {
            Some(FileName::Node { pid, tid, sequence, .. }) => placed.push((file, pid, Some((tid, sequence)))),
            _ => {
                while !taken.insert(next_pid) {
                    next_pid += 1;
                }
                placed.push((file, next_pid, None));
            }
        }
    }
    let mut process_order = HashMap::new();
    for (_, pid, _) in &placed {
        let next = process_order.len();
        process_order.entry(*pid).or_insert(next);
    }
    placed.sort_by_key(|(_, pid, thread)| (process_order[pid], *thread));

    let mut tids = TidSet::default();
    let mut processes = HashSet::new();
    placed
        .into_iter()
        .map(|(file, pid, thread)| {
            let name = match thread {
                Some((0, _)) => "Main thread".to_string(),
                Some((tid, _)) => format!("Worker {tid}"),
                None => "JavaScript heap".to_string(),
            };
            let tid = thread.map_or(0, |(tid, _)| tid);
            let ids = ThreadIds {
                name,
                is_main_thread: processes.insert(pid),
                pid: pid.to_string(),
                tid: tids.add(pid, tid, ""),
                collected_tid: tids.add(pid, tid, "-collected"),
            };
            (file, ids)
        })
        .collect()
}

/// The ids given so far: the profiler wants each once in a profile.
#[derive(Default)]
struct TidSet {
    given: HashSet<Tid>,
}

impl TidSet {
    fn add(&mut self, pid: u64, tid: u64, suffix: &str) -> Tid {
        let texts = (1..).map(|count| match count {
            1 => Tid::Text(format!("{pid}:{tid}{suffix}")),
            _ => Tid::Text(format!("{pid}:{tid}{suffix}-{count}")),
        });
        let number = suffix.is_empty().then_some(Tid::Number(tid));
        let mut free = number.into_iter().chain(texts).filter(|candidate| !self.given.contains(candidate));
        let tid = free.next().unwrap_or(Tid::Number(tid));
        self.given.insert(tid.clone());
        tid
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn place(names: &[&'static str]) -> Vec<(&'static str, ThreadIds)> {
        place_threads(names.to_vec(), |name| FileName::parse(name))
    }

    #[test]
    fn one_file_without_a_telling_name() {
        let placed = place(&["x.heapprofile"]);
        let (_, ids) = &placed[0];
        assert_eq!((ids.name.as_str(), ids.is_main_thread, ids.pid.as_str()), ("JavaScript heap", true, "0"));
        assert_eq!((&ids.tid, &ids.collected_tid), (&Tid::Number(0), &Tid::Text("0:0-collected".to_string())));
    }

    #[test]
    fn processes_stand_together() {
        let names = [
            "Heap.20261201.030938.20.1.004.heapprofile",
            "other.heapprofile",
            "Heap.20261201.030938.10.0.001.heapprofile",
            "Heap.20261201.030938.20.0.001.heapprofile",
            "Heap.20261201.030938.20.0.002.heapprofile",
            "another.heapprofile",
        ];
        let placed = place(&names);
        let order: Vec<_> = placed.iter().map(|(name, _)| names.iter().position(|other| other == name)).collect();
        assert_eq!(order.into_iter().flatten().collect::<Vec<_>>(), [3, 4, 0, 1, 2, 5]);
        let ids: Vec<_> = placed.iter().map(|(_, ids)| (ids.pid.as_str(), &ids.tid, ids.is_main_thread)).collect();
        let text = |text: &str| Tid::Text(text.to_string());
        let expected = [
            ("20", &Tid::Number(0), true),
            ("20", &text("20:0"), false),
            ("20", &Tid::Number(1), false),
            ("0", &text("0:0"), true),
            ("10", &text("10:0"), true),
            ("1", &text("1:0"), true),
        ];
        assert_eq!(ids, expected);
    }
}
