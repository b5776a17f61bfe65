//! The items of a class that can matter, and those among them that the linear relaxation uses.

use super::Item;

/// An item that no other beats: its place in the class, and what it costs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Candidate {
    pub item: usize,
    pub load: u64,
    pub memory: u64,
}

/// The items that no other beats in both load and memory, by rising memory and so by falling load.
pub(super) fn frontier(class: &[Item]) -> Vec<Candidate> {
    let candidates = class.iter().enumerate().map(|(item, costs)| Candidate {
        item,
        load: costs.load.0,
        memory: costs.memory.0,
    });
    let mut candidates: Vec<Candidate> = candidates.collect();
    candidates.sort_by_key(|one| (one.memory, one.load, class[one.item].dsp, one.item));
    let mut least = u64::MAX;
    candidates.retain(|one| {
        let before = least;
        least = before.min(one.load);
        one.load < before
    });
    candidates
}

/// The candidates on the lower convex hull of load over memory: each byte more saves less than the byte before.
pub(super) fn hull(candidates: &[Candidate]) -> Vec<Candidate> {
    let mut hull: Vec<Candidate> = Vec::new();
    for candidate in candidates {
        while let [.., before, last] = hull[..] {
            let is_below = saving(before, last) * (candidate.memory - last.memory)
                > saving(last, *candidate) * (last.memory - before.memory);
            if is_below {
                break;
            }
            hull.pop();
        }
        hull.push(*candidate);
    }
    hull
}

fn saving(from: Candidate, to: Candidate) -> u64 {
    from.load - to.load
}
