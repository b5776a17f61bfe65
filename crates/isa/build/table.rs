//! The format of `message.toml`, the table of the message extension.

use serde::Deserialize;
use toml::Spanned;

/// The whole table.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Table {
    pub opcode: u32,
    #[serde(rename = "instruction")]
    pub instructions: Vec<Instruction>,
    #[serde(rename = "csr")]
    pub csrs: Vec<Csr>,
    #[serde(rename = "layout")]
    pub layouts: Vec<Layout>,
    #[serde(rename = "token")]
    pub tokens: Vec<Token>,
    #[serde(rename = "cause")]
    pub causes: Vec<Cause>,
}

/// An R-type instruction of the opcode, identified by funct3.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Instruction {
    pub name: Spanned<String>,
    pub funct3: u8,
    pub operands: Vec<Operand>,
    /// Must the compiler not move memory accesses across the instruction?
    #[serde(default)]
    pub orders_memory: bool,
    pub meaning: String,
    /// The legal values of imm7; if empty, any value is legal.
    #[serde(default, rename = "mode")]
    pub modes: Vec<Mode>,
    #[serde(rename = "intrinsic")]
    pub intrinsics: Vec<Intrinsic>,
}

/// A field of the R-type format that an instruction uses.
#[derive(Deserialize, Clone, Copy, PartialEq, Eq, Debug)]
#[serde(rename_all = "lowercase")]
pub enum Operand {
    Rd,
    Rs1,
    Rs2,
    Imm7,
}

/// A named value of imm7. Its debug format is the Rust expression for it.
#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub struct Mode {
    pub name: String,
    pub value: u8,
    pub meaning: String,
}

/// A C function that compiles to the instruction, with the parameter for each operand.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Intrinsic {
    pub prototype: String,
    pub rs1: Option<String>,
    pub rs2: Option<String>,
    pub imm7: Option<String>,
    /// The mode whose value is used as imm7.
    pub mode: Option<String>,
}

/// A control and status register.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Csr {
    pub name: Spanned<String>,
    pub number: u16,
    pub access: Access,
    #[serde(default)]
    pub orders_memory: bool,
    pub meaning: String,
}

#[derive(Deserialize, Clone, Copy, PartialEq, Eq, Debug)]
#[serde(rename_all = "kebab-case")]
pub enum Access {
    ReadOnly,
    ReadWrite,
}

/// The bit fields of a word.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Layout {
    pub name: Spanned<String>,
    /// Another layout of the same word.
    pub within: Option<String>,
    pub meaning: String,
    #[serde(rename = "field")]
    pub fields: Vec<Field>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Field {
    pub name: Spanned<String>,
    pub high: u8,
    pub low: u8,
    pub meaning: String,
}

/// A token of single-word messages, or a range of tokens.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Token {
    pub name: Spanned<String>,
    pub receiver: Receiver,
    pub first: u8,
    /// The last token of the range; `first` if absent.
    pub last: Option<u8>,
    pub meaning: String,
}

impl Token {
    pub fn last(&self) -> u8 {
        self.last.unwrap_or(self.first)
    }
}

#[derive(Deserialize, Clone, Copy, PartialEq, Eq, Debug)]
#[serde(rename_all = "lowercase")]
pub enum Receiver {
    Sync,
    Core,
}

/// An interrupt cause.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Cause {
    pub name: Spanned<String>,
    pub number: u8,
    pub meaning: String,
}

/// Reads the table; an error names line and key.
pub fn parse(text: &str) -> Result<Table, String> {
    toml::from_str(text).map_err(|error| error.to_string())
}
