//! The RISC-V GCC tool chain: from assembly or C to ELF bytes.

use std::path::Path;
use std::process::Command;

/// A result whose error is the message of a failed test.
pub type Result<T> = std::result::Result<T, String>;

const PREFIX: &str = "riscv64-unknown-elf-";

/// Assembles `source` and links it with `linker_script`.
///
/// # Errors
/// The assembler's or linker's messages.
pub fn assemble(source: &str, linker_script: &str) -> Result<Vec<u8>> {
    let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
    let path = |name: &str| folder.path().join(name);
    write(&path("image.s"), source)?;
    write(&path("image.ld"), linker_script)?;
    let assembler = [
        "-march=rv32imac_zicsr_zifencei",
        "-mabi=ilp32",
        "-o",
        "image.o",
        "image.s",
    ];
    run(folder.path(), "as", &assembler)?;
    run(
        folder.path(),
        "ld",
        &["-melf32lriscv", "-Timage.ld", "-o", "image.elf", "image.o"],
    )?;
    read(&path("image.elf"))
}

/// Compiles a C program with start-up code and library of picolibc, for a host that answers semihosting calls.
///
/// # Errors
/// The compiler's or linker's messages.
pub fn compile(source: &Path, options: &[&str], linker_script: &str) -> Result<Vec<u8>> {
    const TARGET: [&str; 5] = [
        "-march=rv32imac",
        "-mabi=ilp32",
        "--specs=picolibc.specs",
        "--crt0=semihost",
        "--oslib=semihost",
    ];
    let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
    write(&folder.path().join("program.ld"), linker_script)?;
    let source = source.to_string_lossy();
    let files = ["-Tprogram.ld", "-o", "program.elf", &source, "-lm"];
    let arguments = [&TARGET, options, &files].concat();
    run(folder.path(), "gcc", &arguments)?;
    read(&folder.path().join("program.elf"))
}

/// Runs one tool of the chain in `folder`.
fn run(folder: &Path, tool: &str, arguments: &[&str]) -> Result<()> {
    let name = format!("{PREFIX}{tool}");
    let output = Command::new(&name)
        .args(arguments)
        .current_dir(folder)
        .output()
        .map_err(|error| format!("{name}: {error}; `make setup` installs it"))?;
    if output.status.success() {
        return Ok(());
    }
    Err(format!(
        "{name} failed:\n{}",
        String::from_utf8_lossy(&output.stderr)
    ))
}

pub(crate) fn write(path: &Path, content: impl AsRef<[u8]>) -> Result<()> {
    std::fs::write(path, content).map_err(|error| format!("{}: {error}", path.display()))
}

fn read(path: &Path) -> Result<Vec<u8>> {
    std::fs::read(path).map_err(|error| format!("{}: {error}", path.display()))
}
