//! Instructions of the user's own, as circuits of a chip. Random programs of `hardware/campaign` use others.

use crate::hardware::{assert_same, damaged_home, ended_with, has_verilator, FAILED, ROOT};
use weft_tests::command::Folder;

const OWN: &str = "\
#pragma weft instruction opcode=0x2b funct3=0 cycles=5
uint32_t next(uint32_t a, uint32_t imm7) { return a * 3 + imm7; }
";
const CALLS_OWN: &str = "\
#include <stdio.h>
#include <weft/user_instructions.h>

int main(int argc, char **argv)
{
    (void)argv;
    uint32_t a = (uint32_t)argc;
    for (int i = 0; i < 9; i++) {
        a = next(next(a, 127), 5);
    }
    printf(\"%08lx\\n\", (unsigned long)a);
    return 0;
}
";

/// An instruction that the program itself describes; one of several cycles, which a mistake in the control makes one longer.
#[test]
#[ignore = "compiles three chips: part of make test-long"]
fn the_users_own_instructions_are_circuits() {
    if !has_verilator() {
        return;
    }
    let folder = Folder::default();
    let two = "--set cores.count=2";
    assert_same(&folder, &format!("{two} {ROOT}/apps/insn/endian.c"));
    folder.write("own.insn", OWN);
    folder.write("own.c", CALLS_OWN);
    assert_same(&folder, &format!("{two} --insn own.insn own.c"));
    let verify = format!("verify asip8 {two} --insn own.insn own.c");
    let home = damaged_home("control.sv", "user_left == 8'd1", "user_left == 8'd2");
    let told = ended_with(&home, &folder, &verify).exits(FAILED);
    assert!(told.stdout.contains("a difference"), "{}", told.stdout);
}
