//! The encoding of an instruction of the user's own: R-type of the RISC-V manual, with funct7 or, in its place, imm7.

use super::error::{Mistake, Result};
use super::syntax::{Parameter, IMM7};
pub(super) use crate::encoding::Encoding;
use crate::{decode, Instruction, Op};

const RD: u32 = 0x1F << 7;
const FUNCT3: u32 = 7 << 12;
const RS1: u32 = 0x1F << 15;
const RS2: u32 = 0x1F << 20;
const FUNCT7: u32 = 0x7F << 25;

/// The greatest number of cycles that an instruction may take.
pub(super) const MOST_CYCLES: u32 = 255;

/// The line `#pragma weft instruction ...`, taken apart.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Head {
    pub opcode: u32,
    pub funct3: u32,
    pub funct7: Option<u32>,
    pub cycles: u32,
}

/// How the line is written.
const EXAMPLE: &str = "#pragma weft instruction opcode=0x2b funct3=0 cycles=1";

impl Head {
    /// Reads the text behind `#`.
    pub fn parse(directive: &str, line: usize) -> Result<Head> {
        let mut words = directive.split_whitespace();
        let begins = [words.next(), words.next(), words.next()];
        if begins != [Some("pragma"), Some("weft"), Some("instruction")] {
            let message =
                format!("`#{directive}` is not understood; an instruction begins with `{EXAMPLE}`");
            return Err(Mistake::new(line, message));
        }
        let mut fields = Fields::default();
        for word in words {
            fields
                .set(word)
                .map_err(|message| Mistake::new(line, message))?;
        }
        fields.head().map_err(|message| Mistake::new(line, message))
    }

    /// What to say where the line is missing.
    pub fn missing() -> String {
        format!("a function needs a line before it that says how it is encoded: `{EXAMPLE}`")
    }
}

/// The keys of the line as far as they have been read.
#[derive(Default)]
struct Fields {
    opcode: Option<u32>,
    funct3: Option<u32>,
    funct7: Option<u32>,
    cycles: Option<u32>,
}

impl Fields {
    fn set(&mut self, word: &str) -> Result<(), String> {
        let (key, text) = word.split_once('=').ok_or_else(|| {
            format!("`{word}`: a key, `=` and a number are needed, as in `{EXAMPLE}`")
        })?;
        let (field, range) = match key {
            "opcode" => (&mut self.opcode, 0..=0x7F),
            "funct3" => (&mut self.funct3, 0..=7),
            "funct7" => (&mut self.funct7, 0..=0x7F),
            "cycles" => (&mut self.cycles, 1..=MOST_CYCLES),
            _ => {
                return Err(format!(
                    "there is no key `{key}`; there are opcode, funct3, funct7 and cycles"
                ))
            }
        };
        let value = number(text).filter(|value| range.contains(value));
        let Some(value) = value else {
            let (first, last) = range.into_inner();
            return Err(format!(
                "{key} is a number from {first} to {last}, not `{text}`"
            ));
        };
        if field.replace(value).is_some() {
            return Err(format!("{key} stands twice"));
        }
        Ok(())
    }

    fn head(self) -> Result<Head, String> {
        let missing = |key: &str| format!("{key} is missing, as in `{EXAMPLE}`");
        let opcode = self.opcode.ok_or_else(|| missing("opcode"))?;
        if opcode & 3 != 3 || opcode & 0x1C == 0x1C {
            return Err(format!(
                "opcode {opcode:#04x} is not one of 32-bit instructions; free for custom ones are 0x2b, 0x5b and 0x7b"
            ));
        }
        Ok(Head {
            opcode,
            funct3: self.funct3.ok_or_else(|| missing("funct3"))?,
            funct7: self.funct7,
            cycles: self.cycles.ok_or_else(|| missing("cycles"))?,
        })
    }
}

/// A decimal, hexadecimal (0x) or binary (0b) number.
fn number(text: &str) -> Option<u32> {
    let radix = |prefix: &str, radix| {
        let digits = text.strip_prefix(prefix)?;
        u32::from_str_radix(digits, radix).ok()
    };
    radix("0x", 16)
        .or_else(|| radix("0b", 2))
        .or_else(|| text.parse().ok())
}

impl Encoding {
    /// Which words are the instruction; fields of operands that it does not have are zero.
    pub(super) fn new(head: &Head, parameters: &[Parameter]) -> Encoding {
        let fields = [RS1, RS2, FUNCT7];
        let operands = parameters.iter().map(|parameter| fields[parameter.operand]);
        let free = operands.fold(RD, |free, field| free | field);
        Encoding {
            mask: !free,
            value: head.opcode | head.funct3 << 12 | head.funct7.unwrap_or(0) << 25,
        }
    }

    /// Whether some word would be both.
    pub fn clashes_with(self, other: Encoding) -> bool {
        (self.value ^ other.value) & self.mask & other.mask == 0
    }

    /// An instruction of the core that has one of these words.
    pub fn instruction_of_the_core(self) -> Option<Op> {
        // The decoder asks of rd and rs1 only whether they are zero; all values of the upper fields are tried.
        let low = [0, 1 << 7, 1 << 15, 1 << 7 | 1 << 15];
        let words = (0..=0xFFF).flat_map(|upper| low.map(|low| upper << 20 | low));
        words
            .map(|fields| self.value | fields & !self.mask)
            .find_map(|bits| decode(bits).map(|instruction| instruction.op))
    }

    /// opcode, funct3 and, without imm7, funct7.
    pub fn fields(self) -> (u32, u32, Option<u32>) {
        let funct7 = (self.mask & FUNCT7 != 0).then_some(self.value >> 25);
        (self.opcode() as u32, (self.value & FUNCT3) >> 12, funct7)
    }
}

/// Bits of [`Instruction::imm`] that hold imm7; those above are the number of the instruction.
const IMM7_BITS: u32 = 7;

/// The decoded form of instruction `number` in `bits`.
pub(super) fn decoded(number: usize, bits: u32, has_imm7: bool) -> Instruction {
    let imm7 = if has_imm7 { bits >> 25 } else { 0 };
    Instruction {
        op: Op::User,
        rd: (bits >> 7 & 31) as u8,
        rs1: (bits >> 15 & 31) as u8,
        rs2: (bits >> 20 & 31) as u8,
        imm: ((number as u32) << IMM7_BITS | imm7) as i32,
        size: 4,
    }
}

/// The number of an instruction and its imm7, from the immediate of its decoded form.
#[inline]
pub(super) fn number_and_imm7(imm: i32) -> (usize, u32) {
    let imm = imm as u32;
    ((imm >> IMM7_BITS) as usize, imm & ((1 << IMM7_BITS) - 1))
}

/// Whether a list of operands has the immediate.
pub(super) fn has_imm7(parameters: &[Parameter]) -> bool {
    parameters.iter().any(|parameter| parameter.operand == IMM7)
}
