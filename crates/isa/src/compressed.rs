//! Decoding of the 16-bit instructions of RV32C: RISC-V manual, volume I, chapter on the "C" extension.
//!
//! Hints (for example c.li to x0) are legal and decode to the equivalent operation, which has no effect. Reserved encodings, those of RV64 and RV128,
//! and the double-precision loads and stores are illegal.

use crate::{Instruction, Op};

/// The link register, which c.jal and c.jalr write.
const RA: u32 = 1;
/// The stack pointer, which the stack-relative forms use.
const SP: u32 = 2;

/// Decodes a 16-bit instruction (its two lowest bits are not both 1); returns None if it is illegal.
pub(crate) fn decode_compressed(bits: u16) -> Option<Instruction> {
    let half = Half(u32::from(bits));
    match (bits & 3, bits >> 13) {
        (0, 0) => half.add_to_stack_pointer(),
        (0, 2) => Some(half.load(Op::Lw)),
        (0, 3) => Some(half.load(Op::Flw)),
        (0, 6) => Some(half.store(Op::Sw)),
        (0, 7) => Some(half.store(Op::Fsw)),
        (1, 0) => Some(half.immediate(Op::Addi, half.rd(), half.rd(), half.immediate6())),
        (1, 1) => Some(half.immediate(Op::Jal, RA, 0, half.jump_offset())),
        (1, 2) => Some(half.immediate(Op::Addi, half.rd(), 0, half.immediate6())),
        (1, 3) => half.upper_or_stack_adjust(),
        (1, 4) => half.arithmetic(),
        (1, 5) => Some(half.immediate(Op::Jal, 0, 0, half.jump_offset())),
        (1, 6) => Some(half.branch(Op::Beq)),
        (1, 7) => Some(half.branch(Op::Bne)),
        (2, 0) => half.shift(Op::Slli, half.rd()),
        (2, 2) if half.rd() != 0 => Some(half.stack_load(Op::Lw)),
        (2, 3) => Some(half.stack_load(Op::Flw)),
        (2, 4) => half.jump_move_add(),
        (2, 6) => Some(half.stack_store(Op::Sw)),
        (2, 7) => Some(half.stack_store(Op::Fsw)),
        _ => None,
    }
}

/// A 16-bit instruction and its fields.
#[derive(Clone, Copy)]
struct Half(u32);

impl Half {
    /// Returns bits `high..=low` of the instruction, shifted left by `to`.
    fn bits(self, high: u32, low: u32, to: u32) -> u32 {
        (self.0 >> low & ((2 << (high - low)) - 1)) << to
    }

    /// The five-bit register field, used for rd and rs1.
    fn rd(self) -> u32 {
        self.bits(11, 7, 0)
    }

    fn rs2(self) -> u32 {
        self.bits(6, 2, 0)
    }

    /// The three-bit register field at bit 2: x8..x15.
    fn low_register(self) -> u32 {
        8 + self.bits(4, 2, 0)
    }

    /// The three-bit register field at bit 7: x8..x15.
    fn high_register(self) -> u32 {
        8 + self.bits(9, 7, 0)
    }

    fn immediate6(self) -> i32 {
        sign_extend(self.bits(12, 12, 5) | self.bits(6, 2, 0), 6)
    }

    fn word_offset(self) -> u32 {
        self.bits(12, 10, 3) | self.bits(6, 6, 2) | self.bits(5, 5, 6)
    }

    fn stack_load_offset(self) -> u32 {
        self.bits(12, 12, 5) | self.bits(6, 4, 2) | self.bits(3, 2, 6)
    }

    fn stack_store_offset(self) -> u32 {
        self.bits(12, 9, 2) | self.bits(8, 7, 6)
    }

    fn jump_offset(self) -> i32 {
        let low =
            self.bits(11, 11, 4) | self.bits(5, 3, 1) | self.bits(7, 7, 6) | self.bits(6, 6, 7);
        let high =
            self.bits(12, 12, 11) | self.bits(8, 8, 10) | self.bits(10, 9, 8) | self.bits(2, 2, 5);
        sign_extend(high | low, 12)
    }

    fn branch_offset(self) -> i32 {
        let low = self.bits(11, 10, 3) | self.bits(4, 3, 1) | self.bits(2, 2, 5);
        let high = self.bits(12, 12, 8) | self.bits(6, 5, 6);
        sign_extend(high | low, 9)
    }

