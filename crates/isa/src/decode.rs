//! Decoding of 32-bit instructions: RISC-V manual, volume I, "RV32/64G Instruction Set Listings".

use crate::compressed::decode_compressed;
use crate::{message, Instruction, Op};

/// Decodes the instruction that starts in the low bits of `bits`.
///
/// When its low 16 bits are a compressed instruction the upper ones do not count; the result is then the operation it
/// stands for, with `size` 2. None when the instruction is illegal: reserved, of double precision, RV64, or a word of zeros
/// or ones only. Whether a core has the floating-point instructions is the caller's to say ([`Op::is_float`]).
pub fn decode(bits: u32) -> Option<Instruction> {
    if bits & 3 != 3 {
        return decode_compressed((bits & 0xFFFF) as u16);
    }
    let word = Word(bits);
    match bits & 0x7F {
        0x37 => Some(word.upper(Op::Lui)),
        0x17 => Some(word.upper(Op::Auipc)),
        0x6F => Some(word.instruction(Op::Jal, word.rd(), 0, 0, word.jump_offset())),
        0x67 if word.funct3() == 0 => Some(word.immediate(Op::Jalr)),
        0x63 => word.branch(),
        0x03 => word.load(),
        0x23 => word.store(),
        0x13 => word.immediate_arithmetic(),
        0x33 => word.register_arithmetic(),
        0x0F => word.fence(),
        0x73 => word.system(),
        0x2F => word.atomic(),
        0x07 if word.funct3() == 2 => Some(word.immediate(Op::Flw)),
        0x27 if word.funct3() == 2 => {
            Some(word.instruction(Op::Fsw, 0, word.rs1(), word.rs2(), word.store_offset()))
        }
        0x43 => word.multiply_add(Op::FmaddS),
        0x47 => word.multiply_add(Op::FmsubS),
        0x4B => word.multiply_add(Op::FnmsubS),
        0x4F => word.multiply_add(Op::FnmaddS),
        0x53 => word.float(),
        message::OPCODE => word.message(),
        _ => None,
    }
}

/// A 32-bit instruction word and its fields.
#[derive(Clone, Copy)]
struct Word(u32);

impl Word {
    fn rd(self) -> u32 {
        self.0 >> 7 & 31
    }

    fn funct3(self) -> u32 {
        self.0 >> 12 & 7
    }

    fn rs1(self) -> u32 {
        self.0 >> 15 & 31
    }

    fn rs2(self) -> u32 {
        self.0 >> 20 & 31
    }

    fn funct7(self) -> u32 {
        self.0 >> 25
    }

    /// Bits 31:20, sign-extended.
    fn immediate12(self) -> i32 {
        self.0 as i32 >> 20
    }

    /// Bits 31:20 as an unsigned number: CSR numbers, fence sets, function codes of SYSTEM.
    fn upper12(self) -> u32 {
        self.0 >> 20
    }

