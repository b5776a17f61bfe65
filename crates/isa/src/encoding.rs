//! The encoding of an operation: the 32-bit words that have certain values in some of their fields (RISC-V manual, volume I, "RV32/64G Instruction
//! Set Listings").
//!
//! ```text
//!    31      25 24   20 19   15 14  12 11    7 6      0
//!   +----------+-------+-------+------+-------+--------+
//!   |  funct7  |  rs2  |  rs1  |funct3|  rd   | opcode |    bits 31:27 are funct5 of atomics; 26:25 tell the format of floating-point
//!   +----------+-------+-------+------+-------+--------+    numbers, 0 for single precision
//! ```

use serde::{Deserialize, Serialize};

/// The words whose bits in `mask` are those of `value`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct Encoding {
    pub mask: u32,
    pub value: u32,
}

/// Returns all words of a major opcode.
pub(crate) const fn opcode(value: u32) -> Encoding {
    Encoding { mask: 0x7F, value }
}

/// Returns a single word.
pub(crate) const fn word(value: u32) -> Encoding {
    let mask = u32::MAX;
    Encoding { mask, value }
}

impl Encoding {
    pub(crate) const fn matches(self, bits: u32) -> bool {
        bits & self.mask == self.value
    }

    /// Returns the major opcode, by which the decoder sorts encodings.
    pub(crate) const fn opcode(self) -> usize {
        (self.value & 0x7F) as usize
    }

    pub(crate) const fn funct3(self, value: u32) -> Encoding {
        self.field(12, 3, value)
    }

    pub(crate) const fn funct5(self, value: u32) -> Encoding {
        self.field(27, 5, value)
    }

    pub(crate) const fn funct7(self, value: u32) -> Encoding {
        self.field(25, 7, value)
    }

    pub(crate) const fn rs2(self, value: u32) -> Encoding {
        self.field(20, 5, value)
    }

    /// Restricts the encoding to single precision.
    pub(crate) const fn single(self) -> Encoding {
        self.field(25, 2, 0)
    }

    const fn field(self, low: u32, width: u32, value: u32) -> Encoding {
        Encoding {
            mask: self.mask | ((1 << width) - 1) << low,
            value: self.value | value << low,
        }
    }
}
