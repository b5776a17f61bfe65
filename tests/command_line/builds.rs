//! When the library is built: for another header, not for another name or for a key that programs do not see.

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
fn an_interface_is_compiled_when_a_program_uses_it() {
    let folder = Folder::with("none.c", "int main(void) { return 0; }\n");
    let call = "  .globl main\nmain:\n  addi sp, sp, -16\n  sw ra, 12(sp)\n  li a0, 0\n  li a1, 0\n  call MPI_Init\n  \
                call MPI_Finalize\n  lw ra, 12(sp)\n  addi sp, sp, 16\n  ret\n";
    folder.write("call.S", call);
    run(&folder, "none.c");
    assert!(is_compiled(&folder, "kernel") && !is_compiled(&folder, "bcast"));
    run(&folder, "call.S");
    assert!(is_compiled(&folder, "bcast") && !is_compiled(&folder, "endpoint"));
}
