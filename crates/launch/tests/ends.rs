//! How a job ends: the exit status, and the one message that names the rank that caused the end.

mod common;

use common::weftrun;

/// Runs a job of `ranks` and returns its exit status and standard error.
fn run(ranks: usize, behaviour: &str) -> (i32, String) {
    let output = weftrun(&format!("-n {ranks}"), behaviour).output().unwrap();
    let text = String::from_utf8(output.stderr).unwrap();
    (output.status.code().unwrap(), text)
}

/// Returns the place that a report gives for a wait in the line `text` of `behave`, in `function`, which main calls in the line `call`.
fn place(text: &str, function: &str, call: &str) -> String {
    let source = include_str!("programs/behave.c");
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

#[test]
fn all_is_well() {
    assert_eq!(run(3, "nothing"), (0, String::new()));
}

#[test]
fn one_rank_alone_is_a_job() {
    assert_eq!(run(1, "nothing"), (0, String::new()));
}

#[test]
fn a_rank_that_exits_takes_the_job_down() {
    let message = "weftrun: rank 1 ended with status 3; the rest of the job is stopped\n";
    assert_eq!(run(3, "exit 3"), (3, message.to_owned()));
}

#[test]
fn a_rank_that_dies_takes_the_job_down() {
    let message =
        "weftrun: rank 1 was killed by signal 11 (SIGSEGV); the rest of the job is stopped\n";
    assert_eq!(run(3, "segfault"), (139, message.to_owned()));
}

#[test]
fn a_rank_that_leaves_without_finalize_takes_the_job_down() {
    let message = "weftrun: rank 1 ended without MPI_Finalize; the rest of the job is stopped\n";
    assert_eq!(run(3, "exit 0"), (1, message.to_owned()));
}

#[test]
fn a_rank_that_leaves_without_init_takes_the_job_down() {
    // How many of the others have reached MPI_Init by then depends on timing.
    let message = |waiting: u32| {
        format!("weftrun: rank 1 ended without MPI_Init, where rank {waiting} waits for it; the rest of the job is stopped\n")
    };
    let (status, text) = run(3, "leave");
    assert_eq!(status, 1);
    assert!([message(0), message(2)].contains(&text), "{text}");
}

#[test]
fn an_abort_is_told_once_by_its_rank() {
    let (status, text) = run(3, "abort 7");
    assert_eq!((status, text.lines().count()), (7, 1), "{text}");
    assert!(
        text.contains("rank 1") && text.contains("MPI_Abort"),
        "{text}"
    );
}

#[test]
fn an_error_is_told_once_by_its_rank() {
    let (status, text) = run(3, "error");
    assert_eq!((status, text.lines().count()), (1, 1), "{text}");
    assert!(text.contains("rank 1: MPI_Send: rank 99"), "{text}");
}

#[test]
fn behind_finalize_a_status_is_only_passed_on() {
    assert_eq!(run(3, "late"), (1, String::new()));
}

#[test]
fn the_timeout_stops_a_job() {
    let output = weftrun("-n 2 --timeout 0.3", "sleep").output().unwrap();
    assert_eq!(output.status.code(), Some(124));
    let text = String::from_utf8(output.stderr).unwrap();
    assert!(text.contains("did not end within 0.3 s"), "{text}");
    assert!(text.contains("  rank 1 runs\n"), "{text}");
}

#[test]
fn ranks_that_receive_in_a_ring_are_a_deadlock() {
    let output = weftrun("-n 3", "receives").output().unwrap();
    let text = String::from_utf8(output.stderr).unwrap();
    let waits = |rank: u32, peer: u32| {
        let place = place(
            "MPI_Recv(&token, 1, MPI_INT, (rank + 1)",
            "receive_in_a_ring",
            "receive_in_a_ring(ranks);",
        );
        format!("  rank {rank} waits in MPI_Recv for a message from rank {peer}, tag 7{place}\n")
    };
    let told = [
        "weftrun: deadlock: no rank can go on\n",
        &[waits(0, 1), waits(1, 2), waits(2, 0)].concat(),
        "  cycle: rank 0 waits for rank 1, which waits for rank 2, which waits for rank 0\n",
    ];
    assert_eq!((output.status.code(), text), (Some(3), told.concat()));
    // The output that they have printed before is not lost.
    let printed = String::from_utf8(output.stdout).unwrap();
    assert_eq!(printed.lines().count(), 3, "{printed}");
}

/// Where the kernel forbids membarrier(), ranks still wake each other, and a deadlock is detected as soon as all sleep.
#[test]
fn ranks_without_membarrier_wait_like_others() {
    let output = weftrun("-n 2", "ring without membarrier").output().unwrap();
    let printed = String::from_utf8(output.stdout).unwrap();
    assert_eq!(
        (output.status.code(), printed.as_str()),
        (Some(0), "token 2000\n")
    );
    let (status, text) = run(3, "receives without membarrier");
    let told = "weftrun: deadlock: no rank can go on\n  rank 0 waits in MPI_Recv for a message from rank 1, tag 7: ";
    assert!(status == 3 && text.starts_with(told), "{status}: {text}");
}

#[test]
fn large_messages_that_none_takes_are_a_deadlock() {
    let (status, text) = run(2, "large sends");
    let piece = "  rank 0 waits in MPI_Send until rank 1 takes a message of 1048576 bytes, tag 3: ";
    assert!(status == 3 && text.contains(piece), "{status}: {text}");
}

#[test]
fn a_rank_that_has_ended_is_waited_for_in_a_deadlock() {
    let (status, text) = run(2, "no barrier");
    let piece =
        "rank 0 waits in MPI_Finalize for a message from rank 1 (ended) in a collective operation: ";
    assert!(status == 3 && text.contains(piece), "{status}: {text}");
}

#[test]
fn ranks_that_wait_for_one_that_computes_are_no_deadlock() {
    assert_eq!(run(3, "compute"), (0, String::new()));
}

#[test]
fn a_program_that_is_not_there_is_named() {
    let output = std::process::Command::new(env!("CARGO_BIN_EXE_weftrun"))
        .args(["-n", "2", "./nowhere"])
        .output();
    let output = output.unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8(output.stderr)
        .unwrap()
        .contains("cannot start ./nowhere"));
}

#[test]
fn too_many_ranks_are_refused() {
    let output = weftrun("-n 1025", "nothing").output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8(output.stderr)
        .unwrap()
        .contains("1 to 1024 ranks, not 1025"));
}