    fn store_offset(self) -> i32 {
        (self.0 as i32 >> 25 << 5) | self.rd() as i32
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

    fn instruction(self, op: Op, rd: u32, rs1: u32, rs2: u32, imm: i32) -> Instruction {
        Instruction {
            op,
            rd: rd as u8,
            rs1: rs1 as u8,
            rs2: rs2 as u8,
            imm,
            size: 4,
        }
    }

    fn upper(self, op: Op) -> Instruction {
        self.instruction(op, self.rd(), 0, 0, (self.0 & 0xFFFF_F000) as i32)
    }

    fn immediate(self, op: Op) -> Instruction {
        self.instruction(op, self.rd(), self.rs1(), 0, self.immediate12())
    }

    fn register(self, op: Op) -> Instruction {
        self.instruction(op, self.rd(), self.rs1(), self.rs2(), 0)
    }

    fn branch(self) -> Option<Instruction> {
        let op = match self.funct3() {
            0 => Op::Beq,
            1 => Op::Bne,
            4 => Op::Blt,
            5 => Op::Bge,
            6 => Op::Bltu,
            7 => Op::Bgeu,
            _ => return None,
        };
        Some(self.instruction(op, 0, self.rs1(), self.rs2(), self.branch_offset()))
    }

    fn load(self) -> Option<Instruction> {
        let op = match self.funct3() {
            0 => Op::Lb,
            1 => Op::Lh,
            2 => Op::Lw,
            4 => Op::Lbu,
            5 => Op::Lhu,
            _ => return None,
        };
        Some(self.immediate(op))
    }

    fn store(self) -> Option<Instruction> {
        let op = match self.funct3() {
            0 => Op::Sb,
            1 => Op::Sh,
            2 => Op::Sw,
            _ => return None,
        };
        Some(self.instruction(op, 0, self.rs1(), self.rs2(), self.store_offset()))
    }

    fn immediate_arithmetic(self) -> Option<Instruction> {
        let op = match self.funct3() {
            0 => Op::Addi,
            2 => Op::Slti,
            3 => Op::Sltiu,
            4 => Op::Xori,
            6 => Op::Ori,
            7 => Op::Andi,
            _ => return self.shift(),
        };
        Some(self.immediate(op))
    }

    fn shift(self) -> Option<Instruction> {
        let op = match (self.funct3(), self.funct7()) {
            (1, 0x00) => Op::Slli,
            (5, 0x00) => Op::Srli,
            (5, 0x20) => Op::Srai,
            _ => return None,
        };
        Some(self.instruction(op, self.rd(), self.rs1(), 0, self.rs2() as i32))
    }

    fn register_arithmetic(self) -> Option<Instruction> {
        const BASE: [Op; 8] = [
            Op::Add,
            Op::Sll,
            Op::Slt,
            Op::Sltu,
            Op::Xor,
            Op::Srl,
            Op::Or,
            Op::And,
        ];
        const MULTIPLY: [Op; 8] = [
            Op::Mul,
            Op::Mulh,
            Op::Mulhsu,
            Op::Mulhu,
            Op::Div,
            Op::Divu,
            Op::Rem,
            Op::Remu,
        ];
        let op = match (self.funct7(), self.funct3()) {
            (0x00, funct3) => BASE[funct3 as usize],
            (0x01, funct3) => MULTIPLY[funct3 as usize],
            (0x20, 0) => Op::Sub,
            (0x20, 5) => Op::Sra,
            _ => return None,
        };
        Some(self.register(op))
    }

    /// The manual reserves the unused fields of fences for finer ones and has today's cores ignore them.
    fn fence(self) -> Option<Instruction> {
        match self.funct3() {
            0 => Some(self.instruction(Op::Fence, 0, 0, 0, self.upper12() as i32)),
            1 => Some(self.instruction(Op::FenceI, 0, 0, 0, 0)),
            _ => None,
        }
    }

    fn system(self) -> Option<Instruction> {
        let op = match self.funct3() {
            0 => return self.environment(),
            1 => Op::Csrrw,
            2 => Op::Csrrs,
            3 => Op::Csrrc,
            5 => Op::Csrrwi,
            6 => Op::Csrrsi,
            7 => Op::Csrrci,
            _ => return None,
        };
        Some(self.instruction(op, self.rd(), self.rs1(), 0, self.upper12() as i32))
    }

    fn environment(self) -> Option<Instruction> {
        if self.rd() != 0 || self.rs1() != 0 {
            return None;
        }
        let op = match self.upper12() {
            0x000 => Op::Ecall,
            0x001 => Op::Ebreak,
            0x302 => Op::Mret,
            0x105 => Op::Wfi,
            _ => return None,
        };
        Some(self.instruction(op, 0, 0, 0, 0))
    }

    fn atomic(self) -> Option<Instruction> {
        if self.funct3() != 2 {
            return None;
        }
        let op = match self.funct7() >> 2 {
            0x02 if self.rs2() == 0 => Op::LrW,
            0x03 => Op::ScW,
            0x01 => Op::AmoswapW,
            0x00 => Op::AmoaddW,
            0x04 => Op::AmoxorW,
            0x0C => Op::AmoandW,
            0x08 => Op::AmoorW,
            0x10 => Op::AmominW,
            0x14 => Op::AmomaxW,
            0x18 => Op::AmominuW,
            0x1C => Op::AmomaxuW,
            _ => return None,
        };
        Some(self.instruction(
            op,
            self.rd(),
            self.rs1(),
            self.rs2(),
            (self.funct7() & 3) as i32,
        ))
    }

    /// The rounding mode, unless it is a reserved one.
    fn rounding(self) -> Option<i32> {
        (!matches!(self.funct3(), 5 | 6)).then_some(self.funct3() as i32)
    }

    /// Bits 31:27 name the third source, 26:25 the format (0: single precision).
    fn multiply_add(self, op: Op) -> Option<Instruction> {
        let third = (self.funct7() >> 2) as i32;
        let rounding = self.rounding().filter(|_| self.funct7() & 3 == 0)?;
        let imm = third << 3 | rounding;
        Some(self.instruction(op, self.rd(), self.rs1(), self.rs2(), imm))
    }

    fn float(self) -> Option<Instruction> {
        let rounded = match (self.funct7(), self.rs2()) {
            (0x00, _) => Op::FaddS,
            (0x04, _) => Op::FsubS,
            (0x08, _) => Op::FmulS,
            (0x0C, _) => Op::FdivS,
            (0x2C, 0) => Op::FsqrtS,
            (0x60, 0) => Op::FcvtWS,
            (0x60, 1) => Op::FcvtWuS,
            (0x68, 0) => Op::FcvtSW,
            (0x68, 1) => Op::FcvtSWu,
            _ => return self.float_unrounded(),
        };
        let second = if self.funct7() < 0x10 { self.rs2() } else { 0 };
        Some(self.instruction(rounded, self.rd(), self.rs1(), second, self.rounding()?))
    }

    /// Operations that never round have their function where the others have the rounding mode.
    fn float_unrounded(self) -> Option<Instruction> {
        let op = match (self.funct7(), self.funct3(), self.rs2()) {
            (0x10, 0, _) => Op::FsgnjS,
            (0x10, 1, _) => Op::FsgnjnS,
            (0x10, 2, _) => Op::FsgnjxS,
            (0x14, 0, _) => Op::FminS,
            (0x14, 1, _) => Op::FmaxS,
            (0x50, 0, _) => Op::FleS,
            (0x50, 1, _) => Op::FltS,
            (0x50, 2, _) => Op::FeqS,
            (0x70, 0, 0) => Op::FmvXW,
            (0x70, 1, 0) => Op::FclassS,
            (0x78, 0, 0) => Op::FmvWX,
            _ => return None,
        };
        Some(self.register(op))
    }

    /// Fields that the instruction does not use must be zero, so that they stay free for later extensions.
    fn message(self) -> Option<Instruction> {
        let entry = message::INSTRUCTIONS
            .iter()
            .find(|entry| u32::from(entry.funct3) == self.funct3())?;
        let unused = (!entry.has_rd && self.rd() != 0)
            || (!entry.has_rs1 && self.rs1() != 0)
            || (!entry.has_rs2 && self.rs2() != 0)
            || !entry.accepts(self.funct7());
        (!unused).then(|| {
            self.instruction(
                entry.op,
                self.rd(),
                self.rs1(),
                self.rs2(),
                self.funct7() as i32,
            )
        })
    }
}
