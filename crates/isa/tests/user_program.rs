//! C programs that describe instructions among their functions: what is found, what is left for the compiler, and what is doubted.

use proptest::prelude::*;
use weft_isa::user::{CProgram, UserInstructions};

const PROGRAM: &str = r##"#include <stdio.h>
/* void f(void) { TCTXINST; } is in a comment, and "this" is too. */
static const char *text = "void g(void) { TCTXINST; }"; // { TCTXINST
#define OPEN {
static int plain(int a) { return '"' + a; }

void byteswap(uint32_t dest_reg, uint32_t src1_reg)
{
    TCTXINST;
    opcode1 = 0x2b;
    opcode2 = 0; /* } */
    if (src1_reg) { dest_reg = src1_reg << 16; }
    dest_reg |= src1_reg >> 16;
}
  #pragma weft instruction opcode=0x5b funct3=1 cycles=2
uint32_t twice(uint32_t a) { return a + a; }
int main(void) { uint32_t r; byteswap(r, 1); return r; }
"##;

fn read(text: &str) -> Result<UserInstructions, String> {
    let mut instructions = UserInstructions::default();
    let added = instructions.add_program("a.c", &CProgram::new(text));
    added.map_err(|error| error.to_string())?;
    Ok(instructions)
}

/// The result of the instruction in a word for the values of rs1 and rs2.
fn result(instructions: &UserInstructions, bits: u32, operands: [u32; 2]) -> u32 {
    let instruction = instructions.decode(bits).expect("an instruction");
    instructions.result(instruction.imm, operands[0], operands[1])
}

#[test]
fn descriptions_are_found_among_functions() {
    let instructions = read(PROGRAM).unwrap();
    let names: Vec<&str> = instructions.names().collect();
    assert_eq!(names, ["byteswap", "twice"]);
    assert_eq!(result(&instructions, 0x2b, [0x1234_5678, 0]), 0x5678_1234);
    assert!(instructions.are_described_at("a.c", 7));
    assert!(instructions.are_described_at("a.c", 15));
    assert_eq!(CProgram::new(PROGRAM).first_marked(), Some(7));
}

#[test]
fn the_rest_keeps_its_lines_and_columns() {
    let rest = CProgram::new(PROGRAM).without_descriptions();
    assert_eq!(rest.lines().count(), PROGRAM.lines().count());
    for (line, (was, is)) in PROGRAM.lines().zip(rest.lines()).enumerate() {
        let is_description = (6..14).contains(&line) || (14..16).contains(&line);
        let expected = if is_description { "" } else { was };
        assert_eq!(is.trim_end(), expected.trim_end(), "line {}", line + 1);
    }
}

#[test]
fn fields_are_parameters_in_any_order() {
    let text = "void mix(uint32_t imm7, uint32_t src2_reg, uint32_t dest_reg, uint32_t src1_reg)\n\
                { TCTXINST; opcode1 = 0x7b; opcode2 = 3; cycles = 4; dest_reg = src1_reg - src2_reg + imm7; }";
    let instructions = read(text).unwrap();
    let bits = 0x7b | 3 << 12 | 5 << 25;
    assert_eq!(result(&instructions, bits, [10, 3]), 12);
    assert_eq!(instructions.most_cycles(), 4);
    let header = instructions.c_header();
    assert!(
        header.contains("#define mix(imm7, src2_reg, dest_reg, src1_reg)"),
        "{header}"
    );
    assert!(
        header.contains(".macro mix weft_rd, weft_imm7, weft_src2_reg, weft_src1_reg"),
        "{header}"
    );
}

/// What is replaced in the program by what, and what is then said.
const MISTAKES: [(&str, &str, &str); 14] = [
    (
        "void byteswap",
        "uint32_t byteswap",
        "a.c:7: a function with TCTXINST is `void`",
    ),
    (
        "uint32_t src1_reg)",
        "uint32_t word)",
        "a.c:7: `word` is no field of an instruction",
    ),
    (
        "uint32_t dest_reg, ",
        "",
        "a.c:7: `byteswap` has no parameter `dest_reg`",
    ),
    (
        "opcode1 = 0x2b;",
        "",
        "a.c:9: opcode1 is missing, as in `TCTXINST; opcode1 = 0x2b; opcode2 = 0;`",
    ),
    (
        "opcode2 = 0;",
        "opcode2 = 8;",
        "a.c:11: opcode2 is a number from 0 to 7, not `8`",
    ),
    (
        "opcode2 = 0;",
        "opcode1 = 0x2b;",
        "a.c:11: opcode1 stands twice",
    ),
    (
        "opcode1 = 0x2b;",
        "opcode1 = CODE;",
        "a.c:10: a number is needed here, not `CODE`",
    ),
    (
        "opcode1 = 0x2b;",
        "opcode1 = 0x33;",
        "a.c:7: the encoding of `byteswap` is also that of the core's `add`",
    ),
    (
        "dest_reg |=",
        "return",
        "a.c:13: `return`: the result is what `dest_reg` holds",
    ),
    (
        "dest_reg |= src1_reg",
        "a |= src1_reg",
        "a.c:13: `a` is not known here",
    ),
    (
        "byteswap(",
        "ADD(",
        "a.c:7: the core has an instruction `ADD` already",
    ),
    (
        "byteswap(",
        "mv(",
        "a.c:7: the core has an instruction `mv` already",
    ),
    (
        "twice(",
        "BYTESWAP(",
        "a.c:16: the name `BYTESWAP` is taken by a.c:7",
    ),
    (
        "return a + a",
        "return byteswap(a, a)",
        "a.c:16: `byteswap` cannot be called",
    ),
];

