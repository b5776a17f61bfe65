//! Translated code does to the last count what `step` does: random programs with nested loops, calls through registers, tables of jumps, recursion,
//! floating point, stores to their own code, and faults; translated as a whole, in the background while they run, in a room that is too small,
//! with interrupts, with trace points, and under a debugger.

mod debugged;
mod flows;
mod interrupted;
mod traced;

use crate::common::assembler::{assemble, Code};
use crate::common::chip::{machine, platform, ExitOnly};
use crate::common::random::Random;
use crate::engines_agree::snapshot::Snapshot;
use std::collections::HashSet;
use std::sync::Arc;
use weft_sim::part::core::trace::TracePoint;
use weft_sim::platform::FloatTiming;
use weft_sim::{Cycle, Engine, Machine, Outcome, Translate};

/// Longer than any program runs.
const LIMIT: Cycle = Cycle(10_000_000);
/// Programs in one call of the assembler.
const BATCH: u64 = 50;

/// Bytes that a few regions have room in.
const SMALL_ROOM: usize = 16 << 10;

#[test]
fn agrees_with_step() {
    let ends = compare(0..150, |seed| [flows::generate(seed)], check);
    assert!(ends > 1, "some programs should make a fault");
}

#[test]
fn agrees_in_a_small_room() {
    let in_small_room = |seed: u64, codes: &[Code]| check_within(SMALL_ROOM, seed, codes);
    compare(500..550, |seed| [flows::generate(seed)], in_small_room);
}

#[test]
fn agrees_when_it_is_interrupted() {
    compare(1000..1060, interrupted::generate, check);
}

#[test]
fn agrees_under_a_debugger() {
    let under_debugger = |seed, codes: &[Code]| debugged::check(seed, &codes[0]);
    compare(1500..1560, |seed| [flows::generate(seed)], under_debugger);
}

#[test]
fn notes_what_passes_trace_points() {
    compare(2000..2100, |seed| [flows::generate(seed)], traced::check);
}

/// A point outside of a loop leaves the loop translated.
#[test]
fn translates_around_trace_points() {
    let program = "li s8, 3000\n@loop:\nadd a0, a0, s8\njal ra, @leaf\naddi s8, s8, -1\nbnez s8, @loop\n@end:\nexit\n\
                   @leaf:\nxor a1, a1, a0\njalr x0, 0(ra)\n";
    let code = assemble(&[flows::with_frame(program)]).remove(0);
    let end = code.labels["end"];
    let mut machine = machine(&platform(1), &[code]);
    machine.translate(Translate::Always);
    machine.trace(0, Arc::new(vec![(end, TracePoint::Probe([None; 4]))]));
    machine.run(Engine::Fast, LIMIT, &mut ExitOnly);
    let all = machine.statistics(0).instructions;
    let part = machine.translated();
    assert_eq!(machine.take_passages(0).count(), 1);
    assert!(
        part > all * 9 / 10 || machine.translation_refused().is_some(),
        "{part} of {all}"
    );
}

#[test]
#[ignore = "a long campaign: make test-long"]
fn agrees_with_step_on_10_000_programs() {
    compare(1_000_000..1_004_000, |seed| [flows::generate(seed)], check);
    let with_points = 1_004_000..1_005_000;
    compare(with_points, |seed| [flows::generate(seed)], traced::check);
    compare(1_005_000..1_008_000, interrupted::generate, check);
    let under_debugger = |seed, codes: &[Code]| debugged::check(seed, &codes[0]);
    let with_debugger = 1_008_000..1_010_000;
    compare(
        with_debugger,
        |seed| [flows::generate(seed)],
        under_debugger,
    );
}

/// What is hot gets translated while the program runs, and the run stays what it is.
#[test]
fn translates_in_the_background() {
    let program = "li s8, 6000000\n@loop:\naddi a0, a0, 3\nandi t0, a0, 28\nadd t1, s0, t0\nlw t2, 0(t1)\nadd t2, t2, a0\n\
                   sw t2, 0(t1)\njal ra, @leaf\naddi s8, s8, -1\nbnez s8, @loop\nexit\n@leaf:\nxor a1, a1, t2\njalr x0, 0(ra)\n";
    let code = &assemble(&[flows::with_frame(program)])[0];
    let mut translated = machine(&platform(1), std::slice::from_ref(code));
    let mut interpreted = translated.clone();
    interpreted.translate(Translate::Never);
    let results = [&mut translated, &mut interpreted].map(|machine| {
        let outcome = machine.run(Engine::Fast, Cycle::NEVER, &mut ExitOnly);
        Snapshot::of(machine, &outcome)
    });
    assert_eq!(results[1].difference(&results[0]), None);
    assert_eq!(interpreted.translated(), 0);
    let (all, part) = (
        translated.statistics(0).instructions,
        translated.translated(),
    );
    assert!(
        part > all / 2 || translated.translation_refused().is_some(),
        "{part} of {all}"
    );
}

