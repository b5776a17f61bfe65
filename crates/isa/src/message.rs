//! The message extension as defined in `message.toml`: instructions, CSRs, request words, tokens and interrupt causes.
//!
//! The constants are generated from that table at build time; this file has their types. The extension follows Table 1 and sections 3.3, 3.4 and
//! 4.3..4.5 of the message-passing ASIP paper (IPSJ 2012). `docs/contract/instructions.md` explains it.

use std::fmt;

/// An instruction of the extension: R-type, with opcode [`OPCODE`] and a funct3 of its own.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MessageInstruction {
    /// Mnemonic.
    pub name: &'static str,
    pub funct3: u8,
    pub has_rd: bool,
    pub has_rs1: bool,
    pub has_rs2: bool,
    /// Is funct7 an immediate?
    pub has_imm7: bool,
    /// Is it a memory barrier for the compiler: must memory accesses of the program not be moved across it?
    pub orders_memory: bool,
    pub meaning: &'static str,
    /// The legal values of imm7; if empty, any value is legal.
    pub modes: &'static [Mode],
    pub intrinsics: &'static [Intrinsic],
}

impl MessageInstruction {
    /// Is this value of imm7 legal? An instruction without imm7 requires zero.
    pub fn accepts(&self, imm7: u32) -> bool {
        if !self.has_imm7 {
            return imm7 == 0;
        }
        self.modes.is_empty() || self.modes.iter().any(|mode| u32::from(mode.value) == imm7)
    }
}

/// A named value of imm7.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Mode {
    pub name: &'static str,
    pub value: u8,
    pub meaning: &'static str,
}

/// Written as a part of a sentence about the instruction.
impl fmt::Display for Mode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "imm7 = {} ({}): {}", self.value, self.name, self.meaning)
    }
}

/// A C function that compiles to the instruction, and the parameter for each operand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Intrinsic {
    pub prototype: &'static str,
    pub rs1: Option<&'static str>,
    pub rs2: Option<&'static str>,
    pub imm7: Immediate,
}

/// The origin of an intrinsic's imm7.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Immediate {
    /// A parameter, which must be a constant in each call.
    Parameter(&'static str),
    Value(u8),
}

/// A CSR of the extension.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CustomCsr {
    pub name: &'static str,
    pub number: u16,
    pub access: Access,
    /// Must memory accesses of the program not be moved across a read or write of it?
    pub orders_memory: bool,
    pub meaning: &'static str,
}

/// The accesses to a CSR that a program may make.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Access {
    ReadOnly,
    ReadWrite,
}

/// A token of single-word messages, or a range of tokens (including both ends).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Token {
    pub name: &'static str,
    pub receiver: Receiver,
    pub first: u8,
    pub last: u8,
    pub meaning: &'static str,
}

/// The receiver of a token.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Receiver {
    /// The synchronization controller.
    Sync,
    Core,
}

impl Receiver {
    pub(crate) fn description(self) -> &'static str {
        match self {
            Receiver::Sync => "the synchronization controller",
            Receiver::Core => "a core",
        }
    }
}

/// An interrupt cause.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Cause {
    pub name: &'static str,
    pub number: u8,
    pub meaning: &'static str,
}

/// The bit fields of a word.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Layout {
    pub name: &'static str,
    pub meaning: &'static str,
    pub fields: &'static [Field],
}

/// Bits `high..=low` of a 32-bit word.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Field {
    pub name: &'static str,
    pub high: u8,
    pub low: u8,
    pub meaning: &'static str,
}

impl Field {
    /// Returns the largest value that fits.
    pub const fn max(self) -> u32 {
        u32::MAX >> (31 - (self.high - self.low))
    }

    /// Returns the field's value in `word`.
    pub const fn get(self, word: u32) -> u32 {
        (word >> self.low) & self.max()
    }

    /// Returns a word with `value` in the field and zeros elsewhere. Bits of `value` that do not fit are discarded, as in hardware.
    pub const fn put(self, value: u32) -> u32 {
        (value & self.max()) << self.low
    }
}

include!(concat!(env!("OUT_DIR"), "/message.rs"));
