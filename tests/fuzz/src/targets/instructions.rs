//! Files that describe instructions of the user's own.

use std::path::Path;

use anyhow::Result;
use fastrand::Rng;
use weft_isa::user::UserInstructions;

use crate::mutate::Texts;
use crate::target::{files, Entry, Target, Verdict};

pub const ENTRY: Entry = Entry {
    name: "instructions",
    places: &["fuzz.insn:"],
    // That of programs in C is `pragma`'s.
    sources: &[
        "crates/isa/src/user/assembler.rs",
        "crates/isa/src/user/behaviour.rs",
        "crates/isa/src/user/c_header.rs",
        "crates/isa/src/user/circuit.rs",
        "crates/isa/src/user/description.rs",
        "crates/isa/src/user/encoding.rs",
        "crates/isa/src/user/error.rs",
        "crates/isa/src/user/expression.rs",
        "crates/isa/src/user/lexer.rs",
        "crates/isa/src/user/marked.rs",
        "crates/isa/src/user/meaning.rs",
        "crates/isa/src/user/mod.rs",
        "crates/isa/src/user/parser.rs",
        "crates/isa/src/user/statement.rs",
        "crates/isa/src/user/syntax.rs",
        "crates/isa/src/user/words.rs",
    ],
    cases: 150_000,
    open,
};

/// Bits of an instruction word that say which one it is.
const OPCODES: [u32; 4] = [0x0b, 0x2b, 0x5b, 0x7b];

/// The registers of an instruction word: a0, a0 and a1.
const OPERANDS: u32 = 0x00b5_0500;

struct Instructions(Texts);

/// Words of C that the files lack.
pub const WORDS: [&str; 40] = [
    "int32_t",
    "uint16_t",
    "int8_t",
    "bool",
    "unsigned",
    "void",
    "static",
    "inline",
    "if",
    "else",
    "while",
    "do",
    "return",
    "break",
    "continue",
    "const",
    "imm7",
    "%",
    "/",
    "^",
    "~",
    "!",
    "?",
    ":",
    "<<=",
    ">>=",
    "&&",
    "||",
    "==",
    "!=",
    "<=",
    ">=",
    "++",
    "--",
    "'a'",
    "0b11",
    "0x80000000u",
    "opcode=0x5b",
    "funct3=7",
    "cycles=200",
];

fn open(_folder: &Path) -> Result<Box<dyn Target>> {
    let mut corpus = files("apps/insn", ".insn")?;
    corpus.extend(files("tests/fuzz/corpus/instructions", ".insn")?);
    Ok(Box::new(Instructions(Texts::new(corpus, &WORDS))))
}

impl Target for Instructions {
    fn make(&mut self, random: &mut Rng) -> Vec<u8> {
        self.0.case(random)
    }

    fn check(&mut self, case: &[u8]) -> Verdict {
        let mut instructions = UserInstructions::default();
        let added = instructions.add("fuzz.insn", &String::from_utf8_lossy(case));
        if added.is_ok() {
            use_all(&instructions);
        }
        Verdict::of(added)
    }
}

/// Whatever is described can be decoded, disassembled, executed and written as C.
pub fn use_all(instructions: &UserInstructions) {
    assert_eq!(
        instructions.names().next().is_none(),
        instructions.is_empty()
    );
    let heads = (0..8).flat_map(|funct3| OPCODES.map(|opcode| opcode | funct3 << 12));
    let words = heads.flat_map(|head| (0..128).map(move |funct7| head | OPERANDS | funct7 << 25));
    for word in words {
        if let Some(instruction) = instructions.decode(word) {
            assert!(instructions.disassemble(word).is_some());
            assert!(instructions.cycles(instruction.imm) <= instructions.most_cycles());
            for value in [0, 1, 31, u32::MAX, i32::MIN as u32] {
                instructions.result(instruction.imm, value, !value);
            }
        }
    }
    assert!(!instructions.c_header().is_empty());
}
