//! Prints instructions in assembly language, in the syntax of GNU objdump with `-M no-aliases`.
//!
//! Operands are separated by a comma and a blank. Targets of jumps and branches are absolute addresses.

use crate::message::MessageInstruction;
use crate::op::Format;
use crate::{csr, Instruction};

/// ABI names of the registers x0..x31.
const REGISTERS: [&str; 32] = [
    "zero", "ra", "sp", "gp", "tp", "t0", "t1", "t2", "s0", "s1", "a0", "a1", "a2", "a3", "a4",
    "a5", "a6", "a7", "s2", "s3", "s4", "s5", "s6", "s7", "s8", "s9", "s10", "s11", "t3", "t4",
    "t5", "t6",
];

/// ABI names of the registers f0..f31.
const FLOAT_REGISTERS: [&str; 32] = [
    "ft0", "ft1", "ft2", "ft3", "ft4", "ft5", "ft6", "ft7", "fs0", "fs1", "fa0", "fa1", "fa2",
    "fa3", "fa4", "fa5", "fa6", "fa7", "fs2", "fs3", "fs4", "fs5", "fs6", "fs7", "fs8", "fs9",
    "fs10", "fs11", "ft8", "ft9", "ft10", "ft11",
];

/// Suffixes for the rounding modes, by code. Modes 5 and 6 are reserved; mode 7 is the mode in `frm`, the default, which is not printed.
const ROUNDING: [&str; 8] = [", rne", ", rtz", ", rdn", ", rup", ", rmm", "", "", ""];

/// Returns the ABI name of register `number` (0..31).
///
/// # Panics
/// If there is no such register.
pub fn register_name(number: u8) -> &'static str {
    REGISTERS[usize::from(number)]
}

/// Returns the ABI name of floating-point register `number` (0..31).
pub(crate) fn float_register_name(number: u8) -> &'static str {
    FLOAT_REGISTERS[usize::from(number)]
}

/// Returns the instruction at address `pc` in assembly language. A compressed instruction is printed as the equivalent 32-bit operation;
/// [`disassemble_bits`](crate::disassemble_bits) prints the compressed form.
pub fn disassemble(instruction: &Instruction, pc: u32) -> String {
    let mnemonic = mnemonic(instruction);
    let operands = operands(instruction, pc);
    if operands.is_empty() {
        mnemonic
    } else {
        format!("{mnemonic} {operands}")
    }
}

fn mnemonic(instruction: &Instruction) -> String {
    const ORDERINGS: [&str; 4] = ["", ".rl", ".aq", ".aqrl"];
    let name = instruction.op.mnemonic();
    match instruction.op.format() {
        Format::LoadReserved | Format::Atomic => {
            format!("{name}{}", ORDERINGS[(instruction.imm & 3) as usize])
        }
        Format::Fence if instruction.imm == FENCE_TSO => format!("{name}.tso"),
        _ => name.into(),
    }
}

fn operands(instruction: &Instruction, pc: u32) -> String {
    let imm = instruction.imm;
    let rd = register_name(instruction.rd);
    let rs1 = register_name(instruction.rs1);
    let rs2 = register_name(instruction.rs2);
    match instruction.op.format() {
        Format::Upper => format!("{rd}, {:#x}", upper_immediate(imm)),
        Format::Jump => format!("{rd}, {}", target(pc, imm)),
        Format::JumpRegister | Format::Load => format!("{rd}, {imm}({rs1})"),
        Format::Branch => format!("{rs1}, {rs2}, {}", target(pc, imm)),
        Format::Store => format!("{rs2}, {imm}({rs1})"),
        Format::Immediate => format!("{rd}, {rs1}, {imm}"),
        Format::Shift => format!("{rd}, {rs1}, {imm:#x}"),
        Format::Register | Format::User => format!("{rd}, {rs1}, {rs2}"),
        Format::Fence if imm == FENCE_TSO => String::new(),
        Format::Fence => format!("{}, {}", fence_set(imm >> 4), fence_set(imm)),
        Format::Plain => String::new(),
        Format::Csr => format!("{rd}, {}, {rs1}", csr::name(imm as u16)),
        Format::CsrImmediate => format!("{rd}, {}, {}", csr::name(imm as u16), instruction.rs1),
        Format::LoadReserved => format!("{rd}, ({rs1})"),
        Format::Atomic => format!("{rd}, {rs2}, ({rs1})"),
        Format::Message(entry) => message_operands(entry, instruction),
        _ => float_operands(instruction),
    }
}

fn float_operands(instruction: &Instruction) -> String {
    let float = float_register_name;
    let (x, x1) = (
        register_name(instruction.rd),
        register_name(instruction.rs1),
    );
    let (f, f1, f2) = (
        float(instruction.rd),
        float(instruction.rs1),
        float(instruction.rs2),
    );
    let rounding = ROUNDING[(instruction.imm & 7) as usize];
    match instruction.op.format() {
        Format::FloatLoad => format!("{f}, {}({x1})", instruction.imm),
        Format::FloatStore => format!("{f2}, {}({x1})", instruction.imm),
        Format::FloatMultiplyAdd => {
            format!("{f}, {f1}, {f2}, {}{rounding}", float(instruction.rs3()))
        }
        Format::FloatArithmetic => format!("{f}, {f1}, {f2}{rounding}"),
        Format::FloatRoot => format!("{f}, {f1}{rounding}"),
        Format::FloatSelect => format!("{f}, {f1}, {f2}"),
        Format::FloatCompare => format!("{x}, {f1}, {f2}"),
        Format::FloatLook => format!("{x}, {f1}"),
        Format::FloatToInteger => format!("{x}, {f1}{rounding}"),
        Format::IntegerToFloat => format!("{f}, {x1}{rounding}"),
        _ => format!("{f}, {x1}"),
    }
}

/// The immediate of fence.tso: fm = 8, predecessor and successor sets rw.
const FENCE_TSO: i32 = 0x833;

/// Returns the upper 20 bits, the operand of lui and auipc.
pub(crate) fn upper_immediate(imm: i32) -> u32 {
    imm as u32 >> 12
}

/// Returns the address `offset` bytes from `pc`.
pub(crate) fn target(pc: u32, offset: i32) -> String {
    format!("{:#x}", pc.wrapping_add_signed(offset))
}

/// Returns the low four bits as a set of i (device input), o (device output), r (memory reads) and w (memory writes). For the empty set, objdump
/// prints `unknown`.
fn fence_set(bits: i32) -> String {
    let members = [(8, 'i'), (4, 'o'), (2, 'r'), (1, 'w')];
    let set: String = members
        .into_iter()
        .filter(|(bit, _)| bits & bit != 0)
        .map(|(_, name)| name)
        .collect();
    if set.is_empty() {
        "unknown".into()
    } else {
        set
    }
}

fn message_operands(entry: &MessageInstruction, instruction: &Instruction) -> String {
    let operands = [
        entry
            .has_rd
            .then(|| register_name(instruction.rd).to_string()),
        entry
            .has_rs1
            .then(|| register_name(instruction.rs1).to_string()),
        entry
            .has_rs2
            .then(|| register_name(instruction.rs2).to_string()),
        entry.has_imm7.then(|| instruction.imm.to_string()),
    ];
    operands
        .into_iter()
        .flatten()
        .collect::<Vec<_>>()
        .join(", ")
}
