//! Building C programs with `weftcc`, once for each test binary.

use std::path::PathBuf;
use std::process::Command;
use std::sync::OnceLock;

/// The program `behave`, built.
pub fn behave() -> &'static PathBuf {
    static PROGRAM: OnceLock<PathBuf> = OnceLock::new();
    PROGRAM.get_or_init(|| {
        let source = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/programs/behave.c");
        let program = PathBuf::from(env!("CARGO_TARGET_TMPDIR"))
            .join(format!("behave-{}", std::process::id()));
        let status = Command::new(env!("CARGO_BIN_EXE_weftcc"))
            .args([
                "-std=gnu11",
                "-g",
                "-Wall",
                "-Wextra",
                "-Werror",
                source,
                "-o",
            ])
            .arg(&program)
            .status();
        assert!(status.unwrap().success(), "weftcc did not compile {source}");
        program
    })
}

/// `weftrun` with the options in `options`, for the program `behave`. A job that hangs ends after a minute, with
/// status 124.
pub fn weftrun(options: &str, behaviour: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_weftrun"));
    command.args(options.split_whitespace());
    if !options.contains("--timeout") {
        command.args(["--timeout", "60"]);
    }
    command.arg(behave()).arg(behaviour);
    command
}
