//! When the library is built: for another header, not for another name or for a key that programs do not see. And when a program is.

use std::path::Path;
use weft_tests::command::Folder;

const HELLO: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../apps/hello/hello.c");

/// Runs hello on a platform with a cache of the test's own: standard output and standard error.
fn hello(folder: &Folder, options: &str) -> [String; 2] {
    run(folder, &format!("{options} {HELLO}"))
}

/// The same of another program.
fn run(folder: &Folder, options: &str) -> [String; 2] {
    let mut command = folder.command(&format!("run -n 1 {options}"));
    command.env("XDG_CACHE_HOME", folder.path("cache"));
    let output = command.output().expect("weft runs");
    assert!(output.status.success(), "{output:?}");
    [output.stdout, output.stderr].map(|bytes| String::from_utf8_lossy(&bytes).into_owned())
}

/// How often the library has been built: entries of the cache that have its header.
fn libraries(folder: &Folder) -> usize {
    let entries = std::fs::read_dir(folder.path("cache/weft")).expect("a cache");
    let header = |entry: &Path| entry.join("weft/platform.h").is_file();
    entries
        .filter(|entry| header(&entry.as_ref().expect("an entry").path()))
        .count()
}

#[test]
fn inline_assembly_may_name_control_registers() {
    let program = "int main(void)\n{\n    unsigned cause;\n    __asm__ volatile(\"fence.i\\n\\tcsrr %0, mcause\" : \"=r\"(cause));\n    \
                   return (int)cause;\n}\n";
    let folder = Folder::with("cause.c", program);
    folder.weft("run --quiet -n 1 cause.c").exits(0);
}

