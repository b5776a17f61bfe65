//! Tests with regions of small programs, derived by hand. Every instruction has four bytes and takes one tick; transfers of control take three.

use super::*;
use weft_isa::Op::{Addi, Beq, Csrrw, Jal, Jalr};

const KIND: Kind = Kind {
    is_logged: false,
    width: 1,
    is_traced: false,
};

fn slot(op: Op, rd: u8, rs1: u8, target: usize) -> Slot {
    Slot {
        op: Some(op),
        rd: if rd == 0 { DISCARD } else { rd },
        rs1,
        rs2: 0,
        imm: target as i32,
        halfwords: 1,
        ticks: 1,
        ticks_taken: 3,
        entry_penalty: 0,
    }
}

fn addition() -> Slot {
    slot(Addi, 10, 10, 0)
}

fn find(slots: &[Slot]) -> Region {
    Region::find(slots, 0, KIND, |_| Wanted::Hot).expect("the first instruction is translated")
}

/// If the budget is checked before a block, returns the ticks that must be left.
fn check(region: &Region, first: usize) -> Option<i64> {
    let block = &region.blocks[&first];
    block.is_checked.then_some(block.ticks_left)
}

#[test]
fn a_loop_is_checked_where_it_begins() {
    let slots = [
        addition(),
        addition(),
        slot(Beq, 0, 10, 1),
        slot(Csrrw, 0, 0, 0),
    ];
    let region = find(&slots);
    assert_eq!(region.blocks[&0].end, End::Fall(1));
    // To the branch, and into the loop, which has a check before its first instruction.
    assert_eq!(check(&region, 0), Some(0));
    assert_eq!(region.blocks[&1].end, End::Branch(1, 3));
    assert_eq!(check(&region, 1), Some(1));
    assert!(!region.blocks.contains_key(&3));
}

#[test]
fn a_call_comes_back_inside() {
    let slots = [
        slot(Jal, 1, 0, 3),
        addition(),
        slot(Csrrw, 0, 0, 0),
        addition(),
        slot(Jalr, 0, 1, 0),
    ];
    let region = find(&slots);
    assert_eq!(region.returns, [1]);
    assert_eq!(region.blocks[&3].end, End::JumpRegister);
    assert_eq!(region.blocks[&1].end, End::Stop(2));
    // One check for everything: the jump, two instructions, the return, and the instruction after the call.
    assert_eq!(check(&region, 0), Some(3 + 1 + 3));
    assert_eq!(check(&region, 1), None);
    // An instruction in the middle of the path may have to check the budget again.
    assert_eq!(region.blocks[&3].ticks_left, 1 + 3);
}

#[test]
fn what_is_not_hot_is_left_out() {
    let slots = [
        slot(Beq, 0, 10, 2),
        addition(),
        addition(),
        slot(Jal, 0, 0, 0),
    ];
    let without = |left_out: usize| {
        move |slot| match slot == left_out {
            true => Wanted::Rare,
            false => Wanted::Hot,
        }
    };
    let region = Region::find(&slots, 0, KIND, without(2)).expect("there is one");
    assert_eq!(region.blocks[&0].end, End::Branch(2, 1));
    // The line that falls through continues past the slot.
    assert_eq!(region.slots().collect::<Vec<_>>(), [0, 1, 2, 3]);
    let region = Region::find(&slots, 0, KIND, |_| Wanted::Rare).expect("there is one");
    assert_eq!(region.slots().collect::<Vec<_>>(), [0]);
}

#[test]
fn nothing_begins_at_an_instruction_that_is_not_translated() {
    assert!(Region::find(&[slot(Csrrw, 0, 0, 0)], 0, KIND, |_| Wanted::Hot).is_none());
}

#[test]
fn long_paths_are_checked_on_the_way() {
    let mut slots: Vec<Slot> = Vec::new();
    for block in 0..10 {
        slots.extend([addition(); 19]);
        slots.push(slot(Beq, 0, 10, 20 * (block + 1)));
    }
    slots.push(slot(Csrrw, 0, 0, 0));
    let region = find(&slots);
    let checks: Vec<i64> = region
        .blocks
        .keys()
        .filter_map(|&first| check(&region, first))
        .collect();
    assert!(checks.len() > 1);
    assert!(
        checks.iter().all(|&ticks| ticks < 64 + 2 * 22),
        "{checks:?}"
    );
}

#[test]
fn what_is_left_to_the_interpreter_ends_a_line() {
    let slots = [addition(), addition(), addition()];
    let wanted = |slot| match slot {
        1 => Wanted::Never,
        _ => Wanted::Hot,
    };
    let region = Region::find(&slots, 0, KIND, wanted).expect("there is one");
    assert_eq!(region.slots().collect::<Vec<_>>(), [0]);
    assert_eq!(region.blocks[&0].end, End::Stop(1));
    assert!(Region::find(&slots, 1, KIND, wanted).is_none());
}

#[test]
fn functions_return_behind_calls() {
    let mut slots = [
        slot(Jal, 1, 0, 0),
        addition(),
        slot(Jal, 0, 0, 0),
        addition(),
    ];
    let behind = |slots: &[Slot]| -> Vec<usize> {
        (0..5)
            .filter(|&index| is_behind_call(slots, index))
            .collect()
    };
    assert_eq!(behind(&slots), [1]);
    slots[0].halfwords = 2;
    assert_eq!(behind(&slots), [2]);
}
