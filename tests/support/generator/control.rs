//! Steps with branches and jumps, both ways, to targets on words and on half words.

use super::body;
use crate::operands::{
    any_register, compact_register, free_compact_register, free_register, pick, signed,
};
use crate::sequence::Line;
use fastrand::Rng;

const BRANCHES: [&str; 6] = ["beq", "bne", "blt", "bge", "bltu", "bgeu"];

pub fn forward_branch(rng: &mut Rng) -> Vec<Line> {
    let condition = condition(rng);
    skipping(rng, format!("{condition}, 1f"))
}

pub fn compressed_branch(rng: &mut Rng) -> Vec<Line> {
    let line = format!(
        "{} x{}, 1f",
        pick(rng, &["c.beqz", "c.bnez"]),
        compact_register(rng)
    );
    skipping(rng, line)
}

/// A branch back over a body, which runs when the branch is taken.
pub fn backward_branch(rng: &mut Rng) -> Vec<Line> {
    let condition = condition(rng);
    returning(rng, format!("{condition}, 1b"))
}

/// A branch without its target. Its operands are often the same register: equal values are rare otherwise.
fn condition(rng: &mut Rng) -> String {
    let first = any_register(rng);
    let second = if rng.u32(..4) == 0 {
        first
    } else {
        any_register(rng)
    };
    format!("{} x{first}, x{second}", pick(rng, &BRANCHES))
}

/// A loop of one to four rounds, its end tested in one of the ways that compilers use.
pub fn counted_loop(rng: &mut Rng) -> Vec<Line> {
    let counter = free_compact_register(rng);
    let again = match rng.u32(..4) {
        0 => format!("bne x{counter}, x0, 1b"),
        1 => format!("blt x0, x{counter}, 1b"),
        2 => format!("bltu x0, x{counter}, 1b"),
        _ => format!("c.bnez x{counter}, 1b"),
    };
    let touched = free_register(rng);
    [
        format!("addi x{counter}, x0, {}", rng.u32(1..=4)),
        "1:".to_string(),
        format!("add x{counter}, x{counter}, x0"),
        format!("c.addi x{counter}, -1"),
        if touched == counter {
            "c.nop".into()
        } else {
            format!("c.addi x{touched}, 3")
        },
        again,
    ]
    .map(Line::new)
    .to_vec()
}

pub fn jump(rng: &mut Rng) -> Vec<Line> {
    let link = [0, 1, 5, free_register(rng)][rng.usize(..4)];
    if rng.bool() {
        skipping(rng, format!("jal x{link}, 1f"))
    } else {
        returning(rng, format!("jal x{link}, 1b"))
    }
}

pub fn compressed_jump(rng: &mut Rng) -> Vec<Line> {
    match rng.u32(..4) {
        0 => skipping(rng, "c.j 1f".into()),
        1 => skipping(rng, "c.jal 1f".into()),
        kind => {
            let target = free_register(rng);
            let mnemonic = if kind == 2 { "c.jr" } else { "c.jalr" };
            let mut lines = target_address(target, 0, 0).to_vec();
            lines.extend(skipping(rng, format!("{mnemonic} x{target}")));
            lines
        }
    }
}

/// A jump to a register's value plus an offset, of which the lowest bit must be ignored; link and target may be the same register.
pub fn jump_register(rng: &mut Rng) -> Vec<Line> {
    let base = free_register(rng);
    let link = [0, 1, base, free_register(rng)][rng.usize(..4)];
    let offset = signed(rng, 12);
    let odd = rng.i32(0..2);
    let mut lines = target_address(base, odd, offset).to_vec();
    lines.extend(skipping(rng, format!("jalr x{link}, {offset}(x{base})")));
    lines
}

/// Puts the address of the next label 1, plus `odd` where the sum stays right, minus `offset`, into a register.
fn target_address(register: u32, odd: i32, offset: i32) -> [Line; 2] {
    [
        Line::new(format!("lui x{register}, %hi(1f + {odd} - ({offset}))")),
        Line::new(format!(
            "addi x{register}, x{register}, %lo(1f + {odd} - ({offset}))"
        )),
    ]
}

/// The jump, a body that it may skip, and label 1.
fn skipping(rng: &mut Rng, jump: String) -> Vec<Line> {
    let mut lines = vec![Line::new(jump)];
    lines.extend(body(rng));
    lines.push(Line::new("1:"));
    lines
}

/// Label 1 and a body, before the jump that goes back to it; the body continues after the jump, so that it runs at most once.
fn returning(rng: &mut Rng, jump: String) -> Vec<Line> {
    let mut lines = vec![Line::new("jal x0, 2f"), Line::new("1:")];
    lines.extend(body(rng));
    lines.extend(["jal x0, 3f", "2:", &jump, "3:"].map(Line::new));
    lines
}