#[test]
fn what_is_wrong_is_told_with_its_line() {
    for (right, wrong, expected) in MISTAKES {
        let text = PROGRAM.replacen(right, wrong, 1);
        assert_ne!(text, PROGRAM, "{right}");
        let error = read(&text).expect_err(expected);
        assert!(error.starts_with(expected), "{error}\n{expected}");
    }
    let unused = "void f(uint32_t dest_reg) { TCTXINST; opcode1 = 0x2b; opcode2 = 0; }";
    let error = read(unused).unwrap_err();
    assert!(
        error.contains("`f` never gives `dest_reg` a value"),
        "{error}"
    );
    let twice = PROGRAM.replace("dest_reg, uint32_t src1", "dest_reg, uint32_t dest");
    let error = read(&twice).unwrap_err();
    assert!(error.contains("there already is a `dest_reg`"), "{error}");
}

#[test]
fn what_looks_like_a_description_is_doubted() {
    for (right, wrong, line, expected) in [
        ("TCTXINST;\n", "TCXTINST;\n", 9, "did you mean `TCTXINST`?"),
        ("TCTXINST;\n", "tctx_inst;\n", 9, ""),
        (
            "weft instruction",
            "weft instrction",
            15,
            "describes no instruction: write `#pragma weft instruction opcode=",
        ),
        (
            "weft instruction",
            "wefft instruction",
            15,
            "describes no instruction",
        ),
        ("weft instruction", "weft", 15, "describes no instruction"),
        (
            "#pragma weft",
            "#pragme weft",
            15,
            "describes no instruction",
        ),
        ("weft instruction", "GCC optimize", 15, ""),
    ] {
        let text = PROGRAM.replacen(right, wrong, 1);
        assert_ne!(text, PROGRAM, "{right}");
        let program = CProgram::new(&text);
        let warnings: Vec<(usize, &str)> = program.warnings().collect();
        match warnings.as_slice() {
            [(at, message)] => {
                assert_eq!(*at, line);
                assert!(
                    !expected.is_empty() && message.contains(expected),
                    "{message}"
                );
            }
            others => assert!(
                expected.is_empty() && others.is_empty(),
                "{wrong}: {others:?}"
            ),
        }
    }
}

#[test]
fn unfinished_programs_are_taken_or_refused() {
    for end in 0..PROGRAM.len() {
        let _ = read(&PROGRAM[..end]);
    }
}

proptest! {
    #[test]
    fn any_text_is_searched(pieces in prop::collection::vec(prop::sample::select(&PIECES[..]), 0..60)) {
        let text = pieces.concat();
        let program = CProgram::new(&text);
        prop_assert_eq!(program.without_descriptions().chars().count(), text.chars().count());
        let lines = text.split('\n').count();
        prop_assert!(program.warnings().all(|(line, _)| (1..=lines).contains(&line)));
        if let Err(error) = read(&text) {
            let line: usize = error.split(':').nth(1).and_then(|line| line.parse().ok()).expect("a line");
            prop_assert!((1..=lines).contains(&line), "{}\n{}", error, text);
        }
    }
}

const PIECES: [&str; 24] = [
    "void f(uint32_t dest_reg)",
    "{",
    "}",
    "TCTXINST;",
    "TCTXINST",
    "opcode1 = 0x2b;",
    "opcode2 = 0;",
    "dest_reg = 1;",
    ";",
    "\n",
    "\\\n",
    "#pragma weft instruction opcode=0x5b funct3=0 cycles=1\n",
    "\n#if 0\n",
    "/*",
    "*/",
    "//",
    "\"",
    "'",
    "\\",
    "ä",
    "uint32_t g(void)",
    "{ return 1; }",
    " ",
    "0x",
];
