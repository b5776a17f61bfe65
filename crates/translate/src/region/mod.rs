//! A region: the basic blocks that are translated together.

mod checks;
mod explore;
mod known;

use crate::bounds::Kind;
use crate::slot::{Slot, DISCARD};
use checks::place_checks;
use explore::{explore, Explored};
use known::ends_line;
pub use known::{access_bytes, is_atomic, is_store, read, written};
use std::collections::{BTreeMap, BTreeSet};
use weft_isa::Op;

/// The registers that hold return addresses by convention. The second one is for functions that save registers on behalf of others (RISC-V manual,
/// volume I, section 2.5.1).
const LINKS: [u8; 2] = [1, 5];

/// The class of an instruction.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Wanted {
    /// It is translated, and so is the code that control reaches from it.
    Hot,
    /// It is translated only if control falls through to it from a translated instruction.
    Rare,
    /// It is left to the interpreter.
    Never,
}

/// A basic block: a straight line of instructions.
#[derive(Debug)]
pub struct Block {
    /// The slots of its instructions, in order.
    pub slots: Vec<usize>,
    pub end: End,
    /// Is the budget checked before the block?
    pub is_checked: bool,
    /// Ticks from its first issue to the last issue before the next check.
    pub ticks_left: i64,
}

/// The end of a block.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum End {
    /// Control falls through to the block that begins at this slot.
    Fall(usize),
    /// A branch: the target slot, and the slot after the branch.
    Branch(usize, usize),
    /// A `jal` to this slot.
    Jump(usize),
    /// A `jalr`.
    JumpRegister,
    /// The instruction at this slot, which follows the block, is not translated.
    Stop(usize),
}

/// A region: its blocks, by their first slots.
#[derive(Debug)]
pub struct Region {
    pub first: usize,
    pub blocks: BTreeMap<usize, Block>,
    /// The slots after calls in this region, to which returns may go.
    pub returns: Vec<usize>,
}

impl Region {
    /// Returns the region that begins at slot `first`, with the hot code that control reaches from there; None if its first instruction is not
    /// translated.
    pub fn find(
        slots: &[Slot],
        first: usize,
        kind: Kind,
        wanted: impl Fn(usize) -> Wanted,
    ) -> Option<Region> {
        let explored = explore(slots, first, kind, wanted);
        if explored.slots.is_empty() {
            return None;
        }
        let begins_here = explored
            .leaders
            .iter()
            .filter(|leader| explored.slots.contains(leader));
        let mut blocks: BTreeMap<usize, Block> = begins_here
            .map(|&leader| (leader, line(slots, leader, &explored)))
            .collect();
        if blocks
            .values()
            .any(|block| falls_within_bundle(slots, block) || exceeds(kind.width, slots, block))
        {
            return None;
        }
        let returns = returns(slots, &blocks);
        place_checks(slots, first, &mut blocks, &returns);
        Some(Region {
            first,
            blocks,
            returns,
        })
    }

    /// Returns the number of instructions.
    pub fn instructions(&self) -> u64 {
        self.blocks
            .values()
            .map(|block| block.slots.len() as u64)
            .sum()
    }

    /// Returns the slots of all instructions.
    pub fn slots(&self) -> impl Iterator<Item = usize> + '_ {
        self.blocks
            .values()
            .flat_map(|block| block.slots.iter().copied())
    }
}

/// Returns the slot of a branch's or jump's target, if it is in the memory.
fn target(slots: &[Slot], slot: &Slot) -> Option<usize> {
    let target = slot.imm as u32 as usize;
    (target < slots.len()).then_some(target)
}

pub fn next(slots: &[Slot], index: usize) -> usize {
    index + usize::from(slots[index].halfwords)
}

/// Does a jump store a return address?
fn is_call(slot: &Slot) -> bool {
    matches!(slot.op, Some(Op::Jal | Op::Jalr)) && LINKS.contains(&slot.rd)
}

/// Is the instruction in a slot preceded by a call, so that a function may return to it?
pub fn is_behind_call(slots: &[Slot], index: usize) -> bool {
    let call_of = |halfwords: usize| {
        let before = index.checked_sub(halfwords).and_then(|at| slots.get(at));
        before.is_some_and(|slot| usize::from(slot.halfwords) == halfwords && is_call(slot))
    };
    call_of(1) || call_of(2)
}