/// Loads of tables next to the program do not end a translation, whether the core may be taken back or not.
#[test]
fn translates_loads_of_the_program_memory() {
    for enable in ["", "li t3, 0x808\ncsrs mie, t3\ncsrsi mstatus, 8\n"] {
        let program = format!(
            "{enable}li s8, 3000\nli a1, 0x1000\n@loop:\nandi t0, s8, 28\nadd t0, t0, a1\nlw t1, 0(t0)\nlbu t2, 3(t0)\n\
             add a0, a0, t1\naddi s8, s8, -1\nbnez s8, @loop\nexit\n"
        );
        let code = &assemble(&[flows::with_frame(&program)])[0];
        let mut machine = machine(&platform(1), std::slice::from_ref(code));
        machine.translate(Translate::Always);
        machine.run(Engine::Fast, LIMIT, &mut ExitOnly);
        let all = machine.statistics(0).instructions;
        let part = machine.translated();
        assert!(
            part > all * 9 / 10 || machine.translation_refused().is_some(),
            "{part} of {all}"
        );
    }
}

/// Checks the programs of these seeds, and says in how many ways they end.
fn compare<const CORES: usize>(
    seeds: std::ops::Range<u64>,
    generate: impl Fn(u64) -> [String; CORES],
    check: impl Fn(u64, &[Code]) -> Result<Outcome, String>,
) -> usize {
    let mut ends = HashSet::new();
    for first in seeds.clone().step_by(BATCH as usize) {
        let batch = first..seeds.end.min(first + BATCH);
        let sources: Vec<String> = batch.clone().flat_map(&generate).collect();
        let codes = assemble(&sources);
        for ((seed, codes), sources) in batch.zip(codes.chunks(CORES)).zip(sources.chunks(CORES)) {
            match check(seed, codes) {
                Ok(end) => ends.insert(std::mem::discriminant(&end)),
                Err(difference) => panic!("seed {seed}: {difference}\n{}", sources.join("---\n")),
            };
        }
    }
    ends.len()
}

/// The seed decides how many instructions issue in a cycle, what a load of the program memory takes, and whether its first bytes can be read.
fn machine_of(seed: u64, codes: &[Code]) -> Machine {
    let mut platform = platform(codes.len());
    let group = &mut platform.cores.groups[0];
    group.issue_width = [1, 1, 2, 4][(seed % 4) as usize];
    group.timing.program_memory_data = [1, 1, 0, 3][(seed / 4 % 4) as usize];
    platform.cores.null_access = seed % 8 != 5;
    platform.cores.float = Some(FloatTiming {
        transfer: 1,
        add: 2,
        multiply: 3,
        fused: 4,
        divide: 9,
        square_root: 10,
    });
    machine(&platform, codes)
}

/// Runs programs by `step`, and translated: to the end at once, and with stops.
fn check(seed: u64, codes: &[Code]) -> Result<Outcome, String> {
    compare_engines(seed, machine_of(seed, codes))
}

/// The same where translations have room of this many bytes.
fn check_within(room: usize, seed: u64, codes: &[Code]) -> Result<Outcome, String> {
    let machine = machine_of(seed, codes);
    machine.limit_translations(room);
    compare_engines(seed, machine)
}

fn compare_engines(seed: u64, mut step: Machine) -> Result<Outcome, String> {
    let mut translated = step.clone();
    translated.translate(Translate::Always);
    let mut stopped = translated.clone();
    let mut random = Random::new(!seed);
    let ended = loop {
        let until = Cycle(step.now().0 + 1 + random.below(3000) as u64).min(LIMIT);
        let outcome = step.run(Engine::Step, until, &mut ExitOnly);
        let expected = Snapshot::of(&step, &outcome);
        let got = stopped.run(Engine::Fast, until, &mut ExitOnly);
        agree("with stops", &expected, &Snapshot::of(&stopped, &got))?;
        if outcome != Outcome::Reached {
            break (outcome, expected);
        }
        if until == LIMIT {
            return Err("it runs for ever".to_string());
        }
    };
    let got = translated.run(Engine::Fast, LIMIT, &mut ExitOnly);
    agree("at once", &ended.1, &Snapshot::of(&translated, &got))?;
    Ok(ended.0)
}

fn agree(how: &str, expected: &Snapshot, got: &Snapshot) -> Result<(), String> {
    let difference = expected.difference(got);
    difference.map_or(Ok(()), |text| Err(format!("{how}: {text} (expected, got)")))
}
