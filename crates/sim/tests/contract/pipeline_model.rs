//! An independent model of the core's pipeline agrees with the simulator on random programs, in each cycle.
//!
//! The simulator charges each instruction its cost from a table. The model has no such table: it has the stages of the
//! hardware, a fetch buffer, interlocks and flushes, and the costs come out.

mod bundles;
mod core_state;
mod execute;
mod pipeline;

use crate::common::assembler::{assemble, Code};
use crate::common::chip::{
    machine, platform_with_wait_states, ExitOnly, DATA_BYTES, DATA_MEMORY, SHARED_BYTES,
    SHARED_MEMORY,
};
use crate::common::shrink::shrink;
use crate::programs::{self, Piece, MESSAGES};
use pipeline::{End, Pipeline};
use std::collections::BTreeMap;
use weft_sim::part::core::classes::ClassCycles;
use weft_sim::platform::{DeviceKind, Platform, Timing};
use weft_sim::{Cycle, Engine, Machine, Outcome};

/// Programs in one call of the assembler.
const BATCH: u64 = 100;
/// A latency of a platform, to be changed.
type Latency = fn(&mut Timing) -> &mut u64;

/// Longer than any program runs.
const LIMIT: u64 = 100_000;

#[test]
fn agrees_on_random_programs() {
    compare(0..2_000);
}

#[test]
#[ignore = "a long campaign: make test-long"]
fn agrees_on_100_000_random_programs() {
    compare(1_000_000..1_100_000);
}

/// The programs would show a change of any latency of the pipeline by one cycle.
#[test]
fn notices_each_latency() {
    let changes: [(&str, Latency); 11] = [
        ("load_use", |timing| &mut timing.load_use),
        ("multiply_use", |timing| &mut timing.multiply_use),
        ("divide", |timing| &mut timing.divide),
        ("taken_branch", |timing| &mut timing.taken_branch),
        ("jump", |timing| &mut timing.jump),
        ("jump_register", |timing| &mut timing.jump_register),
        ("misaligned_target", |timing| &mut timing.misaligned_target),
        ("program_memory_data", |timing| {
            &mut timing.program_memory_data
        }),
        ("atomic", |timing| &mut timing.atomic),
        ("trap_entry", |timing| &mut timing.trap_entry),
        ("wake", |timing| &mut timing.wake),
    ];
    let sources: Vec<String> = (0..100)
        .flat_map(|seed| programs::sources(MESSAGES, 1, &programs::generate_alone(seed)))
        .collect();
    let programs = assemble(&sources);
    for (name, latency) in changes {
        let mut platform = platform_of(0);
        *latency(&mut platform.cores.groups[0].timing) += 1;
        let differ = programs
            .iter()
            .filter(|code| check(&platform, code).is_err())
            .count();
        assert!(differ > 0, "no program depends on {name}");
    }
}

fn compare(seeds: std::ops::Range<u64>) {
    let mut asleep = 0;
    for first in seeds.clone().step_by(BATCH as usize) {
        let batch = first..seeds.end.min(first + BATCH);
        let pieces: Vec<Vec<Piece>> = batch.clone().map(programs::generate_alone).collect();
        let sources: Vec<String> = pieces
            .iter()
            .flat_map(|pieces| programs::sources(MESSAGES, 1, pieces))
            .collect();
        for ((seed, pieces), code) in batch.zip(&pieces).zip(assemble(&sources)) {
            match check(&platform_of(seed), &code) {
                Ok(end) => asleep += u64::from(end == End::Asleep),
                Err(difference) => report(seed, pieces, &difference),
            }
        }
    }
    let programs = seeds.end - seeds.start;
    assert!(
        asleep * 4 < programs,
        "{asleep} of {programs} programs did not end"
    );
}

/// Shows the least program that still fails.
fn report(seed: u64, pieces: &[Piece], difference: &str) -> ! {
    let error = |pieces: &[Piece]| {
        check(
            &platform_of(seed),
            &assemble(&programs::sources(MESSAGES, 1, pieces))[0],
        )
        .err()
    };
    let least = shrink(pieces.to_vec(), |fewer| error(fewer).is_some());
    let least_difference = error(&least).unwrap_or_default();
    panic!(
        "seed {seed}: {difference}\n\nreduced: {least_difference}\n{}",
        programs::described(1, &least)
    );
}

