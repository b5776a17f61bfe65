//! The encoding of a user-defined instruction: R-type of the RISC-V manual, with funct7, or imm7 in its place.

use super::error::{Mistake, Result};
use super::syntax::{Parameter, IMM7};
pub(super) use crate::encoding::Encoding;
use crate::{decode, Instruction, Op};

const RD: u32 = 0x1F << 7;
const FUNCT3: u32 = 7 << 12;
const RS1: u32 = 0x1F << 15;
const RS2: u32 = 0x1F << 20;
const FUNCT7: u32 = 0x7F << 25;

/// Maximum number of cycles of an instruction.
pub(super) const MOST_CYCLES: u32 = 255;

/// A parsed line `#pragma weft instruction ...`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Head {
    pub opcode: u32,
    pub funct3: u32,
    pub funct7: Option<u32>,
    pub cycles: u32,
}

/// An example of the line.
const EXAMPLE: &str = "#pragma weft instruction opcode=0x2b funct3=0 cycles=1";

/// The names of opcode, funct3, funct7 and cycles in one of the two ways to describe an encoding, and an example of it.
pub(super) struct Style {
    keys: [&'static str; 4],
    example: &'static str,
}

/// The pragma before a function.
const LINE: Style = Style {
    keys: ["opcode", "funct3", "funct7", "cycles"],
    example: EXAMPLE,
};

/// The statements at the start of a function's body, with the names of Figure 2.
pub(super) const STATEMENTS: Style = Style {
    keys: ["opcode1", "opcode2", "funct7", "cycles"],
    example: "TCTXINST; opcode1 = 0x2b; opcode2 = 0;",
};

impl Head {
    /// Parses the text after `#`.
    pub fn parse(directive: &str, line: usize) -> Result<Head> {
        let mut words = directive.split_whitespace();
        let begins = [words.next(), words.next(), words.next()];
        if begins != [Some("pragma"), Some("weft"), Some("instruction")] {
            let message =
                format!("`#{directive}` is not understood; an instruction begins with `{EXAMPLE}`");
            return Err(Mistake::new(line, message));
        }
        let mut fields = Fields::new(&LINE);
        let wrong = |message| Mistake::new(line, message);
        for word in words {
            fields.set_word(word).map_err(wrong)?;
        }
        fields.head(None).map_err(wrong)
    }

    /// Returns the hint for a misspelt line.
    pub fn remedy() -> String {
        format!("write `{EXAMPLE}`")
    }

    /// Returns the message for a missing line.
    pub fn missing() -> String {
        format!("a function needs a line before it that says how it is encoded: `{EXAMPLE}`")
    }
}

/// The fields of an encoding that have been read so far.
pub(super) struct Fields {
    style: &'static Style,
    /// In the order of [`Style::keys`].
    values: [Option<u32>; 4],
}

/// The minimum and maximum of each field.
const RANGES: [(u32, u32); 4] = [(0, 0x7F), (0, 7), (0, 0x7F), (1, MOST_CYCLES)];

impl Fields {
    pub fn new(style: &'static Style) -> Fields {
        let values = [None; 4];
        Fields { style, values }
    }

    /// Is this the name of a field?
    pub fn knows(&self, key: &str) -> bool {
        self.style.keys.contains(&key)
    }

    fn set_word(&mut self, word: &str) -> Result<(), String> {
        let (key, text) = word.split_once('=').ok_or_else(|| {
            let example = self.style.example;
            format!("`{word}`: a key, `=` and a number are needed, as in `{example}`")
        })?;
        self.set(key, number(text), text)
    }

