//! Decodes 32-bit instructions. The table of operations determines the operation of a word, and the operation's format the operands.

use crate::compressed::decode_compressed;
use crate::encoding::Encoding;
use crate::op::{Format, ENCODINGS};
use crate::{Instruction, Op};
use std::sync::LazyLock;

/// For each major opcode, its operations.
static BY_OPCODE: LazyLock<[Vec<(Encoding, Op)>; 128]> = LazyLock::new(|| {
    let mut table = [const { Vec::new() }; 128];
    for entry in ENCODINGS {
        table[entry.0.opcode()].push(*entry);
    }
    table
});

/// Decodes the instruction that starts in the low bits of `bits`.
///
/// If the low 16 bits are a compressed instruction, the upper bits are ignored; the result is then the equivalent 32-bit operation, with `size` 2.
/// Returns None if the instruction is illegal: reserved, double precision, RV64, or a word of only zeros or only ones. The caller must check whether
/// the core has floating-point instructions ([`Op::is_float`]).
pub fn decode(bits: u32) -> Option<Instruction> {
    if bits & 3 != 3 {
        return decode_compressed((bits & 0xFFFF) as u16);
    }
    let mut known = BY_OPCODE[(bits & 0x7F) as usize].iter();
    let (_, op) = known.find(|(encoding, _)| encoding.matches(bits))?;
    Word(bits).instruction(*op)
}

/// A 32-bit instruction word and its fields.
#[derive(Clone, Copy)]
struct Word(u32);

impl Word {
    fn rd(self) -> u8 {
        (self.0 >> 7 & 31) as u8
    }

    fn rs1(self) -> u8 {
        (self.0 >> 15 & 31) as u8
    }

    fn rs2(self) -> u8 {
        (self.0 >> 20 & 31) as u8
    }

    fn funct7(self) -> u32 {
        self.0 >> 25
    }

    /// Bits 31:20, sign-extended.
    fn immediate12(self) -> i32 {
        self.0 as i32 >> 20
    }

    /// Bits 31:20 as an unsigned number: CSR numbers, fence sets.
    fn upper12(self) -> i32 {
        (self.0 >> 20) as i32
    }

    fn store_offset(self) -> i32 {
        (self.0 as i32 >> 25 << 5) | i32::from(self.rd())
    }

    fn branch_offset(self) -> i32 {
        let bits = self.0;
        let low = (bits >> 7 & 0x1E) | (bits >> 20 & 0x7E0) | (bits << 4 & 0x800);
        (bits as i32 >> 31 << 12) | low as i32
    }

    fn jump_offset(self) -> i32 {
        let bits = self.0;
        let low = (bits >> 20 & 0x7FE) | (bits >> 9 & 0x800) | (bits & 0xF_F000);
        (bits as i32 >> 31 << 20) | low as i32
    }

    /// The rounding mode in funct3; None if it is a reserved one.
    fn rounding(self) -> Option<i32> {
        let mode = (self.0 >> 12 & 7) as i32;
        (!matches!(mode, 5 | 6)).then_some(mode)
    }

    /// Returns the instruction with its operands; None if an operand has a reserved value.
    fn instruction(self, op: Op) -> Option<Instruction> {
        let (rd, rs1, rs2) = (self.rd(), self.rs1(), self.rs2());
        let (rd, rs1, rs2, imm) = match op.format() {
            Format::Upper => (rd, 0, 0, (self.0 & 0xFFFF_F000) as i32),
            Format::Jump => (rd, 0, 0, self.jump_offset()),
            Format::JumpRegister | Format::Load | Format::Immediate | Format::FloatLoad => {
                (rd, rs1, 0, self.immediate12())
            }
            Format::Branch => (0, rs1, rs2, self.branch_offset()),
            Format::Store | Format::FloatStore => (0, rs1, rs2, self.store_offset()),
            Format::Shift => (rd, rs1, 0, i32::from(rs2)),
            Format::Csr | Format::CsrImmediate => (rd, rs1, 0, self.upper12()),
            // The manual reserves the unused fields of fences for future variants, and requires implementations to ignore them.
            Format::Fence => (0, 0, 0, self.upper12()),
            Format::Plain => (0, 0, 0, 0),
            Format::LoadReserved | Format::Atomic => (rd, rs1, rs2, (self.funct7() & 3) as i32),
            Format::FloatMultiplyAdd => {
                let third = (self.funct7() >> 2) as i32;
                (rd, rs1, rs2, third << 3 | self.rounding()?)
            }
            Format::FloatArithmetic => (rd, rs1, rs2, self.rounding()?),
            Format::FloatRoot | Format::FloatToInteger | Format::IntegerToFloat => {
                (rd, rs1, 0, self.rounding()?)
            }
            // Fields that the instruction does not use must be zero, so that later extensions can use them.
            Format::Message(entry) => {
                let used = |has: bool, register: u8| has || register == 0;
                let fits = used(entry.has_rd, rd)
                    && used(entry.has_rs1, rs1)
                    && used(entry.has_rs2, rs2)
                    && entry.accepts(self.funct7());
                fits.then_some((rd, rs1, rs2, self.funct7() as i32))?
            }
            Format::Register
            | Format::FloatSelect
            | Format::FloatCompare
            | Format::FloatLook
            | Format::MoveToFloat
            | Format::User => (rd, rs1, rs2, 0),
        };
        Some(Instruction {
            op,
            rd,
            rs1,
            rs2,
            imm,
            size: 4,
        })
    }
}
