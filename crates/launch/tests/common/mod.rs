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

/// Where a wait is told to be that is in the line of `behave` with this text, in `function`, which main calls in another one.
pub fn place(text: &str, function: &str, call: &str) -> String {
    let source = include_str!("../programs/behave.c");
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/programs/behave.c");
    let line = |text| source.lines().position(|line| line.contains(text)).unwrap() + 1;
    let file = std::path::Path::new(file);
    let file = file
        .strip_prefix(std::env::current_dir().unwrap())
        .unwrap_or(file);
    let file = file.display();
    format!(
        ": {file}:{} in {function} (called from main, {file}:{})",
        line(text),
        line(call)
    )
}
