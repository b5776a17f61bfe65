//! Commands with the output they must give: each file in `tests/commands` is a page of a terminal, held word for word.

use std::process::Command;

#[test]
fn commands_say_what_they_should() {
    build_library();
    trycmd::TestCases::new()
        .env("NO_COLOR", "1")
        .case("tests/commands/*.trycmd");
}

/// The first command that needs the library of a chip says that it builds it. The pages show what every later one prints.
fn build_library() {
    let program = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/tests/commands/disasm.in/send.c"
    );
    let weft = Command::new(env!("CARGO_BIN_EXE_weft"))
        .args(["disasm", program])
        .output();
    assert!(weft.unwrap().status.success());
}
