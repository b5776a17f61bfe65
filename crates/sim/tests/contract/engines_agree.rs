//! The two engines give one result: random programs on several cores, stopped at random cycles, compared in every respect.

pub mod snapshot;

use crate::common::assembler::{assemble, Code};
use crate::common::chip::{machine, ExitOnly};
use crate::common::random::Random;
use crate::common::shrink::shrink;
use crate::programs::{self, generate, generate_on_any, Piece, System};
use snapshot::Snapshot;
use std::collections::BTreeMap;
use weft_sim::{Cycle, Engine, HostThreads, Machine, Outcome, Translate};

/// Programs that run longer (there should be hardly any) are compared up to here.
const LIMIT: u64 = 100_000;
/// Systems of programs in one call of the assembler.
const BATCH: u64 = 20;

#[test]
fn on_random_programs() {
    compare(generate, 0..120, SOME);
}

#[test]
fn on_chips_of_any_parts() {
    compare(generate_on_any, 0..30, SOME);
}

#[test]
#[ignore = "a quarter of an hour: make test-long"]
fn on_3_000_random_programs() {
    compare(generate, 1_000_000..1_002_500, SOME);
    compare(generate_on_any, 1_000_000..1_000_500, SOME);
}

/// Nearly all of the time goes to compiling the translations: half a second to a second a system.
#[test]
#[ignore = "a quarter of an hour: make test-long"]
fn on_1_000_random_programs_that_are_all_translated() {
    compare(generate, 2_000_000..2_000_800, ALL);
    compare(generate_on_any, 2_025_000..2_025_200, ALL);
}

#[test]
#[ignore = "two hours: make campaign"]
fn campaign_of_35_000_systems() {
    compare(generate, 1_000_000..1_030_000, SOME);
    compare(generate_on_any, 1_000_000..1_005_000, SOME);
}

#[test]
#[ignore = "seven hours: make campaign"]
fn campaign_of_30_000_systems_that_are_all_translated() {
    compare(generate, 2_000_000..2_025_000, ALL);
    compare(generate_on_any, 2_025_000..2_030_000, ALL);
}

/// `step` takes over from `fast` while an endpoint of the mesh has handed flits over.
#[test]
fn on_programs_that_once_differed() {
    check_alone(generate, 2_000_270);
    check_alone(generate_on_any, 1_000_669);
}

fn check_alone(generate: fn(u64) -> System, seed: u64) {
    let system = generate(seed);
    let programs = assemble(&system.sources(&system.pieces));
    if let Err(difference) = check(seed, &system, &programs, ALL) {
        report(seed, &system, ALL, &difference);
    }
}

/// Of how many systems one has all that it executes translated, from its first execution on.
const SOME: u64 = 8;
const ALL: u64 = 1;

/// Compares the engines on the systems of these seeds, and counts how they end.
fn compare(generate: fn(u64) -> System, seeds: std::ops::Range<u64>, translated: u64) {
    let mut ends: BTreeMap<String, u32> = BTreeMap::new();
    let batches = seeds.clone().step_by(BATCH as usize);
    for batch in batches.map(|first| first..seeds.end.min(first + BATCH)) {
        let systems: Vec<System> = batch.clone().map(generate).collect();
        let sources: Vec<String> = systems
            .iter()
            .flat_map(|system| system.sources(&system.pieces))
            .collect();
        let mut programs = assemble(&sources).into_iter();
        for (system, seed) in systems.iter().zip(batch) {
            let programs: Vec<Code> = programs.by_ref().take(system.cores).collect();
            match check(seed, system, &programs, translated) {
                Ok(outcome) => *ends.entry(format!("{outcome:?}")).or_default() += 1,
                Err(difference) => report(seed, system, translated, &difference),
            }
        }
    }
    println!("{ends:?}");
    let count = |end: &str| ends.get(end).copied().unwrap_or_default();
    assert!(
        count("Finished") * 2 > ends.values().sum(),
        "most programs should finish: {ends:?}"
    );
    assert!(
        count("Deadlock") > 0,
        "some programs should come to a deadlock: {ends:?}"
    );
}

/// Shows the least program that still fails.
fn report(seed: u64, system: &System, translated: u64, difference: &str) -> ! {
    let error = |pieces: &[Piece]| {
        check(seed, system, &assemble(&system.sources(pieces)), translated).err()
    };
    let least = shrink(system.pieces.clone(), |fewer| error(fewer).is_some());
    let least_difference = error(&least).unwrap_or_default();
    let sources = programs::described(system.cores, &least);
    panic!("seed {seed}: {difference}\n\nreduced: {least_difference}\n{sources}");
}

/// Two threads of the host, however little there is to do.
const TWO_THREADS: HostThreads = HostThreads {
    count: 2,
    least_ticks: 0,
};

/// Runs the programs by `step`, by `fast` and by both in turns, with stops at random cycles, and by `fast` without: of one in `translated`
/// systems everything is translated. The last two run on two threads.
fn check(
    seed: u64,
    system: &System,
    programs: &[Code],
    translated: u64,
) -> Result<Outcome, String> {
    let mut stops = Random::new(!seed);
    let platform = system.platform();
    let mut step = machine(&platform, programs);
    let mut fast = step.clone();
    let mut mixed = step.clone();
    let mut uninterrupted = step.clone();
    if seed % translated == 0 {
        fast.translate(Translate::Always);
        mixed.translate(Translate::Always);
    }
    if seed % translated < 2 {
        uninterrupted.translate(Translate::Always);
    }
    mixed.use_threads(TWO_THREADS);
    uninterrupted.use_threads(TWO_THREADS);
    let mut longest = 1;
    let outcome = loop {
        longest = (longest * 3 / 2 + 1).min(2000);
        let until = Cycle(LIMIT.min(step.now().0 + 1 + stops.below(longest) as u64));
        let outcome = step.run(Engine::Step, until, &mut ExitOnly);
        let expected = Snapshot::of(&step, &outcome);
        expected.check_sums()?;
        let engine = if stops.one_in(2) {
            Engine::Step
        } else {
            Engine::Fast
        };
        compare_at(&mut fast, Engine::Fast, until, &expected)?;
        compare_at(&mut mixed, engine, until, &expected)
            .map_err(|text| format!("in turns, {text}"))?;
        if outcome != Outcome::Reached || until.0 == LIMIT {
            compare_at(&mut uninterrupted, Engine::Fast, Cycle(LIMIT), &expected)
                .map_err(|text| format!("without stops, {text}"))?;
            break outcome;
        }
    };
    match outcome {
        Outcome::Fault(_) | Outcome::Aborted { .. } => Err(format!("{outcome:?}")),
        ended => Ok(ended),
    }
}

fn compare_at(
    machine: &mut Machine,
    engine: Engine,
    until: Cycle,
    expected: &Snapshot,
) -> Result<(), String> {
    let outcome = machine.run(engine, until, &mut ExitOnly);
    let difference = expected.difference(&Snapshot::of(machine, &outcome));
    difference.map_or(Ok(()), |text| {
        Err(format!(
            "{engine:?} to cycle {until}: {text} (expected, got)"
        ))
    })
}
