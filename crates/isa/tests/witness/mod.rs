//! The GNU tools for RISC-V, an independent witness of encodings and syntax.

use std::process::Command;

/// Runs a tool of the RISC-V toolchain and returns what it printed.
pub fn run(tool: &str, arguments: &[&str]) -> String {
    let tool = format!("riscv64-unknown-elf-{tool}");
    let output = Command::new(&tool)
        .args(arguments)
        .output()
        .unwrap_or_else(|error| panic!("{tool}: {error}; install the toolchain with `make setup`"));
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{tool} {arguments:?}: {errors}");
    String::from_utf8(output.stdout).expect("the toolchain prints UTF-8")
}
