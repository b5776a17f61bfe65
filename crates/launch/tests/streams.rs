//! Standard input, output, and more ranks than processors.

mod common;

use std::io::Write;
use std::process::Stdio;

use common::weftrun;

#[test]
fn rank_0_reads_standard_input_and_others_find_it_empty() {
    let mut command = weftrun("-n 3", "input");
    let mut child = command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    child
        .stdin
        .take()
        .unwrap()
        .write_all(b"one\ntwo\n")
        .unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!(
        String::from_utf8(output.stdout).unwrap(),
        "0: one\n0: two\n"
    );
}

#[test]
fn labelled_output_that_is_lost_is_told() {
    let full = std::fs::File::create("/dev/full").unwrap();
    let mut weftrun = weftrun("-n 2 --label", "print");
    let output = weftrun.stdout(full).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(
        said.contains("cannot write the output of the ranks"),
        "{said}"
    );
}

#[test]
fn labelled_output_to_a_closed_stream_is_told() {
    let weftrun = weftrun("-n 2 --label", "print");
    let mut shell = std::process::Command::new("sh");
    shell.args(["-c", "exec \"$0\" \"$@\" >&-"]);
    shell.arg(weftrun.get_program()).args(weftrun.get_args());
    let output = shell.output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(said.contains("standard output is closed"), "{said}");
}

#[test]
fn labels_tell_who_prints() {
    let output = weftrun("-n 2 --label", "print").output().unwrap();
    let lines = |bytes: Vec<u8>| {
        let mut lines: Vec<String> = String::from_utf8(bytes)
            .unwrap()
            .lines()
            .map(str::to_owned)
            .collect();
        lines.sort();
        lines
    };
    assert_eq!(lines(output.stdout), ["[0] out", "[1] out"]);
    assert_eq!(lines(output.stderr), ["[0] err", "[1] err"]);
}

#[test]
fn many_more_ranks_than_processors_get_on() {
    let ranks = 4 * std::thread::available_parallelism().unwrap().get().min(12);
    let output = weftrun(&format!("-n {ranks}"), "ring").output().unwrap();
    assert_eq!(
        String::from_utf8(output.stdout).unwrap(),
        format!("token {}\n", ranks * 1000)
    );
}

/// If such ranks kept their processors until the system takes them away, this would take minutes.
#[test]
fn ranks_that_test_in_a_loop_let_others_get_on() {
    let ranks = 4 * std::thread::available_parallelism().unwrap().get().min(12);
    let output = weftrun(&format!("-n {ranks}"), "testing ring")
        .output()
        .unwrap();
    assert_eq!(
        String::from_utf8(output.stdout).unwrap(),
        format!("token {}\n", ranks * 2000)
    );
}

#[test]
fn ranks_that_are_not_bound_get_on() {
    let output = weftrun("-n 2 --bind none", "ring").output().unwrap();
    assert_eq!(String::from_utf8(output.stdout).unwrap(), "token 2000\n");
}

#[test]
fn verbose_tells_where_ranks_run() {
    let output = weftrun("-n 2 --verbose", "nothing").output().unwrap();
    let text = String::from_utf8(output.stderr).unwrap();
    assert!(text.contains("weftrun: rank 1 of 2 is process "), "{text}");
}
