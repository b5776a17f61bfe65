//! Ctrl-C ends a run with the summary so far, and so does `--timeout`.

use super::status::{INTERRUPTED, TIMED_OUT};
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

#[test]
fn the_timeout_ends_a_run_on_a_chip_and_on_this_machine() {
    let folder = Folder::with(
        "forever.c",
        "int main(void) { for (;;) __asm__ volatile(\"\"); }\n",
    );
    let run = "run --quiet -n 1 --timeout 0.5";
    let on_chip = folder.weft(&format!("{run} forever.c"));
    on_chip.exits(TIMED_OUT).says(&[
        "0.5 s of this machine's time, as --timeout says",
        "rank 0 (core 0) runs",
        "forever.c:1",
    ]);
    let on_host = folder.weft(&format!("{run} --platform host forever.c"));
    let pieces = ["the job did not end within 0.5 s", "rank 0 runs"];
    on_host.exits(TIMED_OUT).says(&pieces);
    let none = folder.weft("run --timeout 0 forever.c");
    none.exits(2).says(&["more than 0 seconds"]);
}
