//! Steps that access the scratch memory: loads and stores of all widths, atomic operations, and the compressed forms.

use super::{load_scratch_address, restoring};
use crate::operands::{any_register, compact_register, free_register, pick, signed};
use crate::sequence::{Line, SCRATCH_WORDS, X8_OFFSET};
use fastrand::Rng;

pub fn load(rng: &mut Rng) -> Vec<Line> {
    let (mnemonic, width) = pick(
        rng,
        &[("lb", 1), ("lh", 2), ("lw", 4), ("lbu", 1), ("lhu", 2)],
    );
    let rd = any_register(rng);
    let (mut lines, operand) = access(rng, width);
    lines.push(Line::new(format!("{mnemonic} x{rd}, {operand}")));
    restoring(rng, rd, lines)
}

/// After a store, the whole word is read back, so that a wrong byte lane shows in a register near the store as well.
pub fn store(rng: &mut Rng) -> Vec<Line> {
    let (mnemonic, width) = pick(rng, &[("sb", 1), ("sh", 2), ("sw", 4)]);
    let source = any_register(rng);
    let (mut lines, operand) = access(rng, width);
    lines.push(Line::new(format!("{mnemonic} x{source}, {operand}")));
    lines
}

/// An operand `offset(base)` for an aligned place in the scratch memory. The base is x2 or x8, or a register loaded for it
/// with an address that need not be in the scratch memory itself: offsets take their extremes too.
fn access(rng: &mut Rng, width: usize) -> (Vec<Line>, String) {
    let place = (rng.usize(..SCRATCH_WORDS * 4) / width * width) as i32;
    match rng.u32(..4) {
        0 => (vec![], format!("{place}(x2)")),
        1 => (vec![], format!("{}(x8)", place - X8_OFFSET as i32)),
        _ => {
            let (base, offset) = (free_register(rng), signed(rng, 12));
            (
                load_scratch_address(base, place - offset).to_vec(),
                format!("{offset}(x{base})"),
            )
        }
    }
}

pub fn compressed(rng: &mut Rng) -> Vec<Line> {
    let offset = 4 * rng.u32(..32);
    let stack_offset = 4 * rng.usize(..SCRATCH_WORDS);
    let (compact, any) = (compact_register(rng), any_register(rng));
    match pick(rng, &["c.lw", "c.sw", "c.lwsp", "c.swsp"]) {
        "c.lw" => restoring(
            rng,
            compact,
            vec![Line::new(format!("c.lw x{compact}, {offset}(x8)"))],
        ),
        "c.sw" => vec![Line::new(format!("c.sw x{compact}, {offset}(x8)"))],
        "c.lwsp" => {
            let rd = any.max(1);
            restoring(
                rng,
                rd,
                vec![Line::new(format!("c.lwsp x{rd}, {stack_offset}(x2)"))],
            )
        }
        _ => vec![Line::new(format!("c.swsp x{any}, {stack_offset}(x2)"))],
    }
}

pub fn atomic(rng: &mut Rng) -> Vec<Line> {
    const MNEMONICS: [&str; 9] = [
        "amoswap.w",
        "amoadd.w",
        "amoxor.w",
        "amoand.w",
        "amoor.w",
        "amomin.w",
        "amomax.w",
        "amominu.w",
        "amomaxu.w",
    ];
    let (rd, source) = (any_register(rng), any_register(rng));
    let (mut lines, base) = word(rng);
    let mnemonic = pick(rng, &MNEMONICS);
    lines.push(Line::new(format!(
        "{mnemonic}{} x{rd}, x{source}, (x{base})",
        ordering(rng)
    )));
    restoring(rng, rd, lines)
}

/// A load-reserved, then a store-conditional to the same word, which succeeds.
pub fn reserved_pair(rng: &mut Rng) -> Vec<Line> {
    let (mut lines, base) = word(rng);
    let loaded = other_free_register(rng, base);
    let (result, source) = (other_free_register(rng, base), any_register(rng));
    lines.extend([
        Line::new(format!("lr.w{} x{loaded}, (x{base})", ordering(rng))),
        Line::new(format!(
            "sc.w{} x{result}, x{source}, (x{base})",
            ordering(rng)
        )),
    ]);
    lines
}

/// A store-conditional to another word than the reserved one, and a second one after the reservation is lost: both fail.
pub fn failing_store_conditional(rng: &mut Rng) -> Vec<Line> {
    let base = free_register(rng);
    let result = other_free_register(rng, base);
    let source = any_register(rng);
    let mut lines = load_scratch_address(base, 0).to_vec();
    lines.extend([
        Line::new(format!("lr.w x0, (x{base})")),
        Line::new(format!(
            "addi x{base}, x{base}, {}",
            4 * rng.usize(1..SCRATCH_WORDS)
        )),
        Line::new(format!("sc.w x{result}, x{source}, (x{base})")),
        Line::new(format!("sc.w x{result}, x{source}, (x{base})")),
    ]);
    lines
}

/// A free register with the address of a word of the scratch memory.
fn word(rng: &mut Rng) -> (Vec<Line>, u32) {
    let base = free_register(rng);
    let place = 4 * rng.i32(0..SCRATCH_WORDS as i32);
    (load_scratch_address(base, place).to_vec(), base)
}

fn other_free_register(rng: &mut Rng, than: u32) -> u32 {
    std::iter::repeat_with(|| free_register(rng))
        .find(|&register| register != than)
        .unwrap_or(than)
}

fn ordering(rng: &mut Rng) -> &'static str {
    pick(rng, &["", ".aq", ".rl", ".aqrl"])
}
