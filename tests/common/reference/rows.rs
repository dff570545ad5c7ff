//! From nodes and samples to rows: bytes in the order of allocation.

use super::{Node, Sample};
use serde_json::{Value, json};
use std::collections::HashMap;

pub struct Fitted {
    /// Nodes with weights.
    pub live: Vec<(usize, i64)>,
    /// `None` if no sample is marked as collected.
    pub dead: Option<Vec<(usize, i64)>>,
    pub orphans: usize,
    pub orphan_bytes: i64,
}

pub fn fit(nodes: &[Node], samples: &[Sample]) -> Fitted {
    let mut node_of_id = HashMap::new();
    for (node, Node { id, .. }) in nodes.iter().enumerate() {
        if let Some(id) = id {
            node_of_id.entry(*id).or_insert(node);
        }
    }
    let mut ordered: Vec<&Sample> = samples.iter().collect();
    // Those without an ordinal last; equal ones stay as they are.
    ordered.sort_by_key(|sample| (sample.ordinal.is_none(), sample.ordinal));
    let (mut live, mut dead) = (Vec::new(), Vec::new());
    let (mut orphans, mut orphan_bytes) = (0, 0);
    for sample in &ordered {
        match sample.node_id.and_then(|id| node_of_id.get(&id)) {
            Some(&node) => if sample.is_live { &mut live } else { &mut dead }.push((node, sample.size)),
            None => {
                orphans += 1;
                orphan_bytes += sample.size;
            }
        }
    }

    let sizes: Vec<i64> = nodes.iter().map(|node| node.self_size).collect();
    if ordered.iter().all(|sample| sample.is_live) {
        return Fitted { live: fit_to(&live, &sizes), dead: None, orphans, orphan_bytes };
    }
    let (live_sums, dead_sums) = (sums(&live, nodes.len()), sums(&dead, nodes.len()));
    let dead_sizes: Vec<i64> = (0..nodes.len())
        .map(|node| match live_sums[node] + dead_sums[node] {
            0 => 0,
            all => (sizes[node] as f64 * (dead_sums[node] as f64 / all as f64) + 0.5).floor() as i64,
        })
        .zip(&sizes)
        .map(|(share, &size)| share.min(size))
        .collect();
    let live_sizes: Vec<i64> = sizes.iter().zip(&dead_sizes).map(|(all, dead)| all - dead).collect();
    Fitted { live: fit_to(&live, &live_sizes), dead: Some(fit_to(&dead, &dead_sizes)), orphans, orphan_bytes }
}

fn sums(samples: &[(usize, i64)], count: usize) -> Vec<i64> {
    let mut sums = vec![0; count];
    for &(node, size) in samples {
        sums[node] += size;
    }
    sums
}

/// The samples only say how a node's self size is spread over the order of allocation.
fn fit_to(samples: &[(usize, i64)], sizes: &[i64]) -> Vec<(usize, i64)> {
    let sums = sums(samples, sizes.len());
    let mut seen = vec![0; sizes.len()];
    let mut rows = Vec::new();
    for &(node, size) in samples {
        let fitted = |running: i64| match running {
            0 => 0,
            running if running == sums[node] => sizes[node],
            running => {
                let scaled = running as f64 * (sizes[node] as f64 / sums[node] as f64);
                ((scaled + 0.5).floor() as i64).min(sizes[node])
            }
        };
        let before = fitted(seen[node]);
        seen[node] += size;
        rows.push((node, fitted(seen[node]) - before));
    }
    let unsampled = (0..sizes.len()).filter(|&node| sizes[node] > 0 && sums[node] == 0);
    rows.extend(unsampled.map(|node| (node, sizes[node])));
    rows
}

/// Puts rows on the axis of bytes, with rows that mark where the heavy ones end.
pub fn lay_out(rows: &[(usize, i64)], stack_of: impl Fn(usize) -> Option<usize>) -> Value {
    let total: i64 = rows.iter().map(|&(_, weight)| weight).sum();
    let mut laid_out: Vec<(Option<usize>, i64, i64)> = Vec::new();
    let mut time = 0;
    for (index, &(node, weight)) in rows.iter().enumerate() {
        laid_out.push((stack_of(node), time, weight));
        time += weight;
        if weight as f64 > total as f64 / 1000.0 || index == rows.len() - 1 {
            laid_out.push((stack_of(node), time, 0));
        }
    }
    if rows.is_empty() {
        laid_out.push((None, 0, 0));
    }
    json!({
        "stack": laid_out.iter().map(|row| row.0).collect::<Vec<_>>(),
        "time": laid_out.iter().map(|row| row.1).collect::<Vec<_>>(),
        "weight": laid_out.iter().map(|row| row.2).collect::<Vec<_>>(),
        "length": laid_out.len(),
    })
}
