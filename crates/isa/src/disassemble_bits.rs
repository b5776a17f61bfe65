//! Prints instruction words in assembly language, compressed ones with their own mnemonics (`c.addi`), as GNU objdump with `-M no-aliases` does.

use crate::disassemble::{
    disassemble, float_register_name, register_name, target, upper_immediate,
};
use crate::{decode, Instruction, Op};

/// Returns the instruction in the low bits of `bits`, at address `pc`; an illegal one is printed as data (`.2byte` or `.4byte`).
pub fn disassemble_bits(bits: u32, pc: u32) -> String {
    let compressed = bits & 3 != 3;
    match decode(bits) {
        Some(instruction) if compressed => disassemble_compressed(&instruction, bits, pc),
        Some(instruction) => disassemble(&instruction, pc),
        None if compressed => format!(".2byte {:#x}", bits & 0xFFFF),
        None => format!(".4byte {bits:#x}"),
    }
}

/// `instruction` is the decoded form of `bits`. The compressed form is determined by the quadrant (bits 1:0) and funct3 (bits 15:13).
fn disassemble_compressed(instruction: &Instruction, bits: u32, pc: u32) -> String {
    let imm = instruction.imm;
    let rd = register_name(instruction.rd);
    let rs1 = register_name(instruction.rs1);
    let rs2 = register_name(instruction.rs2);
    let fd = float_register_name(instruction.rd);
    let fs2 = float_register_name(instruction.rs2);
    match (bits & 3, bits >> 13 & 7) {
        (0, 0) => format!("c.addi4spn {rd}, {rs1}, {imm}"),
        (0, 2) => format!("c.lw {rd}, {imm}({rs1})"),
        (0, 3) => format!("c.flw {fd}, {imm}({rs1})"),
        (0, 7) => format!("c.fsw {fs2}, {imm}({rs1})"),
        (0, 6) => format!("c.sw {rs2}, {imm}({rs1})"),
        (1, 0) => format!("c.addi {rd}, {imm}"),
        (1, 1) => format!("c.jal {}", target(pc, imm)),
        (1, 2) => format!("c.li {rd}, {imm}"),
        (1, 3) if instruction.op == Op::Addi => format!("c.addi16sp {rd}, {imm}"),
        (1, 3) => format!("c.lui {rd}, {:#x}", upper_immediate(imm)),
        (1, 5) => format!("c.j {}", target(pc, imm)),
        (1, 6) => format!("c.beqz {rs1}, {}", target(pc, imm)),
        (1, 7) => format!("c.bnez {rs1}, {}", target(pc, imm)),
        (2, 2) => format!("c.lwsp {rd}, {imm}({rs1})"),
        (2, 3) => format!("c.flwsp {fd}, {imm}({rs1})"),
        (2, 7) => format!("c.fswsp {fs2}, {imm}({rs1})"),
        (2, 4) => jump_move_add(instruction, bits),
        (2, 6) => format!("c.swsp {rs2}, {imm}({rs1})"),
        _ => arithmetic(instruction),
    }
}

/// Shifts, c.andi and the register operations. A shift by 0 is a hint in RV32, and has the name of RV128's shift by 64.
fn arithmetic(instruction: &Instruction) -> String {
    let mnemonic = instruction.op.mnemonic();
    let rd = register_name(instruction.rd);
    match instruction.op {
        Op::Slli | Op::Srli | Op::Srai if instruction.imm == 0 => format!("c.{mnemonic}64 {rd}"),
        Op::Slli | Op::Srli | Op::Srai => format!("c.{mnemonic} {rd}, {:#x}", instruction.imm),
        Op::Andi => format!("c.{mnemonic} {rd}, {}", instruction.imm),
        _ => format!("c.{mnemonic} {rd}, {}", register_name(instruction.rs2)),
    }
}

/// Bit 12 distinguishes c.add from c.mv, even in the hints with rd = x0, which decode to the same operation.
fn jump_move_add(instruction: &Instruction, bits: u32) -> String {
    let links_or_adds = bits & 1 << 12 != 0;
    let rd = register_name(instruction.rd);
    let rs1 = register_name(instruction.rs1);
    let rs2 = register_name(instruction.rs2);
    match (instruction.op, links_or_adds) {
        (Op::Ebreak, _) => "c.ebreak".into(),
        (Op::Jalr, false) => format!("c.jr {rs1}"),
        (Op::Jalr, true) => format!("c.jalr {rs1}"),
        (_, false) => format!("c.mv {rd}, {rs2}"),
        (_, true) => format!("c.add {rd}, {rs2}"),
    }
}
