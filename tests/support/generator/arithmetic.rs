//! Steps that compute in registers: RV32I, M and their compressed forms.

use super::restoring;
use crate::operands::{
    any_register, compact_register, five_bits, pick, register_not_zero, signed, signed_not_zero,
};
use crate::sequence::Line;
use fastrand::Rng;

pub fn register_register(rng: &mut Rng) -> Vec<Line> {
    three_registers(
        rng,
        &[
            "add", "sub", "sll", "slt", "sltu", "xor", "srl", "sra", "or", "and",
        ],
    )
}

pub fn multiply_divide(rng: &mut Rng) -> Vec<Line> {
    three_registers(
        rng,
        &[
            "mul", "mulh", "mulhsu", "mulhu", "div", "divu", "rem", "remu",
        ],
    )
}

fn three_registers(rng: &mut Rng, mnemonics: &[&str]) -> Vec<Line> {
    let (rd, first, second) = (any_register(rng), any_register(rng), any_register(rng));
    let line = format!("{} x{rd}, x{first}, x{second}", pick(rng, mnemonics));
    restoring(rng, rd, vec![Line::new(line)])
}

pub fn register_immediate(rng: &mut Rng) -> Vec<Line> {
    let mnemonic = pick(rng, &["addi", "slti", "sltiu", "xori", "ori", "andi"]);
    let (rd, source) = (any_register(rng), any_register(rng));
    let line = format!("{mnemonic} x{rd}, x{source}, {}", signed(rng, 12));
    restoring(rng, rd, vec![Line::new(line)])
}

pub fn shift_immediate(rng: &mut Rng) -> Vec<Line> {
    let mnemonic = pick(rng, &["slli", "srli", "srai"]);
    let (rd, source) = (any_register(rng), any_register(rng));
    let line = format!("{mnemonic} x{rd}, x{source}, {}", five_bits(rng, 0));
    restoring(rng, rd, vec![Line::new(line)])
}

pub fn upper_immediate(rng: &mut Rng) -> Vec<Line> {
    let mnemonic = pick(rng, &["lui", "auipc"]);
    let rd = any_register(rng);
    let upper = signed(rng, 20) as u32 & 0xf_ffff;
    restoring(
        rng,
        rd,
        vec![Line::new(format!("{mnemonic} x{rd}, {upper:#x}"))],
    )
}

/// Generates one instruction: the register that it writes, and its text.
type Compressed = fn(&mut Rng) -> (u32, String);

pub fn compressed(rng: &mut Rng) -> Vec<Line> {
    const TEMPLATES: [Compressed; 6] = [
        compressed_immediate,
        compressed_shift_or_mask,
        compressed_two_registers,
        compressed_two_compact_registers,
        compressed_upper,
        compressed_stack_pointer,
    ];
    let (written, line) = pick(rng, &TEMPLATES)(rng);
    restoring(rng, written, vec![Line::new(line)])
}

fn compressed_immediate(rng: &mut Rng) -> (u32, String) {
    let rd = register_not_zero(rng);
    match pick(rng, &["c.addi", "c.li", "c.slli", "c.nop"]) {
        "c.addi" => (rd, format!("c.addi x{rd}, {}", signed_not_zero(rng, 6))),
        "c.li" => (rd, format!("c.li x{rd}, {}", signed(rng, 6))),
        "c.slli" => (rd, format!("c.slli x{rd}, {}", five_bits(rng, 1))),
        nop => (0, nop.to_string()),
    }
}

fn compressed_shift_or_mask(rng: &mut Rng) -> (u32, String) {
    let rd = compact_register(rng);
    match pick(rng, &["c.srli", "c.srai", "c.andi"]) {
        "c.andi" => (rd, format!("c.andi x{rd}, {}", signed(rng, 6))),
        shift => (rd, format!("{shift} x{rd}, {}", five_bits(rng, 1))),
    }
}

fn compressed_two_registers(rng: &mut Rng) -> (u32, String) {
    let (rd, source) = (register_not_zero(rng), register_not_zero(rng));
    (
        rd,
        format!("{} x{rd}, x{source}", pick(rng, &["c.mv", "c.add"])),
    )
}

fn compressed_two_compact_registers(rng: &mut Rng) -> (u32, String) {
    let (rd, source) = (compact_register(rng), compact_register(rng));
    (
        rd,
        format!(
            "{} x{rd}, x{source}",
            pick(rng, &["c.sub", "c.xor", "c.or", "c.and"])
        ),
    )
}

/// The assembler wants the 20-bit value that the sign-extended immediate stands for; c.lui to x2 is another instruction.
fn compressed_upper(rng: &mut Rng) -> (u32, String) {
    let rd = match register_not_zero(rng) {
        2 => 3,
        other => other,
    };
    let upper = signed_not_zero(rng, 6) as u32 & 0xf_ffff;
    (rd, format!("c.lui x{rd}, {upper:#x}"))
}

fn compressed_stack_pointer(rng: &mut Rng) -> (u32, String) {
    if rng.bool() {
        (
            2,
            format!("c.addi16sp x2, {}", 16 * signed_not_zero(rng, 6)),
        )
    } else {
        let rd = compact_register(rng);
        (rd, format!("c.addi4spn x{rd}, x2, {}", 4 * rng.u32(1..256)))
    }
}
