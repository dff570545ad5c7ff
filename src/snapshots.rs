//! Several profiles of one sampling session: what was allocated between them and still lives.
//!
//! V8 counts samples over the whole session, so the ordinal of a sample is its name: one that is missing in the next
//! snapshot was collected in between, one that first shows there was allocated in between. The size of a sample and
//! its stack never change, which tells snapshots of one session from others.

use crate::profile::Rows;
use crate::radix;
use crate::v8::{Samples, WIDE};

/// A sample of a snapshot.
#[derive(Clone, Copy, Debug)]
struct Kept {
    ordinal: u32,
    /// As it is in the file.
    size: u32,
    stack: Option<u32>,
    /// Fitted to the self size of its node in this snapshot; `None` for an orphan.
    weight: Option<i64>,
}

/// What is kept of a file to compare it with others.
#[derive(Debug)]
pub(crate) struct Snapshot {
    /// By ordinal, rising.
    samples: Vec<Kept>,
    /// Stacks and sizes of nodes without samples.
    unsampled: Vec<(Option<u32>, i64)>,
}

/// The samples of a file before they become rows.
pub(crate) struct RawSamples(Vec<Kept>);

impl RawSamples {
    /// `None` if the samples can't be told apart by their ordinals.
    pub fn of(samples: &Samples) -> Option<RawSamples> {
        if !samples.is_plain || !samples.collected.is_empty() {
            return None;
        }
        let kept =
            |sample: &crate::v8::Sample| Kept { ordinal: sample.ordinal, size: sample.size, stack: None, weight: None };
        Some(RawSamples(samples.rows.iter().map(kept).collect()))
    }

    /// The snapshot, now that the rows of the file are known. `None` if an ordinal comes twice.
    pub fn with_rows(self, rows: &Rows) -> Option<Snapshot> {
        let mut samples = self.0;
        let mut unsampled = Vec::new();
        for (place, stack, weight) in rows.places() {
            match samples.get_mut(place) {
                Some(sample) => (sample.stack, sample.weight) = (stack, Some(weight)),
                None => unsampled.push((stack, weight)),
            }
        }
        let order = radix::sorted(&mut (0..).zip(&samples).map(|(place, sample)| (sample.ordinal as u64, place)));
        let samples: Vec<Kept> = order.into_iter().map(|(_, place)| samples[place as usize]).collect();
        let is_distinct = samples.windows(2).all(|pair| pair[0].ordinal < pair[1].ordinal);
        is_distinct.then_some(Snapshot { samples, unsampled })
    }
}

impl Snapshot {
    /// Whether another snapshot can be a later one of the same session.
    pub fn can_precede(&self, later: &Snapshot) -> bool {
        let mut others = later.samples.iter().peekable();

        self.samples.iter().all(|sample| {
            // What wasn't there then can't have been allocated before then.
            if others.peek().is_some_and(|other| other.ordinal < sample.ordinal) {
                return false;
            }
            match others.next_if(|other| other.ordinal == sample.ordinal) {
                // Orphans have no stack yet.
                Some(other) => {
                    let is_known = sample.weight.is_some() && other.weight.is_some();
                    other.size == sample.size && (!is_known || other.stack == sample.stack)
                }
                None => true,
            }
        })
    }

    /// The rows of this snapshot whose samples an earlier one has (`survived`), or hasn't (`grown`).
    fn rows_since(&self, earlier: &Snapshot, survived: bool) -> Rows {
        let mut rows = Rows::empty();
        let mut others = earlier.samples.iter().peekable();
        for sample in &self.samples {
            while others.next_if(|other| other.ordinal < sample.ordinal).is_some() {}
            let was_there = others.next_if(|other| other.ordinal == sample.ordinal).is_some();
            if let (true, Some(weight)) = (was_there == survived, sample.weight) {
                rows.push(sample.stack, weight);
            }
        }
        rows.seal();
        rows
    }

    /// What was allocated after an earlier snapshot, and lives in this one.
    pub fn growth_since(&self, earlier: &Snapshot) -> Rows {
        self.rows_since(earlier, false)
    }

    /// What an earlier snapshot had already, and lives in this one.
    pub fn survived_since(&self, earlier: &Snapshot) -> Rows {
        self.rows_since(earlier, true)
    }
}

/// All allocations of a session in one table, each with its end, if it ended before the last snapshot: what is left at
/// the end is the last snapshot, to the byte.
pub(crate) fn balanced(snapshots: &[&Snapshot]) -> Rows {
    let mut rows = Rows::empty();
    // The samples that live. New ones have higher ordinals, so they are always in order.
    let mut living: Vec<Kept> = Vec::new();
    for (number, snapshot) in snapshots.iter().enumerate() {
        let mut present = snapshot.samples.iter().peekable();
        living.retain(|sample| {
            while present.next_if(|other| other.ordinal < sample.ordinal).is_some() {}
            let stays = present.next_if(|other| other.ordinal == sample.ordinal).is_some();
            if let (false, Some(weight)) = (stays, sample.weight) {
                rows.push_balanced(sample.stack, -weight, sample.ordinal as i64);
            }
            stays
        });
        let mut known = living.iter().map(|sample| sample.ordinal).peekable();
        let mut added: Vec<Kept> = Vec::new();
        for sample in &snapshot.samples {
            while known.next_if(|&other| other < sample.ordinal).is_some() {}
            if known.next_if_eq(&sample.ordinal).is_some() {
                continue;
            }
            // Its weight differs a little from snapshot to snapshot. The last one it is in counts.
            let Some((stack, weight)) = last_state(&snapshots[number..], sample.ordinal) else { continue };
            let sample = Kept { stack, weight: Some(weight), ..*sample };
            rows.push_balanced(sample.stack, weight, sample.ordinal as i64);
            added.push(sample);
        }
        living.append(&mut added);
    }
    if let Some(last) = snapshots.last() {
        let next_address = WIDE as i64;
        for (address, &(stack, weight)) in (next_address..).zip(&last.unsampled) {
            rows.push_balanced(stack, weight, address);
        }
    }
    rows.seal();
    rows
}

/// Stack and weight of a sample in the last of the snapshots without a gap from the first on; `None` if it is an orphan
/// there.
fn last_state(snapshots: &[&Snapshot], ordinal: u32) -> Option<(Option<u32>, i64)> {
    let find = |snapshot: &Snapshot| {
        let place = snapshot.samples.binary_search_by_key(&ordinal, |sample| sample.ordinal).ok()?;
        Some(snapshot.samples[place])
    };
    let last = snapshots.iter().map_while(|snapshot| find(snapshot)).last()?;
    Some((last.stack, last.weight?))
}
