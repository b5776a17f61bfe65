//! Decides before which blocks the budget is checked.
//!
//! A path from one check to the next contains no loop, so its maximum cost is known.

use super::{successors, ticks_to_last, Block};
use crate::slot::Slot;
use std::collections::{BTreeMap, BTreeSet};

/// Approximate maximum of ticks on a path between two checks. The rest of a budget that is too small for the path is interpreted.
const LONGEST_PATH: i64 = 64;

/// Decides before which blocks the budget is checked: every loop has a check, and no path between two checks is long.
pub fn place_checks(
    slots: &[Slot],
    first: usize,
    blocks: &mut BTreeMap<usize, Block>,
    returns: &[usize],
) {
    let (order, loops) = depth_first(slots, first, blocks, returns);
    let mut checks: BTreeMap<usize, bool> = order
        .iter()
        .map(|&block| (block, loops.contains(&block)))
        .collect();
    checks.insert(first, true);
    // The longest path from the first issue of each block to the next check. In this order all successors come before the block itself.
    let mut left: BTreeMap<usize, i64> = BTreeMap::new();
    for &number in &order {
        let block = &blocks[&number];
        let mut longest = ticks_to_last(slots, block);
        for (to, ticks) in successors(slots, block, returns) {
            let Some(&behind) = left.get(&to).filter(|_| !checks[&to]) else {
                continue;
            };
            longest = longest.max(ticks + behind);
        }
        left.insert(number, longest);
        if longest > LONGEST_PATH {
            checks.insert(number, true);
        }
    }
    // A block that is not reached from the first one is not translated.
    blocks.retain(|number, _| left.contains_key(number));
    for (number, block) in blocks {
        block.is_checked = checks[number];
        block.ticks_left = left[number];
    }
}

/// Returns the reachable blocks in post-order (each after its successors, except over back edges), and the targets of back edges.
fn depth_first(
    slots: &[Slot],
    first: usize,
    blocks: &BTreeMap<usize, Block>,
    returns: &[usize],
) -> (Vec<usize>, BTreeSet<usize>) {
    let (mut order, mut loops) = (Vec::new(), BTreeSet::new());
    let (mut open, mut seen) = (BTreeSet::from([first]), BTreeSet::from([first]));
    let successors_of = |number: usize| -> Vec<usize> {
        let all = successors(slots, &blocks[&number], returns);
        all.into_iter()
            .map(|(to, _)| to)
            .filter(|to| blocks.contains_key(to))
            .collect()
    };
    let mut path = vec![(first, successors_of(first))];
    while let Some((number, rest)) = path.last_mut() {
        let number = *number;
        match rest.pop() {
            Some(to) if open.contains(&to) => {
                loops.insert(to);
            }
            Some(to) if seen.insert(to) => {
                open.insert(to);
                path.push((to, successors_of(to)));
            }
            Some(_) => {}
            None => {
                open.remove(&number);
                order.push(number);
                path.pop();
            }
        }
    }
    (order, loops)
}
