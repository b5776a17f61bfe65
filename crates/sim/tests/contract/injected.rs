//! Faults strike the same in both engines, translated or not: random systems with random faults, stopped at random cycles.

use crate::common::assembler::{assemble, Code};
use crate::common::chip::{
    self, machine, ExitOnly, DATA_BYTES, DATA_MEMORY, SHARED_BYTES, SHARED_MEMORY,
};
use crate::common::random::Random;
use crate::engines_agree::snapshot::Snapshot;
use crate::programs::{generate, generate_on_any, System};
use std::collections::BTreeMap;
use weft_sim::injection::parse;
use weft_sim::{Cycle, Engine, Machine, Outcome, Translate};

/// A fault can make a program turn for ever.
const LIMIT: u64 = 20_000;

#[test]
fn on_random_programs() {
    compare(generate, 0..40);
}

#[test]
fn on_chips_of_any_parts() {
    compare(generate_on_any, 0..20);
}

#[test]
#[ignore = "minutes: make test-long"]
fn on_800_random_systems() {
    compare(generate, 3_000_000..3_000_400);
    compare(generate_on_any, 3_002_000..3_002_400);
}

#[test]
#[ignore = "half an hour: make campaign"]
fn campaign_of_4_000_systems_with_faults() {
    compare(generate, 3_000_000..3_002_000);
    compare(generate_on_any, 3_002_000..3_004_000);
}

fn compare(generate: fn(u64) -> System, seeds: std::ops::Range<u64>) {
    let mut ends: BTreeMap<&str, u32> = BTreeMap::new();
    let mut struck = 0;
    for first in seeds.clone().step_by(20) {
        let batch = first..seeds.end.min(first + 20);
        let systems: Vec<System> = batch.clone().map(generate).collect();
        let sources: Vec<String> = systems
            .iter()
            .flat_map(|system| system.sources(&system.pieces))
            .collect();
        let mut programs = assemble(&sources).into_iter();
        for (system, seed) in systems.iter().zip(batch) {
            let programs: Vec<Code> = programs.by_ref().take(system.cores).collect();
            let (outcome, strikes) = check(seed, system, &programs);
            struck += strikes;
            *ends.entry(word(&outcome)).or_default() += 1;
        }
    }
    println!("{ends:?}, {struck} faults struck");
    assert!(
        ends.len() > 1,
        "faults should change how some systems end: {ends:?}"
    );
    assert!(struck > 0);
}

fn word(outcome: &Outcome) -> &'static str {
    match outcome {
        Outcome::Finished => "finished",
        Outcome::Reached => "reached",
        Outcome::Deadlock => "deadlock",
        Outcome::Aborted { .. } => "aborted",
        Outcome::Fault(_) => "fault",
    }
}

/// Runs a system with faults by both engines. Returns how it ends, and how many faults have struck.
fn check(seed: u64, system: &System, programs: &[Code]) -> (Outcome, usize) {
    let mut random = Random::new(!seed);
    let platform = system.platform();
    let length = length_of(machine(&platform, programs));
    let mut step = machine(&platform, programs);
    for _ in 0..1 + random.below(3) {
        let fault = draw(&mut random, system.cores, length);
        // Not every chip has each place.
        let _ = step.inject(&parse(&fault).expect(&fault));
    }
    let mut fast = step.clone();
    let mut uninterrupted = step.clone();
    if seed % 2 == 0 {
        fast.translate(Translate::Always);
        uninterrupted.translate(Translate::Always);
    }
    let mut longest = 1;
    loop {
        longest = (longest * 3 / 2 + 1).min(2000);
        let until = Cycle(LIMIT.min(step.now().0 + 1 + random.below(longest) as u64));
        let outcome = step.run(Engine::Step, until, &mut ExitOnly);
        let expected = Snapshot::of(&step, &outcome);
        agree(&expected, &mut fast, until, seed);
        if outcome != Outcome::Reached || until.0 == LIMIT {
            agree(&expected, &mut uninterrupted, Cycle(LIMIT), seed);
            assert_eq!(step.strikes(), fast.strikes(), "seed {seed}");
            assert_eq!(step.strikes(), uninterrupted.strikes(), "seed {seed}");
            return (outcome, step.strikes().len());
        }
    }
}

fn agree(expected: &Snapshot, machine: &mut Machine, until: Cycle, seed: u64) {
    let outcome = machine.run(Engine::Fast, until, &mut ExitOnly);
    if let Some(text) = expected.difference(&Snapshot::of(machine, &outcome)) {
        panic!("seed {seed}, to cycle {until}: {text} (expected, got)");
    }
}

/// Cycles that the system takes without faults.
fn length_of(mut machine: Machine) -> usize {
    machine.run(Engine::Fast, Cycle(LIMIT), &mut ExitOnly);
    machine.now().0 as usize
}

