//! The message extension, as `message.toml` defines it: instructions, CSRs, request words, tokens and interrupt causes.
//!
//! The constants are generated from that table at build time; here are their types. The extension follows Table 1 and
//! sections 3.3, 3.4 and 4.3..4.5 of the message-passing ASIP paper (IPSJ 2012); `docs/contract/instructions.md` explains it.

use std::fmt;

/// One instruction of the extension: R-type, opcode [`OPCODE`], told from the others by funct3.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MessageInstruction {
    /// Mnemonic.
    pub name: &'static str,
    pub funct3: u8,
    pub has_rd: bool,
    pub has_rs1: bool,
    pub has_rs2: bool,
    /// Whether funct7 holds an immediate.
    pub has_imm7: bool,
    /// Whether memory accesses of the program must not move across it.
    pub orders_memory: bool,
    pub meaning: &'static str,
    /// The only legal values of imm7; any value is legal when empty.
    pub modes: &'static [Mode],
    pub intrinsics: &'static [Intrinsic],
}

impl MessageInstruction {
    /// Whether imm7 is one that the instruction defines; an instruction without imm7 has zero there.
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

/// As a part of a sentence about the instruction.
impl fmt::Display for Mode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "imm7 = {} ({}): {}", self.value, self.name, self.meaning)
    }
}

/// A C function that compiles to the instruction, and which parameter each operand takes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Intrinsic {
    pub prototype: &'static str,
    pub rs1: Option<&'static str>,
    pub rs2: Option<&'static str>,
    pub imm7: Immediate,
}

/// Where an intrinsic's imm7 comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Immediate {
    /// A parameter, which the caller must give as a constant.
    Parameter(&'static str),
    Value(u8),
}

/// A CSR of the extension.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CustomCsr {
    pub name: &'static str,
    pub number: u16,
    pub access: Access,
    /// Whether memory accesses of the program must not move across a read or write of it.
    pub orders_memory: bool,
    pub meaning: &'static str,
}

/// What a program may do with a CSR.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Access {
    ReadOnly,
    ReadWrite,
}

/// A token of single-word messages, or a range of them (both ends included).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Token {
    pub name: &'static str,
    pub receiver: Receiver,
    pub first: u8,
    pub last: u8,
    pub meaning: &'static str,
}

/// Whom a token is sent to.
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

/// The bit fields of one word.
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
    /// The greatest value that fits.
    pub const fn max(self) -> u32 {
        u32::MAX >> (31 - (self.high - self.low))
    }

    /// The field's value in `word`.
    pub const fn get(self, word: u32) -> u32 {
        (word >> self.low) & self.max()
    }

    /// A word with `value` in the field and zeros elsewhere; bits of `value` that do not fit are lost, as on the wires.
    pub const fn put(self, value: u32) -> u32 {
        (value & self.max()) << self.low
    }
}

include!(concat!(env!("OUT_DIR"), "/message.rs"));
