//! The C header of the user's own instructions, compiled by the RISC-V compiler: what the assembler encodes, the decoder reads.

use crate::witness::run;
use std::path::Path;
use weft_isa::user::UserInstructions;

const INSTRUCTIONS: &str = "\
#pragma weft instruction opcode=0x2b funct3=5 cycles=1
uint32_t first(void) { return 1; }
#pragma weft instruction opcode=0x5b funct3=2 funct7=0x55 cycles=2
int32_t second(uint32_t result) { return result; }
#pragma weft instruction opcode=0x7b funct3=7 cycles=3
uint32_t third(int32_t a, uint32_t b) { return a + b; }
#pragma weft instruction opcode=0x2b funct3=0 cycles=4
uint32_t fourth(uint32_t imm7, uint32_t a, uint32_t b) { return a + b + imm7; }
";

/// Each function holds one instruction and a return.
const PROGRAM: &str = "\
#include \"user_instructions.h\"
uint32_t call_first(void);
uint32_t call_first(void) { return first(); }
int32_t call_second(uint32_t a);
int32_t call_second(uint32_t a) { return second(a); }
uint32_t call_third(int32_t a, uint32_t b);
uint32_t call_third(int32_t a, uint32_t b) { return third(a, b); }
uint32_t call_fourth(uint32_t a, uint32_t b);
uint32_t call_fourth(uint32_t a, uint32_t b) { return fourth(127, b, a); }
/* A result that nobody wants, and one wanted twice. */
uint32_t call_again(uint32_t a);
uint32_t call_again(uint32_t a) { (void)second(a); return (uint32_t)(second(a) & second(a)); }
";

const FLAGS: [&str; 9] = [
    "-std=c11",
    "-pedantic",
    "-Wall",
    "-Wextra",
    "-Werror",
    "-Wconversion",
    "-ffreestanding",
    "-march=rv32imac",
    "-mabi=ilp32",
];

/// The user's instructions in the compiled program, as assembly language.
fn compiled(optimization: &str) -> Vec<String> {
    let mut instructions = UserInstructions::default();
    instructions
        .add("own.insn", INSTRUCTIONS)
        .unwrap_or_else(|error| panic!("{error}"));
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("own{optimization}"));
    std::fs::create_dir_all(&folder).expect("the test directory is writable");
    let path = |name: &str| folder.join(name).display().to_string();
    std::fs::write(path("user_instructions.h"), instructions.c_header()).expect("writable");
    std::fs::write(path("program.c"), PROGRAM).expect("writable");
    let (source, object, text) = (path("program.c"), path("program.o"), path("program.bin"));
    run(
        "gcc",
        &[&FLAGS[..], &[optimization, "-c", &source, "-o", &object]].concat(),
    );
    run("objcopy", &["-O", "binary", "-j", ".text", &object, &text]);
    let bytes = std::fs::read(text).expect("objcopy wrote it");
    words(&bytes)
        .filter_map(|bits| instructions.disassemble(bits))
        .collect()
}

/// The 32-bit instructions of a text section.
fn words(mut bytes: &[u8]) -> impl Iterator<Item = u32> + '_ {
    std::iter::from_fn(move || loop {
        let size = if bytes.first()? & 3 == 3 { 4 } else { 2 };
        let (instruction, rest) = bytes.split_at_checked(size)?;
        bytes = rest;
        if let Ok(word) = instruction.try_into() {
            return Some(u32::from_le_bytes(word));
        }
    })
}

#[test]
fn intrinsics_become_their_instructions() {
    for optimization in ["-O1", "-O2", "-Os"] {
        let expected = [
            "first a0",
            "second a0, a0",
            "third a0, a0, a1",
            "fourth a0, 127, a1, a0",
            "second a0, a0",
        ];
        assert_eq!(compiled(optimization), expected, "{optimization}");
    }
}
