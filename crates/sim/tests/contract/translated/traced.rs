//! Trace points in a program that is translated: what is noted is what `step` notes.

use super::{agree, machine_of, LIMIT};
use crate::common::assembler::Code;
use crate::common::chip::{ExitOnly, DATA_MEMORY, PROGRAM_MEMORY};
use crate::common::random::Random;
use crate::engines_agree::snapshot::Snapshot;
use std::sync::Arc;
use weft_sim::part::core::trace::{Operand, Passage, TracePoint, TracePoints};
use weft_sim::{Cycle, Engine, Machine, Outcome, Translate};

/// Functions that are traced; the last one calls itself.
const FUNCTIONS: [&str; 3] = ["function0", "function1", "deep"];
const PROBES: usize = 6;

/// Runs programs by `step`, and translated, with the same points, and stops at random cycles.
pub fn check(seed: u64, codes: &[Code]) -> Result<Outcome, String> {
    let random = &mut Random::new(seed ^ 0x7ace);
    let mut step = machine_of(seed, codes);
    let points = Arc::new(points(random, &codes[0]));
    step.trace(0, Arc::clone(&points));
    let mut translated = step.clone();
    translated.translate(Translate::Always);
    loop {
        let until = Cycle(step.now().0 + 1 + random.below(3000) as u64).min(LIMIT);
        let outcome = step.run(Engine::Step, until, &mut ExitOnly);
        let expected = Snapshot::of(&step, &outcome);
        let got = translated.run(Engine::Fast, until, &mut ExitOnly);
        agree("with points", &expected, &Snapshot::of(&translated, &got))?;
        let [expected, got] = [&mut step, &mut translated].map(passages);
        if expected != got {
            let same = expected
                .iter()
                .zip(&got)
                .take_while(|(a, b)| a == b)
                .count();
            let (expected, got) = (expected.get(same), got.get(same));
            return Err(format!(
                "passage {same}: {expected:?}, {got:?} (expected, got)"
            ));
        }
        if outcome != Outcome::Reached || until == LIMIT {
            return Ok(outcome);
        }
    }
}

fn passages(machine: &mut Machine) -> Vec<Passage> {
    machine.take_passages(0).collect()
}

/// The entries of functions, and probes wherever something may begin.
fn points(random: &mut Random, code: &Code) -> TracePoints {
    let label = |name: &&str| code.labels.get(*name).copied();
    let entries = FUNCTIONS.iter().filter_map(label);
    let mut points: TracePoints = entries
        .filter(|_| random.one_in(2))
        .map(|offset| (PROGRAM_MEMORY + offset, TracePoint::Entry))
        .collect();
    for _ in 0..random.below(PROBES) {
        let address = PROGRAM_MEMORY + 2 * random.below(code.bytes.len() / 2) as u32;
        points.push((address, TracePoint::Probe(operands())));
    }
    points.sort_by_key(|(address, _)| *address);
    points
}

fn operands() -> [Option<Operand>; 4] {
    let (register, offset) = (8, 16);
    [
        Some(Operand::Register(10)),
        Some(Operand::Indexed { register, offset }),
        Some(Operand::Fixed(DATA_MEMORY + 8)),
        None,
    ]
}
