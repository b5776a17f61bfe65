//! Finds the slots that control reaches from one slot.

use super::known::{ends_line, is_branch, is_translated};
use super::{is_call, next, target, Wanted};
use crate::bounds::Kind;
use crate::slot::Slot;
use std::collections::{BTreeSet, VecDeque};
use weft_isa::Op;

/// Maximum number of instructions in a region: the time of the host's compiler grows with it.
const MOST_INSTRUCTIONS: usize = 400;

/// The slots of a region, and those at which straight lines begin.
#[derive(Debug)]
pub struct Explored {
    pub slots: BTreeSet<usize>,
    pub leaders: BTreeSet<usize>,
}

/// Follows control from `first`, breadth first, until the region has its maximum size or only code that is not hot is left.
pub fn explore(
    slots: &[Slot],
    first: usize,
    kind: Kind,
    wanted: impl Fn(usize) -> Wanted,
) -> Explored {
    let mut found = Explored {
        slots: BTreeSet::new(),
        leaders: BTreeSet::from([first]),
    };
    let mut queue = VecDeque::from([first]);
    while let Some(begin) = queue.pop_front() {
        if begin == first || wanted(begin) == Wanted::Hot {
            let is_known =
                |index| is_translated(slots, index, kind) && wanted(index) != Wanted::Never;
            follow_line(slots, begin, is_known, &mut found, &mut queue);
        }
    }
    found
}

fn follow_line(
    slots: &[Slot],
    begin: usize,
    is_known: impl Fn(usize) -> bool,
    found: &mut Explored,
    queue: &mut VecDeque<usize>,
) {
    let mut index = begin;
    while is_known(index) && found.slots.len() < MOST_INSTRUCTIONS {
        if !found.slots.insert(index) {
            // This line joins one that was found before.
            found.leaders.insert(index);
            return;
        }
        let slot = &slots[index];
        let op = slot.op.unwrap_or(Op::Jalr);
        let behind = next(slots, index);
        if ends_line(op) {
            let direct = (op != Op::Jalr).then(|| target(slots, slot)).flatten();
            // After a call control returns to the next instruction; after a jump it does not.
            let comes_behind = is_branch(op) || is_call(slot);
            let reached = direct.into_iter().chain(comes_behind.then_some(behind));
            for leader in reached {
                found.leaders.insert(leader);
                queue.push_back(leader);
            }
            return;
        }
        index = behind;
    }
}
