//! Programs that do what the hardware does not allow: the message says which core, where, and what.

use super::status::FAILED;
use weft_tests::command::Folder;

/// Runs the program on two cores in both engines; core 1 makes the mistake.
fn assert_fault(program: &str, pieces: &[&str]) {
    let folder = Folder::with("faulty.c", program);
    for engine in ["fast", "step"] {
        let ended = folder.weft(&format!("run -n 2 --engine {engine} faulty.c"));
        ended.exits(FAILED).says(pieces).speaks_plainly();
    }
}

/// A program in which rank 1 calls `mistake`, which is in lines 3 to 5.
fn program(mistake: &str) -> String {
    format!(
        "#include <mpi.h>
#include <stdint.h>
__attribute__((noinline)) static int mistake(volatile int32_t *level) {{
    {mistake}
}}
int main(int argc, char **argv) {{
    int rank;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    volatile int32_t level = 0;
    return rank == 1 ? mistake(&level) : 0;
}}
"
    )
}

#[test]
fn null_pointer() {
    let member = "volatile int32_t *none = (volatile int32_t *)(8 + 0 * *level);";
    for (access, statement) in [("load", "return *none;"), ("store", "return *none = 1;")] {
        let problem =
            format!("{access} of 4 bytes through a null pointer to an object, 8 bytes into it");
        let pieces = [
            "core 1",
            &problem,
            "mistake",
            "faulty.c:4",
            "malloc returns NULL",
        ];
        assert_fault(&program(&format!("{member} {statement}")), &pieces);
    }
}

#[test]
fn store_to_the_program_memory() {
    let mistake = "*(volatile int32_t *)0x1000 = 1; return *level;";
    let pieces = [
        "core 1",
        "store of 4 bytes at 0x00001000, in the program memory",
        "faulty.c:4",
        "--set cores.program_memory.stores=true",
    ];
    assert_fault(&program(mistake), &pieces);
    let alone = "int main(void) { *(volatile int *)0x1000 = 1; return 0; }\n";
    let allowed = "run -n 1 --set cores.program_memory.stores=true stores.c";
    Folder::with("stores.c", alone).weft(allowed).exits(0);
}

/// What the host reads from a file does not go where the program may not store.
#[test]
fn nothing_is_read_into_null() {
    let source = "#include <fcntl.h>
#include <stddef.h>
#include <unistd.h>
int main(void)
{
    const int file = open(\"reads.c\", O_RDONLY);
    return (int)read(file, NULL, 16);
}
";
    let folder = Folder::with("reads.c", source);
    folder.weft("run -n 1 reads.c").exits(0);
}

#[test]
fn unknown_instruction() {
    let pieces = ["core 1", "0x", "mistake", "faulty.c:4", ".4byte 0xffffffff"];
    assert_fault(
        &program("*level = 1; __asm__ volatile(\".word 0xffffffff\"); return *level;"),
        &pieces,
    );
}

#[test]
fn load_outside_the_map() {
    let pieces = ["core 1", "mistake", "faulty.c:4", "0x50000000", "lw"];
    assert_fault(
        &program("return *level + *(volatile int32_t *)0x50000000;"),
        &pieces,
    );
}

#[test]
fn store_outside_the_map() {
    let pieces = ["core 1", "mistake", "faulty.c:4", "0x50000010", "sw"];
    assert_fault(
        &program("*(volatile int32_t *)0x50000010 = 1; return *level;"),
        &pieces,
    );
}

/// The compiler must not see the address, or it would take care of the misalignment itself.
#[test]
fn misaligned_access() {
    let access = "__asm__ volatile(\"sw zero, 2(%0)\" : : \"r\"(level) : \"memory\"); return 0;";
    assert_fault(
        &program(access),
        &[
            "core 1",
            "mistake",
            "faulty.c:4",
            "not a multiple of 4",
            "sw",
        ],
    );
}

#[test]
fn jump_outside_the_map() {
    let jump = "return ((int (*)(volatile int32_t *))0x40000000)(level) + 1;";
    assert_fault(&program(jump), &["core 1", "0x40000000"]);
}

#[test]
fn stack_overflow() {
    let recursion = "volatile int32_t here[64] = {*level}; return mistake(here) + here[1];";
    assert_fault(
        &program(recursion),
        &["core 1", "mistake", "faulty.c", "stack"],
    );
}

#[test]
fn breakpoint_without_a_debugger() {
    let pieces = ["core 1", "mistake", "faulty.c:4", "ebreak"];
    assert_fault(
        &program("__asm__ volatile(\"ebreak\"); return *level;"),
        &pieces,
    );
}
