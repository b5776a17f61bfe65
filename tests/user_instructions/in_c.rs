//! Instructions that a C program describes among its functions: by a marker in the body, as Figure 2 of the source has it, or by the
//! line before the function.

use std::path::Path;
use weft_tests::command::Folder;

const BAD_INPUT: i32 = 2;

const PROGRAM: &str = "\
#include \"word.h\"
#include <stdint.h>
#include <stdio.h>

void swap(uint32_t dest_reg, uint32_t src1_reg)
{
    TCTXINST;
    opcode1 = 0x2b;
    opcode2 = 0;
    dest_reg = src1_reg << 16 | src1_reg >> 16;
}

#pragma weft instruction opcode=0x2b funct3=1 cycles=1
uint32_t add_more(uint32_t a, uint32_t imm7) { return a + imm7; }

int main(void)
{
    TCT_REG(9) = WORD;
    TCT_REG(18);
    swap(REG18, REG9);
    uint32_t by_name;
    __asm__(\"swap %0, %1\" : \"=r\"(by_name) : \"r\"(WORD));
    printf(\"%s:%d %x %x\\n\", __FILE__, __LINE__, (unsigned)REG18, (unsigned)add_more(by_name, 7));
}
";

fn folder() -> Folder {
    let folder = Folder::with("program.c", PROGRAM);
    folder.write("word.h", "#define WORD 0x12345678\n");
    folder
}

#[test]
fn the_instruction_is_executed_where_it_is_called() {
    for optimization in ["-O2", "-Os", "-O1"] {
        let ended = folder().weft(&format!("run -q -n 1 {optimization} program.c"));
        let ended = ended.exits(0);
        assert_eq!(
            ended.stdout, "program.c:23 56781234 5678123b\n",
            "{optimization}"
        );
        assert_eq!(ended.stderr, "");
    }
}

#[test]
fn registers_are_those_that_are_named() {
    let listing = folder()
        .weft("disasm program.c --function main")
        .exits(0)
        .stdout;
    assert!(listing.contains("swap        s2, s1"), "{listing}");
    assert!(listing.matches("052b").count() + listing.matches("swap ").count() >= 2);
}

#[test]
fn two_files_share_an_instruction() {
    let folder = folder();
    folder.write(
        "other.c",
        "#include <weft/user_instructions.h>\n__attribute__((noipa)) uint32_t other(uint32_t a);\n\
         uint32_t other(uint32_t a) { uint32_t r; swap(r, a); __asm__(\"swap %0, %1\" : \"=r\"(r) : \"r\"(r)); return r; }\n",
    );
    folder.write(
        "program.c",
        PROGRAM
            .replace("int main", "uint32_t other(uint32_t);\nint main")
            .replace("by_name, 7", "other(by_name), 7"),
    );
    let ended = folder.weft("run -q -n 1 program.c other.c").exits(0);
    assert_eq!(ended.stdout, "program.c:24 56781234 5678123b\n");
    folder.write(
        "again.c",
        "void swop(uint32_t dest_reg) { TCTXINST; opcode1 = 0x2b; opcode2 = 0; dest_reg = 1; }\n",
    );
    folder
        .weft("run -q -n 1 program.c again.c")
        .exits(BAD_INPUT)
        .says(&["again.c:1: the encoding of `swop` is also that of `swap` (program.c:5)"]);
}

#[test]
fn a_program_without_optimization_has_it_too() {
    let folder = folder();
    let plain = PROGRAM.replace(
        "#pragma weft instruction opcode=0x2b funct3=1 cycles=1\n",
        "",
    );
    folder.write("program.c", plain);
    let ended = folder.weft("run -q -n 1 -O0 program.c").exits(0);
    assert!(
        ended.stdout.contains("56781234 5678123b"),
        "{}",
        ended.stdout
    );
}

#[test]
fn mistakes_name_file_line_and_remedy() {
    let folder = folder();
    for (right, wrong, expected) in [
        (
            "opcode2 = 0;",
            "",
            "program.c:7: opcode2 is missing, as in `TCTXINST; opcode1 = 0x2b; opcode2 = 0;`",
        ),
        (
            "src1_reg << 16",
            "*src1_reg",
            "program.c:10: the behaviour of an instruction cannot read or write memory",
        ),
        (
            "0x2b;",
            "0x0b;",
            "program.c:5: the encoding of `swap` is also that of the core's `msg.send`",
        ),
        (
            "void swap",
            "int swap",
            "program.c:5: a function with TCTXINST is `void`",
        ),
        (
            "void swap",
            "void not",
            "program.c:5: the core has an instruction `not` already",
        ),
    ] {
        folder.write("program.c", PROGRAM.replacen(right, wrong, 1));
        for command in ["run -q -n 1", "disasm", "size"] {
            let ended = folder
                .weft(&format!("{command} program.c"))
                .exits(BAD_INPUT);
            ended.speaks_plainly().says(&[expected]);
        }
    }
}

#[test]
fn what_is_misspelt_is_a_warning() {
    let folder = folder();
    let misspelt = PROGRAM.replace("weft instruction", "weft instuction");
    folder.write("program.c", misspelt);
    folder.weft("run -q -n 1 program.c").exits(0).says(&[
        "program.c:13: warning: `#pragma weft instuction opcode=0x2b funct3=1 cycles=1` describes no instruction: write",
    ]);
    folder.write("program.c", PROGRAM.replace("TCTXINST", "TCTXINTS"));
    folder.weft("run -q -n 1 program.c").exits(BAD_INPUT).says(&[
        "program.c:7: warning: `TCTXINTS` begins no description of an instruction: did you mean `TCTXINST`?",
        "program.c:7:5: error: 'TCTXINTS' undeclared",
    ]);
    let wrong = PROGRAM.replace("uint32_t by_name;", "uint32_t by_nam;");
    folder.write("program.c", wrong);
    folder
        .weft("run -q -n 1 program.c")
        .exits(BAD_INPUT)
        .says(&["program.c:22:", "weft: program.c did not compile"]);
}

#[test]
fn other_machines_take_the_line_before_a_function() {
    let folder = folder();
    folder
        .weft("run --platform host program.c")
        .exits(BAD_INPUT)
        .says(&[
            "program.c:5: an instruction described by TCTXINST needs a simulated chip",
            "`#pragma weft instruction ...`",
        ]);
    folder.write(
        "host.c",
        "#include <stdint.h>\n#pragma weft instruction opcode=0x2b funct3=1 cycles=1\n\
         uint32_t twice(uint32_t a) { return 2 * a; }\nint main(void) { return twice(2) != 4; }\n",
    );
    folder.weft("run -q --platform host -n 1 host.c").exits(0);
    folder.weft("run -q -n 1 host.c").exits(0);
}

#[test]
fn debuggers_and_reports_know_the_file() {
    let folder = folder();
    folder.write(
        "program.c",
        PROGRAM.replace(
            "    uint32_t by_name;",
            "    __builtin_trap();\n    uint32_t by_name;",
        ),
    );
    folder.weft("run -q -n 1 program.c").says(&["program.c:21"]);
    let listing = folder
        .weft("disasm --source program.c --function main")
        .exits(0)
        .stdout;
    assert!(listing.contains("program.c:2"), "{listing}");
}

#[test]
fn a_file_that_is_not_utf_8_is_refused_where_that_matters() {
    let folder = folder();
    let mut bytes = b"/* \xe4 */\n".to_vec();
    bytes.extend(PROGRAM.bytes());
    folder.write("program.c", &bytes);
    folder
        .weft("run -q -n 1 program.c")
        .exits(BAD_INPUT)
        .says(&["program.c describes instructions and is not UTF-8"]);
    folder.write("program.c", b"/* \xe4 */ int main(void) { return 0; }\n");
    folder.weft("run -q -n 1 program.c").exits(0);
}

#[test]
fn the_example_runs() {
    let apps = Path::new(env!("CARGO_MANIFEST_DIR")).join("../apps/insn");
    let program = apps.join("endian.c").display().to_string();
    let ended = Folder::default()
        .weft(&format!("run -q -n 1 {program}"))
        .exits(0);
    assert_eq!(ended.stdout, "78563412\n".repeat(4));
}
