//! Generates instruction sequences that terminate, stay within their scratch memory, and give the same result on every
//! machine that implements RV32IMAC, Zicsr and Zifencei.
//!
//! Left out is what the specification leaves open: misaligned data, stores between lr.w and sc.w, counters, wfi.

mod arithmetic;
mod control;
mod memory;
mod system;

use crate::operands;
use crate::sequence::{Line, Sequence, Step, SCRATCH, SCRATCH_WORDS, X8_OFFSET};
use fastrand::Rng;

type Template = fn(&mut Rng) -> Vec<Line>;

/// The kinds of steps, each as often as its weight says.
const TEMPLATES: [(u32, Template); 23] = [
    (6, arithmetic::register_register),
    (5, arithmetic::register_immediate),
    (2, arithmetic::shift_immediate),
    (3, arithmetic::multiply_divide),
    (2, arithmetic::upper_immediate),
    (6, arithmetic::compressed),
    (5, memory::load),
    (4, memory::store),
    (4, memory::compressed),
    (4, memory::atomic),
    (1, memory::reserved_pair),
    (1, memory::failing_store_conditional),
    (3, control::forward_branch),
    (2, control::backward_branch),
    (2, control::counted_loop),
    (2, control::jump),
    (2, control::jump_register),
    (2, control::compressed_branch),
    (2, control::compressed_jump),
    (3, system::status_register),
    (1, system::fences_and_changed_code),
    (1, system::exception),
    (1, system::return_from_machine_mode),
];

/// The sequence that belongs to `seed`, of 8 to 24 steps.
pub fn sequence(seed: u64) -> Sequence {
    let mut rng = Rng::with_seed(seed);
    let step_count = rng.usize(8..=24);
    Sequence {
        registers: std::array::from_fn(|_| operands::value(&mut rng)),
        mscratch: operands::value(&mut rng),
        scratch: [(); SCRATCH_WORDS].map(|()| operands::value(&mut rng)),
        steps: (0..step_count).map(|_| step(&mut rng)).collect(),
    }
}

fn step(rng: &mut Rng) -> Step {
    let total: u32 = TEMPLATES.iter().map(|(weight, _)| weight).sum();
    let mut ticket = rng.u32(..total);
    for (weight, template) in TEMPLATES {
        if ticket < weight {
            return Step {
                lines: template(rng),
            };
        }
        ticket -= weight;
    }
    unreachable!("the ticket is less than the sum of the weights")
}

/// The lines, and then those that give a written x2 or x8 its address back, after its value went into another register.
fn restoring(rng: &mut Rng, written: u32, mut lines: Vec<Line>) -> Vec<Line> {
    if matches!(written, 2 | 8) {
        let keeper = operands::free_register(rng);
        let offset = if written == 8 { X8_OFFSET as i32 } else { 0 };
        lines.push(Line::new(format!("xor x{keeper}, x{keeper}, x{written}")));
        lines.extend(load_scratch_address(written, offset));
    }
    lines
}

/// Two instructions that put the address of the scratch memory plus `offset` into a register.
fn load_scratch_address(register: u32, offset: i32) -> [Line; 2] {
    [
        Line::new(format!("lui x{register}, %hi({SCRATCH} + {offset})")),
        Line::new(format!(
            "addi x{register}, x{register}, %lo({SCRATCH} + {offset})"
        )),
    ]
}

/// One to three arithmetic instructions, compressed ones among them, so that what follows them may lie on a half word.
fn body(rng: &mut Rng) -> Vec<Line> {
    const TEMPLATES: [Template; 3] = [
        arithmetic::register_register,
        arithmetic::register_immediate,
        arithmetic::compressed,
    ];
    (0..rng.usize(1..=3))
        .flat_map(|_| operands::pick(rng, &TEMPLATES)(rng))
        .collect()
}