    fn instruction(self, op: Op, rd: u32, rs1: u32, rs2: u32, imm: i32) -> Instruction {
        Instruction {
            op,
            rd: rd as u8,
            rs1: rs1 as u8,
            rs2: rs2 as u8,
            imm,
            size: 2,
        }
    }

    fn immediate(self, op: Op, rd: u32, rs1: u32, imm: i32) -> Instruction {
        self.instruction(op, rd, rs1, 0, imm)
    }

    fn load(self, op: Op) -> Instruction {
        let offset = self.word_offset() as i32;
        self.immediate(op, self.low_register(), self.high_register(), offset)
    }

    fn stack_load(self, op: Op) -> Instruction {
        self.immediate(op, self.rd(), SP, self.stack_load_offset() as i32)
    }

    fn store(self, op: Op) -> Instruction {
        let (base, source) = (self.high_register(), self.low_register());
        self.instruction(op, 0, base, source, self.word_offset() as i32)
    }

    fn stack_store(self, op: Op) -> Instruction {
        let offset = self.stack_store_offset() as i32;
        self.instruction(op, 0, SP, self.rs2(), offset)
    }

    fn branch(self, op: Op) -> Instruction {
        self.instruction(op, 0, self.high_register(), 0, self.branch_offset())
    }

    /// c.addi4spn; a zero immediate is reserved (and with it the all-zero instruction).
    fn add_to_stack_pointer(self) -> Option<Instruction> {
        let offset =
            self.bits(12, 11, 4) | self.bits(10, 7, 6) | self.bits(6, 6, 2) | self.bits(5, 5, 3);
        (offset != 0).then(|| self.immediate(Op::Addi, self.low_register(), SP, offset as i32))
    }

    /// c.addi16sp when the register is sp, c.lui otherwise; a zero immediate is reserved.
    fn upper_or_stack_adjust(self) -> Option<Instruction> {
        if self.immediate6() == 0 {
            return None;
        }
        if self.rd() != SP {
            return Some(self.immediate(Op::Lui, self.rd(), 0, self.immediate6() << 12));
        }
        let low = self.bits(6, 6, 4) | self.bits(2, 2, 5) | self.bits(5, 5, 6);
        let offset = sign_extend(self.bits(12, 12, 9) | self.bits(4, 3, 7) | low, 10);
        Some(self.immediate(Op::Addi, SP, SP, offset))
    }

    /// Shifts by 32 and more belong to RV64.
    fn shift(self, op: Op, register: u32) -> Option<Instruction> {
        let amount = self.bits(6, 2, 0) as i32;
        (self.bits(12, 12, 0) == 0).then(|| self.immediate(op, register, register, amount))
    }

    fn arithmetic(self) -> Option<Instruction> {
        let register = self.high_register();
        match self.bits(11, 10, 0) {
            0 => self.shift(Op::Srli, register),
            1 => self.shift(Op::Srai, register),
            2 => Some(self.immediate(Op::Andi, register, register, self.immediate6())),
            _ => self.register_arithmetic(register),
        }
    }

    /// c.sub, c.xor, c.or, c.and. With bit 12 set the encodings are those of RV64, or reserved.
    fn register_arithmetic(self, register: u32) -> Option<Instruction> {
        const OPERATIONS: [Op; 4] = [Op::Sub, Op::Xor, Op::Or, Op::And];
        let op = OPERATIONS[self.bits(6, 5, 0) as usize];
        (self.bits(12, 12, 0) == 0)
            .then(|| self.instruction(op, register, register, self.low_register(), 0))
    }

    /// c.jr, c.mv, c.ebreak, c.jalr and c.add have the same funct3. c.jr to x0 is reserved.
    fn jump_move_add(self) -> Option<Instruction> {
        match (self.bits(12, 12, 0), self.rd(), self.rs2()) {
            (0, 0, 0) => None,
            (0, target, 0) => Some(self.immediate(Op::Jalr, 0, target, 0)),
            (0, rd, source) => Some(self.instruction(Op::Add, rd, 0, source, 0)),
            (_, 0, 0) => Some(self.immediate(Op::Ebreak, 0, 0, 0)),
            (_, target, 0) => Some(self.immediate(Op::Jalr, RA, target, 0)),
            (_, rd, source) => Some(self.instruction(Op::Add, rd, rd, source, 0)),
        }
    }
}

/// Returns the low `width` bits of `value` as a signed number.
fn sign_extend(value: u32, width: u32) -> i32 {
    let unused = 32 - width;
    (value << unused) as i32 >> unused
}
