//! What cores have begun when they exit, on circuits: the bus carries their last letters.

use crate::hardware::{assert_same, ended, has_verilator};
use weft_tests::command::Folder;

/// Each core exits three instructions after its last store, for which the others wait.
const LETTERS: &str = r#"
int main(void)
{
    __asm__ volatile("li a0, 0x18\n li a1, 0x20026\n li t0, 0x90000000\n li t1, 65\n .balign 4\n .option norvc\n"
                     "sw t1, 0(t0)\n sw t1, 0(t0)\n slli x0, x0, 0x1f\n ebreak\n srai x0, x0, 7");
    return 0;
}
"#;

#[test]
fn what_is_written_last_is_printed() {
    if !has_verilator() {
        return;
    }
    let folder = Folder::with("letters.c", LETTERS);
    assert_same(&folder, "letters.c");
    let told = ended(&folder, "run -q --engine rtl letters.c").exits(0);
    assert_eq!(told.stdout.matches('A').count(), 16);
    ended(&folder, "verify asip8 letters.c").exits(0);
}
