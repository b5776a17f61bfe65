//! A decoded instruction, and the registers that it reads and writes.

use crate::op::Format;
use crate::Op;

/// A decoded instruction.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, serde::Serialize, serde::Deserialize)]
pub struct Instruction {
    pub op: Op,
    /// Destination register, 0..31, in the register file that the operation writes; 0 if the format has none.
    pub rd: u8,
    /// First source register, 0..31; the 5-bit immediate of csrrwi, csrrsi and csrrci; 0 if the format has none.
    pub rs1: u8,
    /// Second source register, 0..31; 0 if the format has none.
    pub rs2: u8,
    /// The sign-extended immediate, except:
    /// - lui, auipc: the whole value, already shifted;
    /// - shifts: the shift amount;
    /// - CSR instructions: the CSR number;
    /// - message extension: imm7 (token or mode);
    /// - floating point: the rounding mode (2:0) and the third source (7:3);
    /// - fence: fm, predecessor and successor bits (11:0);
    /// - atomics: the bits aq (1) and rl (0);
    /// - user-defined instructions: what [`user`](crate::user) has put there.
    pub imm: i32,
    /// Length in bytes: 2 or 4.
    pub size: u8,
}

impl Instruction {
    /// Returns the integer registers that it reads, except x0. A register that both operands name is returned twice.
    pub fn sources(&self) -> impl Iterator<Item = u8> {
        let (first, second) = self.reads();
        let first = first.then_some(self.rs1);
        let second = second.then_some(self.rs2);
        [first, second]
            .into_iter()
            .flatten()
            .filter(|&register| register != 0)
    }

    /// Returns the register x1..x31 that it writes, if it writes one.
    pub fn destination(&self) -> Option<u8> {
        // rd is 0 if the format has none.
        (self.rd != 0 && !self.op.writes_float()).then_some(self.rd)
    }

    /// Returns the floating-point registers that it reads. A register that several operands name is returned several times.
    pub fn float_sources(&self) -> impl Iterator<Item = u8> {
        let (first, second, third) = match self.op.format() {
            Format::FloatStore => (false, true, false),
            Format::FloatRoot | Format::FloatLook | Format::FloatToInteger => (true, false, false),
            Format::FloatArithmetic | Format::FloatSelect | Format::FloatCompare => {
                (true, true, false)
            }
            Format::FloatMultiplyAdd => (true, true, true),
            _ => (false, false, false),
        };
        let sources = [
            first.then_some(self.rs1),
            second.then_some(self.rs2),
            third.then_some(self.rs3()),
        ];
        sources.into_iter().flatten()
    }

    /// Returns the floating-point register that it writes, if it writes one.
    pub fn float_destination(&self) -> Option<u8> {
        self.op.writes_float().then_some(self.rd)
    }

    /// Returns the third source of a fused multiply-add.
    pub fn rs3(&self) -> u8 {
        (self.imm >> 3) as u8
    }

    /// Does a CSR instruction read its CSR? csrrw and csrrwi with rd = x0 do not, and so do not cause the side effects of a read.
    pub fn reads_csr(&self) -> bool {
        match self.op {
            Op::Csrrw | Op::Csrrwi => self.rd != 0,
            _ => matches!(self.op.format(), Format::Csr | Format::CsrImmediate),
        }
    }

    /// Does a CSR instruction write its CSR? The set and clear forms with x0 or immediate 0 do not, and are legal for read-only CSRs.
    pub fn writes_csr(&self) -> bool {
        match self.op {
            Op::Csrrw | Op::Csrrwi => true,
            Op::Csrrs | Op::Csrrc | Op::Csrrsi | Op::Csrrci => self.rs1 != 0,
            _ => false,
        }
    }

    /// Do rs1 and rs2 name integer registers that are read?
    fn reads(&self) -> (bool, bool) {
        match self.op.format() {
            Format::Upper | Format::Jump | Format::Fence | Format::Plain | Format::CsrImmediate => {
                (false, false)
            }
            Format::JumpRegister
            | Format::Load
            | Format::Immediate
            | Format::Shift
            | Format::Csr
            | Format::LoadReserved
            | Format::FloatLoad
            | Format::FloatStore
            | Format::IntegerToFloat
            | Format::MoveToFloat => (true, false),
            Format::FloatMultiplyAdd
            | Format::FloatArithmetic
            | Format::FloatRoot
            | Format::FloatSelect
            | Format::FloatCompare
            | Format::FloatLook
            | Format::FloatToInteger => (false, false),
            // Operands that a user-defined instruction does not have are x0.
            Format::Branch | Format::Store | Format::Register | Format::Atomic | Format::User => {
                (true, true)
            }
            Format::Message(entry) => (entry.has_rs1, entry.has_rs2),
        }
    }
}