/// What is compiled without link-time optimization: a function that sends.
const GIVES: &str = "#include <mpi.h>
int give(int value) { return MPI_Send(&value, 1, MPI_INT, 1, 0, MPI_COMM_WORLD); }
";
const TAKES: &str = "#include <mpi.h>
#include <stdio.h>
int give(int value);
int main(int argc, char **argv) {
    int rank, got;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) {
        give(7);
    } else {
        MPI_Recv(&got, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        printf(\"%d\\n\", got);
    }
    return MPI_Finalize();
}
";

/// A folder with takes.c, and with gives.o for the chip and for this machine.
fn objects() -> Folder {
    let folder = Folder::with("takes.c", TAKES);
    std::fs::write(folder.path("gives.c"), GIVES).expect("a source");
    folder
        .weft(&format!("run -q -n 1 --keep kept {HELLO}"))
        .exits(0);
    let include = concat!(env!("CARGO_MANIFEST_DIR"), "/../lib/include");
    let chip = "-march=rv32imac -mabi=ilp32 --specs=picolibc.specs -I kept -o gives.o";
    for (compiler, flags) in [("riscv64-unknown-elf-gcc", chip), ("cc", "-o native.o")] {
        let mut command = std::process::Command::new(compiler);
        command
            .args(flags.split(' '))
            .args(["-I", include, "-c", "gives.c"]);
        let status = command.current_dir(folder.path("")).status();
        assert!(status.expect(compiler).success());
    }
    folder
}

#[test]
fn object_files_are_a_part_of_the_program() {
    let folder = objects();
    for command in [
        "run -q -n 2 takes.c gives.o",
        "run -q -n 2 -O 0 gives.o takes.c",
        "run -q -n 2 --platform host takes.c native.o",
    ] {
        assert_eq!(folder.weft(command).exits(0).stdout, "7\n", "{command}");
    }
    let sizes = folder.weft("size takes.c gives.o").exits(0).stdout;
    assert!(sizes.contains("program"), "{sizes}");
}

#[test]
fn object_files_of_other_machines_are_refused() {
    let folder = objects();
    std::fs::write(folder.path("text.o"), "int give;").expect("a file");
    for (command, said) in [
        (
            "run -q takes.c native.o",
            "native.o: a 64-bit, little-endian program for",
        ),
        ("run -q takes.c text.o", "text.o: not an ELF file"),
        (
            "run -q --platform cortex16-fpu takes.c gives.o",
            "-mabi=ilp32f",
        ),
        (
            "run -q --platform host -n 2 takes.c gives.o",
            "gives.o is no object file of this machine",
        ),
        ("run -q takes.c nothing.o", "cannot read nothing.o"),
        (
            "run -q takes.c kept/hello.elf",
            "give C and object files, or one executable",
        ),
    ] {
        folder.weft(command).exits(2).says(&[said]);
    }
}

#[test]
fn platforms_with_equal_headers_share_a_library() {
    let folder = Folder::with("first.toml", "extends = \"asip8\"\n");
    folder.write("second.toml", "extends = \"asip8\"\n");
    folder.write(
        "slower.toml",
        "extends = \"asip8\"\n[bus]\nsingle_access = 6\n",
    );
    folder.write("locks.toml", "extends = \"asip8\"\n[sync]\nlocks = 16\n");
    let told = "building the library for ";

    let [printed, errors] = hello(&folder, "--platform first.toml");
    assert!(printed.contains(" of first\n"), "{printed}");
    assert!(errors.starts_with(&format!("{told}first; ")), "{errors}");

    for (platform, name) in [("second.toml", "second"), ("slower.toml", "slower")] {
        let [printed, errors] = hello(&folder, &format!("--platform {platform}"));
        assert!(printed.contains(&format!(" of {name}\n")), "{printed}");
        assert!(!errors.contains(told), "{errors}");
    }
    assert_eq!(libraries(&folder), 1);

    let [_, errors] = hello(&folder, "--quiet --platform locks.toml");
    assert_eq!(errors, "");
    assert_eq!(libraries(&folder), 2);
}

const BROADCAST: &str = "#include <mpi.h>
int main(int argc, char **argv) {
    int value = 7;
    MPI_Init(&argc, &argv);
    MPI_Bcast(&value, 1, MPI_INT, 0, MPI_COMM_WORLD);
    return MPI_Finalize();
}
";

/// Whether the cache has an object file of a source with this name.
fn is_compiled(folder: &Folder, stem: &str) -> bool {
    let entries = std::fs::read_dir(folder.path("cache/weft")).expect("a cache");
    let objects = entries.flat_map(|entry| {
        let files = std::fs::read_dir(entry.expect("an entry").path()).expect("a folder");
        files.map(|file| file.expect("a file").file_name())
    });
    let end = format!("-{stem}.o");
    objects
        .filter_map(|name| name.into_string().ok())
        .any(|name| name.ends_with(&end))
}

#[test]
fn a_source_is_compiled_when_a_program_needs_it() {
    let folder = Folder::with("none.c", "int main(void) { return 0; }\n");
    let call = "  .globl main\nmain:\n  addi sp, sp, -16\n  sw ra, 12(sp)\n  li a0, 0\n  li a1, 0\n  call MPI_Init\n  \
                call MPI_Finalize\n  lw ra, 12(sp)\n  addi sp, sp, 16\n  ret\n";
    folder.write("call.S", call);
    run(&folder, "none.c");
    assert!(is_compiled(&folder, "heap") && !is_compiled(&folder, "bcast"));
    assert!(!is_compiled(&folder, "mutex"));
    run(&folder, "call.S");
    assert!(is_compiled(&folder, "environment") && !is_compiled(&folder, "bcast"));
    folder.write("bcast.c", BROADCAST);
    run(&folder, "bcast.c");
    assert!(is_compiled(&folder, "bcast") && !is_compiled(&folder, "endpoint"));
}

/// How many programs the cache has.
fn programs(folder: &Folder) -> usize {
    let entries = std::fs::read_dir(folder.path("cache/weft/programs"));
    entries.map_or(0, Iterator::count)
}

fn is_compiled_when_something_of_it_has_changed(platform: &str) {
    let options = format!("--quiet --platform {platform}");
    let folder = Folder::with("said.h", "#define SAID \"one\"\n");
    let main =
        "#include <stdio.h>\n#include \"said.h\"\n#warning here\nint main(void) { puts(SAID); }\n";
    folder.write("main.c", main);
    let main = format!("{options} main.c");
    let first = run(&folder, &main);
    assert_eq!(first[0], "one\n");
    assert!(first[1].contains("warning: "), "{}", first[1]);
    assert_eq!(run(&folder, &main), first);
    assert_eq!(programs(&folder), 1);

    folder.write("said.h", "#define SAID \"two\"\n");
    assert_eq!(run(&folder, &main)[0], "two\n");
    assert_eq!(programs(&folder), 2);
    run(&folder, &format!("{options} -O s main.c"));
    assert_eq!(programs(&folder), 3);
}

#[test]
fn a_program_is_compiled_when_something_of_it_has_changed() {
    is_compiled_when_something_of_it_has_changed("asip8");
}

#[test]
fn so_is_one_for_this_machine() {
    is_compiled_when_something_of_it_has_changed("host");
}

#[test]
fn a_file_that_only_the_assembler_reads_is_read_each_time() {
    let folder = Folder::with("said.txt", "one");
    let main = "#include <stdio.h>\n__asm__(\".section .rodata\\n.globl said\\nsaid: .incbin \\\"said.txt\\\"\\n.byte 0\\n.text\");\n\
                extern const char said[];\nint main(void) { puts(said); return 0; }\n";
    folder.write("main.c", main);
    assert_eq!(run(&folder, "--quiet main.c")[0], "one\n");
    folder.write("said.txt", "two");
    assert_eq!(run(&folder, "--quiet main.c")[0], "two\n");
    assert_eq!(programs(&folder), 0);
}
