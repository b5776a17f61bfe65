//! Ctrl-C ends a run with the summary so far, and so does `--timeout`.

use super::status::{INTERRUPTED, TIMED_OUT};
use std::io::Read;
use weft_tests::command::{interrupt, started, Ended, Folder, FOREVER};

#[test]
fn ctrl_c_prints_the_summary_so_far() {
    let folder = Folder::with("forever.c", FOREVER.0);
    let arguments = "run -n 1 forever.c";
    let (child, mut stdout) = started(&mut folder.command(arguments));
    interrupt(&child);
    let mut rest = String::new();
    stdout.read_to_string(&mut rest).expect("the rest");
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
