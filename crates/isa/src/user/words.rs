//! Words of C with a meaning in behaviours, and unsupported ones with what to write instead.

use super::syntax::Type;
use crate::Op;

/// Returns the type that a word names.
pub(super) fn type_named(word: &str) -> Option<Type> {
    match word {
        "uint32_t" | "unsigned" => Some(Type::Unsigned),
        "int32_t" | "int" | "signed" => Some(Type::Signed),
        _ => None,
    }
}

/// Types of C that are not supported in behaviours.
const OTHER_TYPES: [&str; 17] = [
    "void",
    "char",
    "short",
    "long",
    "float",
    "double",
    "bool",
    "_Bool",
    "size_t",
    "uint8_t",
    "int8_t",
    "uint16_t",
    "int16_t",
    "uint64_t",
    "int64_t",
    "uintptr_t",
    "intptr_t",
];

const KEYWORDS: [&str; 31] = [
    "auto", "break", "case", "const", "continue", "default", "do", "else", "enum", "extern", "for",
    "goto", "if", "inline", "int", "register", "restrict", "return", "signed", "sizeof", "static",
    "struct", "switch", "typedef", "typeof", "union", "unsigned", "volatile", "while", "asm",
    "main",
];

/// Does a word begin a declaration? It may be of an unsupported type.
pub(super) fn begins_type(word: &str) -> bool {
    word == "const" || type_named(word).is_some() || is_other_type(word)
}

pub(super) fn is_other_type(word: &str) -> bool {
    OTHER_TYPES.contains(&word)
}

/// Returns why a word cannot be the name of a variable or instruction; None if it can.
pub(super) fn why_no_name(word: &str) -> Option<String> {
    if KEYWORDS.contains(&word) || begins_type(word) {
        return Some(format!("`{word}` is a word of C and cannot be a name"));
    }
    let reserved = ["__", "weft_", "WEFT_"];
    let prefix = reserved.iter().find(|prefix| word.starts_with(**prefix))?;
    Some(format!(
        "names that begin with `{prefix}` are reserved: choose another one than `{word}`"
    ))
}

/// Pseudo-instructions: names that the assembler has for some uses of the core's instructions (RISC-V assembly programmer's manual).
const PSEUDO_INSTRUCTIONS: [&str; 43] = [
    "nop",
    "li",
    "la",
    "lla",
    "mv",
    "not",
    "neg",
    "seqz",
    "snez",
    "sltz",
    "sgtz",
    "beqz",
    "bnez",
    "blez",
    "bgez",
    "bltz",
    "bgtz",
    "bgt",
    "ble",
    "bgtu",
    "bleu",
    "j",
    "jr",
    "ret",
    "call",
    "tail",
    "jump",
    "csrr",
    "csrw",
    "csrs",
    "csrc",
    "csrwi",
    "csrsi",
    "csrci",
    "rdcycle",
    "rdtime",
    "rdinstret",
    "rdcycleh",
    "rdtimeh",
    "sgt",
    "sgtu",
    "move",
    "zext_b",
];

/// Is this the assembler's name of an instruction of the core? The comparison ignores case, and treats `.` and `_` as equal.
pub(super) fn is_mnemonic(name: &str) -> bool {
    let same = |mnemonic: &str| mnemonic.replace('.', "_").eq_ignore_ascii_case(name);
    let mut pseudo = PSEUDO_INSTRUCTIONS.iter();
    pseudo.any(|known| same(known)) || Op::ALL.iter().any(|op| same(op.mnemonic()))
}

/// Returns the error text for a statement that begins with an unsupported word.
pub(super) fn refusal(word: &str) -> Option<&'static str> {
    Some(match word {
        "while" | "do" => {
            "a loop whose bound is not constant: write `for (int i = 0; i < 32; i++)`, which may end early by `break`"
        }
        "static" | "extern" | "register" | "volatile" => {
            "an instruction has no memory: it keeps nothing from one execution to the next; use local variables"
        }
        "goto" | "switch" | "case" => "write it with `if` and `else`",
        "struct" | "union" | "enum" | "typedef" => "local variables are `uint32_t` or `int32_t`",
        "asm" | "__asm__" => "a behaviour is C only",
        "sizeof" => "write the number",
        _ => return None,
    })
}