/// The seed decides about wait states of the shared memory, how many instructions issue in a cycle, and whether there is user mode.
fn platform_of(seed: u64) -> Platform {
    let mut platform = platform_with_wait_states(1, seed % 3);
    platform.cores.groups[0].issue_width = [1, 2, 3, 4, 1, 8][(seed / 3 % 6) as usize];
    platform.cores.groups[0].user_mode = seed % 2 == 1;
    platform
}

/// Runs a program on both.
fn check(platform: &Platform, code: &Code) -> Result<End, String> {
    let DeviceKind::Sram(sram) = platform.devices[0].kind else {
        unreachable!("the platform of the tests")
    };
    let mut model = Pipeline::new(
        &code.bytes,
        sram.wait_states,
        platform.cores.groups[0].issue_width,
    );
    model.core.has_user_mode = platform.cores.groups[0].user_mode;
    let end = model.run(LIMIT).ok_or("it runs for ever")?;
    let mut machine = machine(platform, std::slice::from_ref(code));
    compare_issues(&mut machine, &model.issues)?;
    let outcome = machine.run(Engine::Step, Cycle(LIMIT), &mut ExitOnly);
    let expected = match end {
        End::Exited => Outcome::Finished,
        End::Asleep => Outcome::Deadlock,
    };
    same("outcome", &expected, &outcome)?;
    same(
        "registers",
        &model.core.registers,
        &machine.core(0).registers(),
    )?;
    same("profile", &profile(&model), &machine_profile(&machine))?;
    if end == End::Exited {
        let classes = ClassCycles {
            halted: 0,
            ..machine.statistics(0).classes
        };
        same("classes", &model.classes, &classes)?;
    }
    same_bytes(
        "data memory",
        &model.core.data,
        machine.peek(0, DATA_MEMORY, DATA_BYTES),
    )?;
    same_bytes(
        "shared memory",
        &model.core.shared,
        machine.peek(0, SHARED_MEMORY, SHARED_BYTES),
    )?;
    Ok(end)
}

/// Steps the machine through each cycle and holds that it issues what the model does.
fn compare_issues(machine: &mut Machine, expected: &[(u64, u32)]) -> Result<(), String> {
    let mut issued = 0;
    while let Some(&(cycle, pc)) = expected.get(issued) {
        let before = machine.statistics(0).instructions as usize;
        let now = machine.now().0;
        // Looking between the instructions of a cycle changes nothing.
        for _ in 0..now % 3 {
            machine.issue_within_bundle(0);
        }
        machine.run(Engine::Step, Cycle(now + 1), &mut ExitOnly);
        let got = machine.statistics(0).instructions as usize;
        let together = expected[issued..].iter().take_while(|(at, _)| *at <= now);
        issued += together.count();
        if got != issued {
            let last = before.checked_sub(1).map(|last| expected[last]);
            return Err(format!(
                "instruction {before} at {pc:#x} should issue in {cycle}; in {now}, {} have instead of {} (before it {last:x?})",
                got - before,
                issued - before,
            ));
        }
    }
    Ok(())
}

/// How often each instruction was issued.
fn profile(model: &Pipeline) -> BTreeMap<u32, u64> {
    let mut executed = BTreeMap::new();
    for (_, pc) in &model.issues {
        *executed.entry(*pc).or_default() += 1;
    }
    executed
}

fn machine_profile(machine: &Machine) -> BTreeMap<u32, u64> {
    machine
        .core(0)
        .profile()
        .iter()
        .map(|entry| (entry.pc, entry.executed))
        .collect()
}

fn same<T: PartialEq + std::fmt::Debug>(name: &str, expected: &T, got: &T) -> Result<(), String> {
    if expected == got {
        return Ok(());
    }
    Err(format!("{name}: expected, got\n  {expected:?}\n  {got:?}"))
}

fn same_bytes(name: &str, expected: &[u8], got: Option<&[u8]>) -> Result<(), String> {
    let got = got.expect("the platform has this memory");
    match expected.iter().zip(got).position(|(a, b)| a != b) {
        Some(offset) => Err(format!("{name} differs at offset {offset:#x}")),
        None => Ok(()),
    }
}
