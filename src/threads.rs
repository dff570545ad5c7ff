//! Which thread of which process each file is.

use crate::profile::Tid;
use crate::v8::FileName;

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

/// A file's process and, in a process of several files, its place: thread id and sequence number.
#[derive(Clone, Copy)]
struct Place {
    pid: u64,
    thread: Option<(u64, u64)>,
}

/// Orders files so that those of a process stand together, its main thread first, then the workers by thread id, and
/// gives each its ids. Files whose name tells nothing become processes of their own. The answer are the numbers of the
/// files with their ids. There are few files, so plain loops do.
pub(crate) fn place_threads(names: &[Option<FileName>]) -> Vec<(usize, ThreadIds)> {
    let is_taken =
        |pid: u64| names.iter().any(|name| matches!(name, Some(FileName::Node { pid: other, .. }) if *other == pid));
    let mut next_pid = 0;
    let places: Vec<Place> = names
        .iter()
        .map(|name| match name {
            Some(FileName::Node { pid, tid, sequence, .. }) => Place { pid: *pid, thread: Some((*tid, *sequence)) },
            _ => {
                while is_taken(next_pid) {
                    next_pid += 1;
                }
                next_pid += 1;
                Place { pid: next_pid - 1, thread: None }
            }
        })
        .collect();

    let mut placed: Vec<(usize, ThreadIds)> = Vec::with_capacity(names.len());
    let mut pids: Vec<u64> = Vec::new();
    for Place { pid, .. } in &places {
        if pids.contains(pid) {
            continue;
        }
        pids.push(*pid);
        let mut files: Vec<usize> = Vec::new();
        for file in (0..places.len()).filter(|&file| places[file].pid == *pid) {
            let before = files.iter().take_while(|&&other| places[other].thread <= places[file].thread).count();
            files.insert(before, file);
        }
        for (number, file) in files.into_iter().enumerate() {
            let tid = places[file].thread.map_or(0, |(tid, _)| tid);
            let name = match places[file].thread {
                Some((0, _)) => "Main thread".to_string(),
                Some(_) => format!("Worker {tid}"),
                None => "JavaScript heap".to_string(),
            };
            let tid = free_tid(&placed, pid, tid, [Tid::Number(tid)].into_iter());
            let collected_tid = tid.clone();
            let ids = ThreadIds { name, is_main_thread: number == 0, pid: pid.to_string(), tid, collected_tid };
            placed.push((file, ids));
        }
    }
    // Second threads come after all first ones, so that they take no id away from them.
    for number in 0..placed.len() {
        let tid = places[placed[number].0].thread.map_or(0, |(tid, _)| tid);
        let pid = places[placed[number].0].pid;
        placed[number].1.collected_tid = free_tid(&placed, &pid, tid, [].into_iter());
    }
    placed
}

/// The first of these ids that no thread has; then the process's id with the thread's, and so on.
fn free_tid(placed: &[(usize, ThreadIds)], pid: &u64, tid: u64, first: impl Iterator<Item = Tid>) -> Tid {
    let is_taken = |id: &Tid| placed.iter().any(|(_, ids)| ids.tid == *id || ids.collected_tid == *id);
    let texts = (1..).map(|count| match count {
        1 => Tid::Text(format!("{pid}:{tid}")),
        _ => Tid::Text(format!("{pid}:{tid}-{count}")),
    });
    first.chain(texts).find(|id| !is_taken(id)).unwrap_or(Tid::Number(tid))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn place(names: &[&'static str]) -> Vec<(&'static str, ThreadIds)> {
        let parsed: Vec<_> = names.iter().map(|name| FileName::parse(name)).collect();
        place_threads(&parsed).into_iter().map(|(file, ids)| (names[file], ids)).collect()
    }

    #[test]
    fn one_file_without_a_telling_name() {
        let placed = place(&["x.heapprofile"]);
        let (_, ids) = &placed[0];
        assert_eq!((ids.name.as_str(), ids.is_main_thread, ids.pid.as_str()), ("JavaScript heap", true, "0"));
        assert_eq!((&ids.tid, &ids.collected_tid), (&Tid::Number(0), &Tid::Text("0:0".to_string())));
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
