//! A decoded instruction and the registers it touches.

use crate::op::Format;
use crate::Op;

/// An instruction with its operands taken apart.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, serde::Serialize, serde::Deserialize)]
pub struct Instruction {
    pub op: Op,
    /// Destination register, 0..31, of the file that the operation writes; 0 where the format has none.
    pub rd: u8,
    /// First source register, 0..31; the 5-bit immediate of csrrwi, csrrsi and csrrci; 0 where the format has none.
    pub rs1: u8,
    /// Second source register, 0..31; 0 where the format has none.
    pub rs2: u8,
    /// The sign-extended immediate, but: the whole value, already shifted, of lui and auipc; the shift amount; the CSR
    /// number; imm7 (token or mode) of the message extension; the rounding mode of floating-point operations (2:0) and their
    /// third source (7:3); fm, predecessor and successor bits (11:0) of fence; the
    /// bits aq (1) and rl (0) of atomics; of an instruction of the user's own what [`user`](crate::user) put there.
    pub imm: i32,
    /// Bytes it occupies: 2 or 4.
    pub size: u8,
}

impl Instruction {
    /// The integer registers that it reads, without x0. One that is read through both operands comes twice.
    pub fn sources(&self) -> impl Iterator<Item = u8> {
        let (first, second) = self.reads();
        let first = first.then_some(self.rs1);
        let second = second.then_some(self.rs2);
        [first, second]
            .into_iter()
            .flatten()
            .filter(|&register| register != 0)
    }

    /// The register x1..x31 that it writes.
    pub fn destination(&self) -> Option<u8> {
        // rd is 0 wherever the format has none.
        (self.rd != 0 && !self.op.writes_float()).then_some(self.rd)
    }

    /// The floating-point registers that it reads. One that is read through several operands comes several times.
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

    /// The floating-point register that it writes.
    pub fn float_destination(&self) -> Option<u8> {
        self.op.writes_float().then_some(self.rd)
    }

    /// Third source of a fused multiplication and addition.
    pub fn rs3(&self) -> u8 {
        (self.imm >> 3) as u8
    }

    /// Whether a CSR instruction reads its CSR: csrrw and csrrwi with rd = x0 do not, and cause no side effects of a read.
    pub fn reads_csr(&self) -> bool {
        match self.op {
            Op::Csrrw | Op::Csrrwi => self.rd != 0,
            _ => matches!(self.op.format(), Format::Csr | Format::CsrImmediate),
        }
    }

    /// Whether a CSR instruction writes its CSR: the set and clear forms with x0 or immediate 0 do not, and are legal on read-only CSRs.
    pub fn writes_csr(&self) -> bool {
        match self.op {
            Op::Csrrw | Op::Csrrwi => true,
            Op::Csrrs | Op::Csrrc | Op::Csrrsi | Op::Csrrci => self.rs1 != 0,
            _ => false,
        }
    }

    /// Whether rs1 and whether rs2 names an integer register that is read.
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
            // Operands that an instruction of the user's does not have are x0.
            Format::Branch | Format::Store | Format::Register | Format::Atomic | Format::User => {
                (true, true)
            }
            Format::Message(entry) => (entry.has_rs1, entry.has_rs2),
        }
    }
}