    /// Sets a field to a number; `text` is how it is written.
    pub fn set(&mut self, key: &str, value: Option<u32>, text: &str) -> Result<(), String> {
        let keys = &self.style.keys;
        let Some(place) = keys.iter().position(|known| *known == key) else {
            let [opcode, funct3, funct7, cycles] = keys;
            return Err(format!(
                "there is no key `{key}`; there are {opcode}, {funct3}, {funct7} and {cycles}"
            ));
        };
        let (first, last) = RANGES[place];
        let Some(value) = value.filter(|value| (first..=last).contains(value)) else {
            return Err(format!(
                "{key} is a number from {first} to {last}, not `{text}`"
            ));
        };
        if self.values[place].replace(value).is_some() {
            return Err(format!("{key} stands twice"));
        }
        Ok(())
    }

    /// Returns all fields together. `cycles` is the default for the number of cycles.
    pub fn head(self, cycles: Option<u32>) -> Result<Head, String> {
        let [opcode_key, funct3_key, _, cycles_key] = self.style.keys;
        let [opcode, funct3, funct7, given] = self.values;
        let example = self.style.example;
        let missing = |key: &str| format!("{key} is missing, as in `{example}`");
        let opcode = opcode.ok_or_else(|| missing(opcode_key))?;
        if opcode & 3 != 3 || opcode & 0x1C == 0x1C {
            return Err(format!(
                "{opcode_key} {opcode:#04x} is not one of 32-bit instructions; free for custom ones are 0x2b, 0x5b and 0x7b"
            ));
        }
        Ok(Head {
            opcode,
            funct3: funct3.ok_or_else(|| missing(funct3_key))?,
            funct7,
            cycles: given.or(cycles).ok_or_else(|| missing(cycles_key))?,
        })
    }
}

/// Parses a decimal, hexadecimal (0x) or binary (0b) number.
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
    /// Returns the encoding. The fields of operands that the instruction does not have must be zero.
    pub(super) fn new(head: &Head, parameters: &[Parameter]) -> Encoding {
        let fields = [RS1, RS2, FUNCT7];
        let operands = parameters.iter().map(|parameter| fields[parameter.operand]);
        let free = operands.fold(RD, |free, field| free | field);
        Encoding {
            mask: !free,
            value: head.opcode | head.funct3 << 12 | head.funct7.unwrap_or(0) << 25,
        }
    }

    /// Is there a word that matches both encodings?
    pub fn clashes_with(self, other: Encoding) -> bool {
        (self.value ^ other.value) & self.mask & other.mask == 0
    }

    /// Returns an instruction of the core with one of these words, if there is one.
    pub fn instruction_of_the_core(self) -> Option<Op> {
        // The decoder checks only whether rd and rs1 are zero. All values of the upper fields are tried.
        let low = [0, 1 << 7, 1 << 15, 1 << 7 | 1 << 15];
        let words = (0..=0xFFF).flat_map(|upper| low.map(|low| upper << 20 | low));
        words
            .map(|fields| self.value | fields & !self.mask)
            .find_map(|bits| decode(bits).map(|instruction| instruction.op))
    }

    /// Returns opcode, funct3 and, unless the instruction has imm7, funct7.
    pub fn fields(self) -> (u32, u32, Option<u32>) {
        let funct7 = (self.mask & FUNCT7 != 0).then_some(self.value >> 25);
        (self.opcode() as u32, (self.value & FUNCT3) >> 12, funct7)
    }
}

/// Number of bits of [`Instruction::imm`] that hold imm7; the bits above are the number of the instruction.
const IMM7_BITS: u32 = 7;

/// Returns the decoded form of instruction `number` with the word `bits`.
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

/// Returns the number of an instruction and its imm7, given the immediate of its decoded form.
#[inline]
pub(super) fn number_and_imm7(imm: i32) -> (usize, u32) {
    let imm = imm as u32;
    ((imm >> IMM7_BITS) as usize, imm & ((1 << IMM7_BITS) - 1))
}

/// Does a list of operands contain the immediate?
pub(super) fn has_imm7(parameters: &[Parameter]) -> bool {
    parameters.iter().any(|parameter| parameter.operand == IMM7)
}
