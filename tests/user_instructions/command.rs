//! `--insn` and the key `instructions`: what they make available, and what is said of files that are wrong.

use std::path::Path;
use weft_tests::command::Folder;

const BAD_INPUT: i32 = 2;

const SWAP: &str = "\
#pragma weft instruction opcode=0x2b funct3=0 cycles=1
uint32_t swap(uint32_t a) { return a << 16 | a >> 16; }
";

const PROGRAM: &str = "\
#include <stdio.h>
#include <weft/user_instructions.h>
static volatile uint32_t word = 0x12345678;
int main(void) { printf(\"%x\\n\", (unsigned)swap(word)); }
";

fn folder() -> Folder {
    let folder = Folder::with("swap.insn", SWAP);
    folder.write("program.c", PROGRAM);
    folder
}

#[test]
fn an_instruction_is_there_by_option_or_platform() {
    let folder = folder();
    let ended = folder
        .weft("run -q -n 1 --insn swap.insn program.c")
        .exits(0);
    assert_eq!(ended.stdout, "56781234\n");
    folder.write(
        "chip.toml",
        "extends = \"asip8\"\nsummary = \"with swap\"\n[[cores]]\ninstructions = [\"swap.insn\"]\n",
    );
    let ended = folder.weft("run -q -n 1 -p chip.toml program.c").exits(0);
    assert_eq!(ended.stdout, "56781234\n");
    folder
        .weft("run -q -n 1 -p chip.toml --insn swap.insn program.c")
        .exits(BAD_INPUT)
        .says(&["swap.insn:2: the name `swap` is taken by", "swap.insn:1"]);
}

#[test]
fn an_image_with_an_instruction_that_the_core_does_not_have_faults() {
    let folder = folder();
    folder
        .weft("run -q -n 1 --insn swap.insn --keep kept program.c")
        .exits(0);
    assert!(folder.path("kept/weft/user_instructions.h").is_file());
    let ended = folder
        .weft("run -q -n 1 --insn swap.insn kept/program.elf")
        .exits(0);
    assert_eq!(ended.stdout, "56781234\n");
    folder
        .weft("run -q -n 1 kept/program.elf")
        .exits(1)
        .says(&["illegal instruction 0x", "in swap"]);
}

#[test]
fn the_disassembler_knows_its_name() {
    let folder = folder();
    let line = |arguments: &str| {
        let ended = folder.weft(arguments).exits(0);
        let found = ended.stdout.lines().find(|line| line.contains("052b"));
        let words = found.expect("the instruction").split_whitespace();
        words.skip(2).collect::<Vec<_>>().join(" ")
    };
    folder.write("own.c", "#include <weft/user_instructions.h>\n__attribute__((noipa)) uint32_t f(uint32_t x) { return swap(x); }\nint main(void) { return f(0); }\n");
    let known = line("disasm --function f --insn swap.insn --keep kept own.c");
    assert_eq!(known, "swap a0, a0");
    assert_eq!(line("disasm --function f kept/own.elf"), ".4byte 0x5052b");
}

#[test]
fn a_changed_description_changes_the_program() {
    let folder = folder();
    let opcode = |text: &str| {
        folder.write("swap.insn", text);
        let ended = folder
            .weft("disasm --function main --insn swap.insn program.c")
            .exits(0);
        let line = ended.stdout.lines().find(|line| line.contains(" swap "));
        let bits = line.and_then(|line| line.split_whitespace().nth(1));
        u32::from_str_radix(bits.expect("the instruction"), 16).expect("a number") & 0x7f
    };
    assert_eq!(opcode(SWAP), 0x2b);
    assert_eq!(opcode(&SWAP.replace("0x2b", "0x7b")), 0x7b);
    let shifted = SWAP.replace("<< 16 | a >> 16", "<< 8 | a >> 24");
    folder.write("swap.insn", shifted);
    let ended = folder
        .weft("run -q -n 1 --insn swap.insn program.c")
        .exits(0);
    assert_eq!(ended.stdout, "34567812\n");
}

#[test]
fn mistakes_name_file_and_line() {
    let folder = folder();
    for (text, pieces) in [
        (
            SWAP.replace("0x2b", "0x33"),
            ["swap.insn:1:", "of the core's `add`"],
        ),
        (SWAP.replace("0x2b", "0x0b"), ["swap.insn:1:", "`msg.send`"]),
        (
            SWAP.replace("cycles=1", "cycles=0"),
            ["swap.insn:1:", "from 1 to 255"],
        ),
        (
            SWAP.replace("a << 16", "*a"),
            ["swap.insn:2:", "cannot read or write memory"],
        ),
        (
            SWAP.replace("return", "while (a) a--; return"),
            ["swap.insn:2:", "not constant"],
        ),
        (
            SWAP.replace("a << 16", "c << 16"),
            ["swap.insn:2:", "`c` is not known"],
        ),
        (
            SWAP.replace("(uint32_t a)", "(float a)"),
            ["swap.insn:2:", "`float` is not a type"],
        ),
        (
            SWAP.replace("swap", "sub"),
            ["swap.insn:2:", "an instruction `sub` already"],
        ),
        (
            format!("{SWAP}{SWAP}").replacen("swap", "swop", 1),
            ["swap.insn:3:", "of `swop` (swap.insn:1)"],
        ),
    ] {
        folder.write("swap.insn", text);
        for command in ["run -q -n 1", "disasm"] {
            folder
                .weft(&format!("{command} --insn swap.insn program.c"))
                .exits(BAD_INPUT)
                .speaks_plainly()
                .says(&pieces);
        }
    }
    folder
        .weft("run --insn nosuch.insn program.c")
        .exits(BAD_INPUT)
        .says(&["nosuch.insn"]);
    folder
        .weft("run --insn . program.c")
        .exits(BAD_INPUT)
        .speaks_plainly();
    folder.write("swap.insn", [0xff, 0xfe]);
    folder
        .weft("run --insn swap.insn program.c")
        .exits(BAD_INPUT)
        .says(&["swap.insn", "not UTF-8"]);
}

#[test]
fn an_immediate_that_is_not_one_is_refused_by_the_compiler() {
    let text = "#pragma weft instruction opcode=0x2b funct3=0 cycles=1\n\
                uint32_t rotate(uint32_t a, uint32_t imm7) { return a << (imm7 & 31); }\n";
    let folder = Folder::with("rotate.insn", text);
    let program = |argument: &str| {
        format!("#include <weft/user_instructions.h>\nint main(int n, char **a) {{ (void)a; return rotate(n, {argument}) != 8; }}\n")
    };
    folder.write("program.c", program("3"));
    folder
        .weft("run -q -n 1 --insn rotate.insn program.c")
        .exits(0);
    for argument in ["n", "128"] {
        folder.write("program.c", program(argument));
        folder
            .weft("run -q -n 1 --insn rotate.insn program.c")
            .exits(BAD_INPUT)
            .says(&["imm7 of an instruction is a constant from 0 to 127"]);
    }
    folder
        .weft("run -q -n 1 -O0 --insn rotate.insn program.c")
        .exits(BAD_INPUT)
        .says(&["imm7 need inlining"]);
}

#[test]
fn this_machine_has_no_instructions_of_ones_own() {
    folder()
        .weft("run --platform host --insn swap.insn program.c")
        .exits(BAD_INPUT)
        .says(&["--insn needs a simulated chip"]);
}

#[test]
fn the_example_runs_on_its_platform_and_by_options() {
    let apps = Path::new(env!("CARGO_MANIFEST_DIR")).join("../apps/insn");
    let file = |name: &str| apps.join(name).display().to_string();
    let (program, chip) = (file("saved.c"), file("chip.toml"));
    let (swap, crc) = (file("byteswap.insn"), file("crc_step.insn"));
    let folder = Folder::default();
    let by_platform = folder
        .weft(&format!("run -q -n 1 -p {chip} {program}"))
        .exits(0);
    let by_options = folder
        .weft(&format!("run -q -n 1 --insn {swap} --insn {crc} {program}"))
        .exits(0);
    assert_eq!(by_platform.stdout, by_options.stdout);
    assert_eq!(by_platform.stdout.lines().count(), 5);
}
