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

/// A file's process and, if its name tells, its place there: thread id and sequence number.
#[derive(Clone, Copy, PartialEq)]
struct Place {
    pid: u64,
    thread: Option<(u64, u64)>,
}

/// Orders files so that those of a process stand together, its main thread first, then the workers by thread id, and
/// gives each its ids. Files whose name tells nothing become processes of their own. The answer are the numbers of the
/// files with their ids. There are few files, so plain loops do.
pub(crate) fn place_threads(names: &[Option<FileName>]) -> Vec<(usize, ThreadIds)> {
    let places = find_places(names);
    let mut placed: Vec<(usize, ThreadIds)> = Vec::with_capacity(places.len());
    let mut is_placed = vec![false; places.len()];
    for first in 0..places.len() {
        // All of its process, at once.
        let mut is_main_thread = true;
        while let Some(file) = next_of_process(&places, &is_placed, places[first].pid) {
            is_placed[file] = true;
            let Place { pid, thread } = places[file];
            let name = match thread {
                Some((0, _)) => "Main thread".to_string(),
                Some((tid, _)) => format!("Worker {tid}"),
                None => "JavaScript heap".to_string(),
            };
            let number = Tid::Number(thread.map_or(0, |(tid, _)| tid));
            let tid = if is_taken(&placed, &number) { free_text(&placed, places[file]) } else { number };
            let ids = ThreadIds { name, is_main_thread, pid: pid.to_string(), tid: tid.clone(), collected_tid: tid };
            placed.push((file, ids));
            is_main_thread = false;
        }
    }
    // Second threads come after all first ones, so that they take no id away from them.
    for number in 0..placed.len() {
        placed[number].1.collected_tid = free_text(&placed, places[placed[number].0]);
    }
    placed
}

fn find_places(names: &[Option<FileName>]) -> Vec<Place> {
    let mut places = Vec::with_capacity(names.len());
    let mut free_pid = 0;
    for name in names {
        places.push(match *name {
            Some(FileName::Node { pid, tid, sequence, .. }) => Place { pid, thread: Some((tid, sequence)) },
            _ => {
                let is_known = |known: u64| {
                    names.iter().any(|name| matches!(name, Some(FileName::Node { pid, .. }) if *pid == known))
                };
                while is_known(free_pid) {
                    free_pid += 1;
                }
                free_pid += 1;
                Place { pid: free_pid - 1, thread: None }
            }
        });
    }
    places
}

/// The file of a process that comes next; of equal ones the first.
fn next_of_process(places: &[Place], is_placed: &[bool], pid: u64) -> Option<usize> {
    let mut next = None;
    for (file, place) in places.iter().enumerate() {
        if place.pid == pid && !is_placed[file] && next.is_none_or(|next: usize| place.thread < places[next].thread) {
            next = Some(file);
        }
    }
    next
}

fn is_taken(placed: &[(usize, ThreadIds)], id: &Tid) -> bool {
    placed.iter().any(|(_, ids)| ids.tid == *id || ids.collected_tid == *id)
}

/// The process's id with the thread's, as often as it takes to be the only one.
fn free_text(placed: &[(usize, ThreadIds)], Place { pid, thread }: Place) -> Tid {
    let tid = thread.map_or(0, |(tid, _)| tid);
    let mut text = format!("{pid}:{tid}");
    loop {
        let id = Tid::Text(text.clone());
        if !is_taken(placed, &id) {
            return id;
        }
        text.push_str("-2");
    }
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
