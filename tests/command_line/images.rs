//! Programs that cannot be run at all.

use super::status::BAD_INPUT;
use weft_tests::command::Folder;

const PROGRAM: &str = "int main(void) { return 0; }\n";

/// The ELF of a program that does nothing.
fn elf() -> (Folder, Vec<u8>) {
    let folder = Folder::with("program.c", PROGRAM);
    folder
        .weft("run --quiet -n 1 --keep kept program.c")
        .exits(0);
    let names = std::fs::read_dir(folder.path("kept")).expect("the kept files");
    let elf = names
        .flatten()
        .find(|entry| entry.path().extension().is_some_and(|end| end == "elf"));
    let bytes = std::fs::read(elf.expect("an ELF file").path()).expect("a readable ELF file");
    (folder, bytes)
}

#[test]
fn truncated_anywhere() {
    let (folder, elf) = elf();
    for length in [0, 1, 10, 51, 52, 100, 1_000, elf.len() / 2, elf.len() - 1] {
        folder.write("cut.elf", &elf[..length]);
        folder
            .weft("run -n 1 cut.elf")
            .exits(BAD_INPUT)
            .says(&["cut.elf"])
            .speaks_plainly();
    }
}

#[test]
fn damaged_anywhere_is_never_a_panic() {
    let (folder, elf) = elf();
    for place in 0..84 {
        let mut damaged = elf.clone();
        damaged[place] ^= 0xff;
        folder.write("damaged.elf", damaged);
        let ended = folder
            .weft("run --quiet --max-cycles 10000 -n 1 damaged.elf")
            .speaks_plainly();
        assert!(
            matches!(ended.status, Some(0..=3)),
            "byte {place}: {:?}\n{}",
            ended.status,
            ended.stderr
        );
    }
}

#[test]
fn program_for_another_machine() {
    let folder = Folder::default();
    std::fs::copy("/bin/true", folder.path("host.elf")).expect("every Linux has /bin/true");
    let pieces = [
        "host.elf",
        "64-bit",
        "32-bit little-endian RISC-V",
        "-march=rv32imac",
    ];
    folder
        .weft("run host.elf")
        .exits(BAD_INPUT)
        .says(&pieces)
        .speaks_plainly();
}

#[test]
fn code_larger_than_the_program_memory() {
    let code = "__asm__ volatile(\".rept 70000\\naddi x1, x1, 100\\n.endr\");";
    let folder = Folder::with(
        "large.c",
        format!("int main(void) {{ {code} return 0; }}\n"),
    );
    let pieces = [
        "program memory of asip8",
        "262144 bytes",
        "cores.program_memory.size",
        "`weft size`",
    ];
    let ended = folder.weft("run large.c").exits(BAD_INPUT).says(&pieces);
    assert!(!ended.stderr.contains("ld:"), "{}", ended.stderr);
    let sizes = folder.weft("size large.c").exits(0);
    assert!(sizes.stdout.contains("2800"), "{}", sizes.stdout);
}

#[test]
fn interfaces_that_a_platform_has_not() {
    let apps = concat!(env!("CARGO_MANIFEST_DIR"), "/../apps");
    for (platform, program, pieces) in [
        ("nagam", "locks/locks.c", ["no locks", "<mpi.h>"]),
        (
            "hibi8",
            "strategy/phases.c",
            ["an interrupt that one core can raise", "davinci"],
        ),
        (
            "funcapi",
            "strategy/phases.c",
            ["a memory that all cores reach", "davinci"],
        ),
        (
            "funcapi",
            "mp/relay.c",
            ["a memory that all cores reach", "nagam"],
        ),
    ] {
        let run = format!("run --platform {platform} {apps}/{program}");
        let ended = Folder::default().weft(&run).exits(BAD_INPUT).says(&pieces);
        assert!(!ended.stderr.contains("ld:"), "{}", ended.stderr);
    }
}

#[test]
fn data_larger_than_the_data_memory() {
    let folder = Folder::with(
        "large.c",
        "volatile char data[5000000];\nint main(int argc, char **argv) { return data[argc + **argv]; }\n",
    );
    folder
        .weft("run large.c")
        .exits(BAD_INPUT)
        .says(&["data memory of asip8", "cores.data_memory.size"]);
}

#[test]
fn source_that_does_not_compile() {
    let folder = Folder::with("wrong.c", "int main(void) { return nothing; }\n");
    folder
        .weft("run wrong.c")
        .exits(BAD_INPUT)
        .says(&["wrong.c:1:25", "'nothing' undeclared"]);
}

#[test]
fn file_that_does_not_exist() {
    let folder = Folder::default();
    folder
        .weft("run missing.c")
        .exits(BAD_INPUT)
        .says(&["missing.c: No such file"]);
    folder
        .weft("run missing.elf")
        .exits(BAD_INPUT)
        .says(&["missing.elf: No such file"]);
}

#[test]
fn number_of_ranks() {
    let folder = Folder::with("program.c", PROGRAM);
    folder
        .weft("run -n 9 program.c")
        .exits(BAD_INPUT)
        .says(&["-n 9", "asip8", "8 ranks"]);
    folder
        .weft("run -n 0 program.c")
        .exits(BAD_INPUT)
        .says(&["-n 0", "at least one rank"]);
    folder
        .weft("run -n many program.c")
        .exits(BAD_INPUT)
        .says(&["many"]);
}