/// Is a `jalr` a return from a function?
pub fn is_return(slot: &Slot) -> bool {
    slot.op == Some(Op::Jalr) && slot.rd == DISCARD && LINKS.contains(&slot.rs1)
}

/// Returns the block that begins at a slot.
fn line(slots: &[Slot], leader: usize, explored: &Explored) -> Block {
    let mut block = Block {
        slots: Vec::new(),
        end: End::Stop(leader),
        is_checked: false,
        ticks_left: 0,
    };
    let mut index = leader;
    loop {
        if !explored.slots.contains(&index) {
            block.end = End::Stop(index);
            return block;
        }
        let op = slots[index].op.unwrap_or(Op::Jalr);
        block.slots.push(index);
        let behind = next(slots, index);
        if ends_line(op) {
            block.end = end(&slots[index], op, behind);
            return block;
        }
        if explored.leaders.contains(&behind) {
            block.end = End::Fall(behind);
            return block;
        }
        index = behind;
    }
}

fn end(slot: &Slot, op: Op, behind: usize) -> End {
    let target = slot.imm as u32 as usize;
    match op {
        Op::Jal => End::Jump(target),
        Op::Jalr => End::JumpRegister,
        _ => End::Branch(target, behind),
    }
}

/// Does control fall from a block into one whose first instruction issues in the same cycle?
fn falls_within_bundle(slots: &[Slot], block: &Block) -> bool {
    let last = block.slots.last();
    matches!(block.end, End::Fall(_) | End::Branch(..))
        && last.is_some_and(|&slot| slots[slot].ticks == 0)
}

/// Would more than `width` instructions issue in a tick? The decoder does not produce such slots; the size of the logs relies on it.
fn exceeds(width: usize, slots: &[Slot], block: &Block) -> bool {
    let joins = |&slot: &usize| slots[slot].ticks == 0;
    let is_full = |bundle: &[usize]| bundle.iter().all(joins);
    let is_transfer = matches!(
        block.end,
        End::Branch(..) | End::Jump(_) | End::JumpRegister
    );
    let transfer = block.slots.last().filter(|_| is_transfer);
    block.slots.windows(width.max(1)).any(is_full)
        || transfer.is_some_and(|&last| slots[last].ticks_taken == 0)
}

/// Returns the slots after the calls in these blocks, if a block begins there.
fn returns(slots: &[Slot], blocks: &BTreeMap<usize, Block>) -> Vec<usize> {
    let lasts = blocks
        .values()
        .filter_map(|block| block.slots.last().copied());
    let calls = lasts.filter(|&last| is_call(&slots[last]));
    let behind: BTreeSet<usize> = calls.map(|call| next(slots, call)).collect();
    behind
        .into_iter()
        .filter(|slot| blocks.contains_key(slot))
        .collect()
}

/// Returns the ticks from the first issue of a block to the issue of its last instruction.
fn ticks_to_last(slots: &[Slot], block: &Block) -> i64 {
    let others = block
        .slots
        .split_last()
        .map_or(&[][..], |(_, others)| others);
    others
        .iter()
        .map(|&slot| i64::from(slots[slot].ticks))
        .sum()
}

/// Returns the ticks from the issue of the instruction in slot `from`, which transfers control, to that of the instruction in slot `to`.
pub fn ticks_taken(slots: &[Slot], from: usize, to: usize) -> i64 {
    i64::from(slots[from].ticks_taken) + i64::from(slots[to].entry_penalty)
}

/// Returns the successors of a block within the explored code, each with the ticks from the block's first issue to the first issue there.
fn successors(slots: &[Slot], block: &Block, returns: &[usize]) -> Vec<(usize, i64)> {
    let Some(&last) = block.slots.last() else {
        return Vec::new();
    };
    let issue = ticks_to_last(slots, block);
    let fallen = issue + i64::from(slots[last].ticks);
    let taken = |to: usize| (to, issue + ticks_taken(slots, last, to));
    match block.end {
        End::Fall(to) => vec![(to, fallen)],
        End::Branch(to, behind) => vec![taken(to), (behind, fallen)],
        End::Jump(to) => vec![taken(to)],
        End::JumpRegister if is_return(&slots[last]) => {
            returns.iter().map(|&to| taken(to)).collect()
        }
        End::JumpRegister | End::Stop(_) => Vec::new(),
    }
}

#[cfg(test)]
mod tests;
