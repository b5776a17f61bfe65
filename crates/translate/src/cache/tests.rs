//! Tests with translations that are made at once, in caches that are too small for all of them.

use super::*;
use crate::frame::{Counters, Leaving};
use crate::slot::DISCARD;

const KIND: Kind = Kind {
    is_logged: false,
    width: 1,
    is_traced: false,
};
const MEMORIES: Memories = Memories {
    program: 0,
    data: 0x1000,
    data_size: 64,
    constants: 0,
    constants_size: 0,
    constants_ticks: 0,
    has_float: false,
};
/// Budget of each call, in ticks.
const BUDGET: i64 = 1000;

fn slot(op: Op, rd: u8, imm: i32) -> Slot {
    Slot {
        op: Some(op),
        rd,
        rs1: rd & 31,
        rs2: 0,
        imm,
        halfwords: 1,
        ticks: 1,
        ticks_taken: 3,
        entry_penalty: 0,
    }
}

/// Pairs of instructions: the first adds the pair's number to x10, the second jumps to the next pair. An instruction that is not translated follows.
fn pairs(count: usize) -> Arc<Vec<Slot>> {
    let pair = |number: usize| {
        let next = 2 * (number + 1);
        [
            slot(Op::Addi, 10, number as i32),
            slot(Op::Jal, DISCARD, next as i32),
        ]
    };
    let end = slot(Op::Csrrw, DISCARD, 0);
    Arc::new((0..count).flat_map(pair).chain([end]).collect())
}

fn ask(cache: &Arc<Cache>, slots: &Arc<Vec<Slot>>, first: usize, memories: Memories) {
    cache.ask(slots, first, memories, KIND, true, |_| Wanted::Rare);
}

/// Runs the translation that begins at a slot; also returns the final x10.
fn run(cache: &Cache, slots: &[Slot], first: usize) -> Option<(Run, u32)> {
    let mut registers = [0; 64];
    let mut profile = vec![Counters::default(); slots.len()];
    let mut memory = vec![0; MEMORIES.data_size as usize];
    let mut reach = Reach {
        registers: &mut registers,
        float: None,
        memory: &mut memory,
        constants: &[],
        profile: &mut profile,
        slots,
        marks: &[],
        user: &Default::default(),
    };
    let run = cache.read(false).run(first, &mut reach, BUDGET, None)?;
    Some((run, registers[10]))
}

#[test]
fn what_is_too_large_is_asked_for_later() {
    let (cache, slots) = (Arc::new(Cache::default()), pairs(100));
    let ask = || {
        assert!(cache.affords_next());
        cache.ask(&slots, 0, MEMORIES, KIND, false, |_| Wanted::Hot);
        cache.read(false).begins(0)
    };
    cache.add_interpreted(SMALL * INTERPRETED_FOR_ONE);
    assert_eq!(ask(), Begins::Unasked);
    assert!(!cache.affords_next());
    cache.add_interpreted(200 * INTERPRETED_FOR_ONE);
    assert_ne!(ask(), Begins::Unasked);
}

#[test]
fn what_is_translated_goes_on_to_what_is_translated() {
    let (cache, slots) = (Arc::new(Cache::default()), pairs(100));
    for pair in 0..100 {
        ask(&cache, &slots, 2 * pair, MEMORIES);
    }
    let (run, sum) = run(&cache, &slots, 0).expect("it is translated");
    assert_eq!(sum, (0..100).sum());
    assert_eq!(run.leaving, Leaving::Left(200));
    assert_eq!((run.budget, run.instructions), (BUDGET - 100 * 4, 200));
}

#[test]
fn a_full_room_is_emptied() {
    let (cache, slots) = (Arc::new(Cache::default()), pairs(100));
    cache.limit(2000);
    for pair in 0..100 {
        ask(&cache, &slots, 2 * pair, MEMORIES);
        let (_, sum) = run(&cache, &slots, 2 * pair).expect("it has just been translated");
        assert_eq!(sum, pair as u32);
    }
    let begins = |pair: usize| cache.read(false).begins(2 * pair);
    let translated: Vec<usize> = (0..100)
        .filter(|&pair| begins(pair) == Begins::Translated)
        .collect();
    assert!(translated.len() < 50, "{translated:?}");
    // The first translation has been dropped, and may be requested again.
    assert_eq!(begins(0), Begins::Unasked);
    ask(&cache, &slots, 0, MEMORIES);
    assert_eq!(begins(0), Begins::Translated);
}

#[test]
fn what_is_larger_than_the_room_is_not_asked_for_again() {
    let (cache, slots) = (Arc::new(Cache::default()), pairs(1));
    cache.limit(32);
    ask(&cache, &slots, 0, MEMORIES);
    assert_eq!(cache.read(false).begins(0), Begins::Asked);
    assert!(run(&cache, &slots, 0).is_none());
}

#[test]
fn a_program_is_translated_for_one_data_memory() {
    let (cache, slots) = (Arc::new(Cache::default()), pairs(2));
    ask(&cache, &slots, 0, MEMORIES);
    let elsewhere = Memories {
        data: 0x2000,
        ..MEMORIES
    };
    ask(&cache, &slots, 2, elsewhere);
    assert!(run(&cache, &slots, 2).is_none());
    ask(&cache, &slots, 2, MEMORIES);
    assert!(run(&cache, &slots, 2).is_some());
}

#[test]
fn says_why_it_translates_nothing() {
    let (cache, slots) = (Arc::new(Cache::default()), pairs(1));
    assert_eq!(cache.unavailable(), None);
    let odd = Memories {
        data_size: 62,
        ..MEMORIES
    };
    ask(&cache, &slots, 0, odd);
    assert!(cache.unavailable().is_some());
    // Nothing is counted for these slots any more.
    assert_eq!(cache.read(false).begins(0), Begins::Asked);
}

#[test]
fn floating_point_needs_a_unit() {
    let (cache, slots) = (
        Arc::new(Cache::default()),
        Arc::new(vec![slot(Op::FaddS, 1, 0), slot(Op::Csrrw, DISCARD, 0)]),
    );
    ask(&cache, &slots, 0, MEMORIES);
    assert!(run(&cache, &slots, 0).is_none());
}

#[test]
fn registers_are_those_that_there_are() {
    for register in [33, 64, 255] {
        let (cache, mut slots) = (Arc::new(Cache::default()), pairs(1));
        Arc::make_mut(&mut slots)[0].rd = register;
        ask(&cache, &slots, 0, MEMORIES);
        assert!(run(&cache, &slots, 0).is_none());
    }
}

/// Code that would write more log entries than there is room for is not generated.
#[test]
fn no_more_instructions_issue_in_a_tick_than_the_core_can() {
    let (cache, mut slots) = (Arc::new(Cache::default()), pairs(1));
    Arc::make_mut(&mut slots)[0].ticks = 0;
    ask(&cache, &slots, 0, MEMORIES);
    assert!(run(&cache, &slots, 0).is_none());
    let (cache, mut slots) = (Arc::new(Cache::default()), pairs(1));
    Arc::make_mut(&mut slots)[1].ticks_taken = 0;
    ask(&cache, &slots, 0, MEMORIES);
    assert!(run(&cache, &slots, 0).is_none());
}
