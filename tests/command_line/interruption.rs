//! Ctrl-C ends a run with the summary so far.

use super::status::INTERRUPTED;
use std::io::{BufRead, BufReader, Read};
use std::process::{Command, Stdio};
use weft_tests::command::{Ended, Folder};

#[test]
fn ctrl_c_prints_the_summary_so_far() {
    let folder = Folder::with(
        "forever.c",
        "#include <stdio.h>\nint main(void) { puts(\"started\"); fflush(stdout); for (;;) __asm__ volatile(\"\"); }\n",
    );
    let arguments = "run -n 1 forever.c";
    let mut command = folder.command(arguments);
    let mut child = command
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("weft starts");
    let mut stdout = BufReader::new(child.stdout.take().expect("a pipe"));
    let mut line = String::new();
    stdout.read_line(&mut line).expect("a line of the program");
    assert_eq!(line, "started\n");

    // `timeout` passes the signal on.
    let sent = Command::new("kill")
        .args(["-INT", &child.id().to_string()])
        .status();
    assert!(sent.expect("kill runs").success());
    stdout.read_to_string(&mut line).expect("the rest");
    let output = child.wait_with_output().expect("weft ends");
    Ended::from(arguments, output).exits(INTERRUPTED).says(&[
        "interrupted",
        "issue",
        "instructions",
    ]);
}
