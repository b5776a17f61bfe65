//! When the library is built: for another header, not for another name or for a key that programs do not see.

use std::path::Path;
use weft_tests::command::Folder;

const HELLO: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../apps/hello/hello.c");

/// Runs hello on a platform with a cache of the test's own: standard output and standard error.
fn hello(folder: &Folder, options: &str) -> [String; 2] {
    let mut command = folder.command(&format!("run -n 1 {options} {HELLO}"));
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
