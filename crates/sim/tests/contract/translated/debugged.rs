//! A debugger at random stops: it goes on by single instructions, and changes registers, data and instructions of a program that is translated.

use super::{agree, machine_of, LIMIT};
use crate::common::assembler::Code;
use crate::common::chip::{ExitOnly, DATA_MEMORY, PROGRAM_MEMORY};
use crate::common::random::Random;
use crate::engines_agree::snapshot::Snapshot;
use weft_sim::{Cycle, Engine, Machine, Outcome, Translate};

/// `addi` with a destination and a source of a0 to a7, without its registers and its immediate.
const ADDI: u32 = 0x13;
/// Stops of a run; then the program is left to itself.
const STOPS: usize = 12;

/// Holds that a translated program is at every stop what `step` says, whatever a debugger changes there.
pub fn check(seed: u64, code: &Code) -> Result<Outcome, String> {
    let mut step = machine_of(seed, std::slice::from_ref(code));
    let mut translated = step.clone();
    translated.translate(Translate::Always);
    let additions = additions(code);
    let random = &mut Random::new(seed ^ 0xdeb);
    let mut stop = 0;
    loop {
        let far = step.now().0 + 1 + random.below(2000) as u64;
        let until = if stop < STOPS {
            Cycle(far)
        } else {
            Cycle(LIMIT.0.min(far + 100_000))
        };
        let outcome = run(&mut step, Engine::Step, until);
        let expected = Snapshot::of(&step, &outcome);
        let got = run(&mut translated, Engine::Fast, until);
        agree("at a stop", &expected, &Snapshot::of(&translated, &got))?;
        if outcome != Outcome::Reached || until == LIMIT {
            return Ok(outcome);
        }
        if stop < STOPS {
            for _ in 0..random.below(6) {
                let (one, other) = (issue(&mut step), issue(&mut translated));
                let (one, other) = (Snapshot::of(&step, &one), Snapshot::of(&translated, &other));
                agree("after an instruction", &one, &other)?;
            }
            let change = Change::choose(random, &additions);
            change.make(&mut step);
            change.make(&mut translated);
        }
        stop += 1;
    }
}

fn run(machine: &mut Machine, engine: Engine, until: Cycle) -> Outcome {
    machine.run(engine, until, &mut ExitOnly)
}

/// Goes on by an instruction, or by a cycle, as a debugger does.
fn issue(machine: &mut Machine) -> Outcome {
    match machine.issue_within_bundle(0) {
        true => Outcome::Reached,
        false => {
            let next = Cycle(machine.now().0 + 1);
            run(machine, Engine::Step, next)
        }
    }
}

/// The addresses of instructions that add an immediate to one of a0 to a7.
fn additions(code: &Code) -> Vec<u32> {
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(bytes) = code.bytes.get(at..at + 4) {
        let bits = u32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]);
        let is_long = bits & 3 == 3;
        let is_argument = |register: u32| (10..18).contains(&(register & 31));
        if bits & 0x707f == ADDI && is_argument(bits >> 7) && is_argument(bits >> 15) {
            found.push(PROGRAM_MEMORY + at as u32);
        }
        at += if is_long { 4 } else { 2 };
    }
    found
}

/// What a debugger changes.
enum Change {
    Nothing,
    Register(u8, u32),
    Data(u32, u32),
    /// The immediate of an addition.
    Program(u32, u32),
}

impl Change {
    fn choose(random: &mut Random, additions: &[u32]) -> Change {
        let value = random.word();
        match random.below(4) {
            0 => Change::Register(10 + random.below(8) as u8, value),
            1 => Change::Data(DATA_MEMORY + 4 * random.below(64) as u32, value),
            2 if !additions.is_empty() => {
                Change::Program(additions[random.below(additions.len())], value)
            }
            _ => Change::Nothing,
        }
    }

    fn make(&self, machine: &mut Machine) {
        let done = match *self {
            Change::Nothing => Ok(()),
            Change::Register(register, value) => {
                machine.set_register(0, register, value);
                Ok(())
            }
            Change::Data(address, value) => machine.write_memory(0, address, &value.to_le_bytes()),
            Change::Program(address, value) => {
                let mut bytes = [0; 4];
                let read = machine.read_memory(0, address, &mut bytes);
                let bits = u32::from_le_bytes(bytes) & 0xf_ffff | value << 20;
                read.and_then(|()| machine.write_memory(0, address, &bits.to_le_bytes()))
            }
        };
        done.expect("these addresses are memory");
    }
}
