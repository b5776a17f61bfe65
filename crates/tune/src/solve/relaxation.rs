//! The linear relaxation of the multiple-choice knapsack problem, solved greedily (P. Sinha and A. Zoltners, 1979): every class
//! begins with its smallest item, and memory is spent where a byte saves most load.

use super::frontier::{hull, Candidate};

/// What the relaxation says.
pub(super) struct Relaxation {
    /// The price of memory: the load that the first step which does not fit would save, and the bytes that it needs.
    pub price: Price,
    /// For each class the place of a candidate: the best selection that the greedy order finds.
    pub selection: Vec<usize>,
}

/// A load for a number of bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Price {
    pub load: u64,
    pub bytes: u64,
}

/// From one candidate of a class to a larger one.
struct Step {
    class: usize,
    from: usize,
    to: usize,
    saved: u64,
    bytes: u64,
}

/// Solves the relaxation for the frontiers of all classes; None if even the smallest items do not fit.
pub(super) fn relax(classes: &[Vec<Candidate>], capacity: u64) -> Option<Relaxation> {
    let smallest = |class: &Vec<Candidate>| class.first().map(|one| one.memory);
    let used = classes.iter().map(smallest).sum::<Option<u64>>()?;
    let mut free = capacity.checked_sub(used)?;
    let mut selection = vec![0; classes.len()];
    let mut price = None;
    for step in steps(classes) {
        if selection[step.class] != step.from {
            continue;
        }
        if step.bytes <= free {
            free -= step.bytes;
            selection[step.class] = step.to;
        } else {
            price = price.or(Some(Price {
                load: step.saved,
                bytes: step.bytes,
            }));
        }
    }
    let price = price.unwrap_or(Price { load: 0, bytes: 1 });
    Some(Relaxation { price, selection })
}

/// The steps along the hulls of all classes, those that save most a byte first.
fn steps(classes: &[Vec<Candidate>]) -> Vec<Step> {
    let mut steps = Vec::new();
    for (class, candidates) in classes.iter().enumerate() {
        let place = |one: Candidate| candidates.iter().position(|other| *other == one);
        for pair in hull(candidates).windows(2) {
            steps.push(Step {
                class,
                from: place(pair[0]).expect("the hull is of these"),
                to: place(pair[1]).expect("the hull is of these"),
                saved: pair[0].load - pair[1].load,
                bytes: pair[1].memory - pair[0].memory,
            });
        }
    }
    steps.sort_by(|one, other| (other.saved * one.bytes).cmp(&(one.saved * other.bytes)));
    steps
}