/// A fault of any kind, on any chip.
fn draw(random: &mut Random, cores: usize, length: usize) -> String {
    let at = random.below(length.max(1));
    let core = random.below(cores);
    match random.below(10) {
        0 => format!("at={at} core{core} dies"),
        1 => format!("at={at} core{core} stalls for {}", 1 + random.below(300)),
        2 => {
            let address = DATA_MEMORY as usize + random.below(DATA_BYTES.min(128));
            format!(
                "at={at} bit flip in core{core} dmem {address}.{}",
                random.below(8)
            )
        }
        3 => format!(
            "at={at} bit flip in core{core} pmem {}.{}",
            random.below(600),
            random.below(8)
        ),
        4 => format!(
            "at={at} bit flip in core{core} x{}.{}",
            1 + random.below(31),
            random.below(32)
        ),
        5 => {
            let address = SHARED_MEMORY as usize + random.below(SHARED_BYTES.min(128));
            format!("at={at} bit flip in sram {address}.{}", random.below(8))
        }
        6 => format!("at={at} bus error"),
        7 => format!("at={at} lock holder stops"),
        8 => format!("at={at} crossbar corrupts word"),
        _ => {
            let harm = random.pick(&["discards", "corrupts", "duplicates", "alters"]);
            format!("every link {harm} 0.2 seed={}", random.below(100))
        }
    }
}

/// One core that loads from the shared memory, and one that stores there, each with a handler that keeps `mcause`, `mtval` and `mepc`.
#[test]
fn an_error_of_the_bus_is_an_access_fault_of_the_core() {
    let program = |access: &str| {
        format!(
            "li t0, 0x80\ncsrw mtvec, t0\nli s1, {SHARED_MEMORY:#x}\nli a2, 7\n{access}\nfence\nexit\n\
             .balign 0x80\ncsrr s2, mcause\ncsrr s3, mtval\nexit\n"
        )
    };
    for (access, cause) in [("lw a2, 8(s1)", 5), ("sw a2, 8(s1)", 7)] {
        for engine in [Engine::Step, Engine::Fast] {
            let programs = assemble(&[program(access)]);
            let mut machine = machine(&chip::platform(1), &programs);
            machine.inject(&parse("bus error at=1").unwrap()).unwrap();
            let outcome = machine.run(engine, Cycle(LIMIT), &mut ExitOnly);
            assert_eq!(outcome, Outcome::Finished, "{access}");
            let registers = machine.core(0).registers();
            assert_eq!(registers[18..20], [cause, SHARED_MEMORY + 8], "{access}");
            assert_eq!(machine.strikes().len(), 1);
        }
    }
}

#[test]
fn a_core_that_dies_never_goes_on_and_one_that_stalls_does() {
    let text = "li t0, 100\n@again: addi t0, t0, -1\nbnez t0, @again\nexit\n".to_owned();
    let programs = assemble(&[text.clone(), text]);
    let run = |faults: &[&str], engine| {
        let mut machine = machine(&chip::platform(2), &programs);
        for fault in faults {
            machine.inject(&parse(fault).unwrap()).unwrap();
        }
        let outcome = machine.run(engine, Cycle(LIMIT), &mut ExitOnly);
        (outcome, machine)
    };
    for engine in [Engine::Step, Engine::Fast] {
        let (outcome, whole) = run(&[], engine);
        assert_eq!(outcome, Outcome::Finished);
        let (outcome, dead) = run(&["at=50 core1 dies"], engine);
        assert_eq!(outcome, Outcome::Deadlock);
        assert_eq!(dead.died(1), Some(Cycle(50)));
        assert_eq!(dead.strikes()[0].what, "died");
        let (outcome, late) = run(&["at=50 core1 stalls for 1,000"], engine);
        assert_eq!(outcome, Outcome::Finished);
        let delay = late.now().0 - whole.now().0;
        assert!((900..=1000).contains(&delay), "{delay}");
    }
}

#[test]
fn what_the_chip_does_not_have_is_refused_with_what_it_has() {
    let programs = assemble(&["exit\n".to_owned(), "exit\n".to_owned()]);
    let mut machine = machine(&chip::platform(2), &programs);
    for (fault, has) in [
        ("at=1 core2 dies", "core0 to core1"),
        ("at=1 bit flip in core0 dmem 0", "0x10000000 to 0x10003fff"),
        ("at=1 bit flip in rom 0", "sram"),
        ("at=1 bit flip in sram 0", "0x80000000"),
        ("at=1 io error", "bus"),
        ("at=1 ring corrupts word", "no network `ring`"),
        ("link (0,0)->(1,0) discards 0.1", "no links"),
    ] {
        let refused = machine.inject(&parse(fault).unwrap()).expect_err(fault);
        assert!(refused.contains(has), "{fault}: {refused}");
    }
    let mut tiles = Machine::new(&chip::row_of_tiles(2), &[None, None]);
    let fault = parse("link (0,0)->(2,0) discards 0.1").unwrap();
    let refused = tiles.inject(&fault).unwrap_err();
    assert!(refused.contains("(0,0)->(1,0)"), "{refused}");
}
