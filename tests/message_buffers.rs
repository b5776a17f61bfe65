//! Blocks between tasks, `<mp.h>`: the same programs as processes of this machine and on meshes; and what these chips do not have.

use std::path::Path;

use weft_tests::command::{Ended, Folder};

const PLATFORMS: [&str; 3] = ["host", "nagam", "nagamx"];

const DEADLOCK: i32 = 3;

fn run(folder: &Folder, options: &str, program: &str) -> Ended {
    let source = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("message_buffers")
        .join(program)
        .with_extension("c");
    folder.weft(&format!("run --quiet {options} {}", source.display()))
}

/// Runs a program with so many tasks; each prints a line that ends with "right", but those of which the test expects none.
fn all_right(program: &str, tasks: usize, lines: usize) {
    let folder = Folder::default();
    for platform in PLATFORMS {
        let options = format!("--platform {platform} -n {tasks}");
        let printed = run(&folder, &options, program).exits(0).stdout;
        let right = printed.lines().filter(|line| line.ends_with("right"));
        assert_eq!(right.count(), lines, "{platform}: {printed}");
        assert_eq!(printed.lines().count(), lines, "{platform}: {printed}");
    }
}

#[test]
fn every_error_is_returned_and_changes_nothing() {
    all_right("errors", 2, 1);
}

#[test]
fn blocks_of_a_sender_come_in_order() {
    all_right("order", 3, 3);
}

#[test]
fn blocks_of_all_lengths_come_whole() {
    for tasks in [2, 5, 18] {
        all_right("traffic", tasks, tasks);
    }
}

#[test]
fn what_is_written_to_the_memory_is_read_by_all() {
    all_right("memory", 5, 5);
}

#[test]
fn blocks_of_any_task_are_taken_as_they_come() {
    all_right("next", 6, 1);
}

#[test]
fn tasks_that_wait_for_each_other_are_told() {
    for (platform, block) in [("host", "a block of"), ("nagam", "a block from")] {
        let options = format!("--platform {platform} -n 2");
        run(&Folder::default(), &options, "deadlock")
            .exits(DEADLOCK)
            .says(&[
                &format!("waits in MP_receive for {block} task 1"),
                &format!("waits in MP_receive for {block} task 0"),
            ]);
    }
}

#[test]
fn a_task_that_waits_for_one_that_has_ended_is_told() {
    let folder = Folder::default();
    run(&folder, "--platform host -n 2", "early")
        .exits(DEADLOCK)
        .says(&["task 1 waits in MP_receive for a block of task 0, which has ended"]);
}

#[test]
fn a_task_that_finds_no_room_is_told() {
    let reports = [
        (
            "host",
            "task 0 waits in MP_send to task 1, which has ended, for 64 words of room",
        ),
        (
            "nagam",
            "waits in MP_send for room in its output buffer: task 1",
        ),
    ];
    for (platform, report) in reports {
        let options = format!("--platform {platform} -n 2");
        let ended = run(&Folder::default(), &options, "full")
            .exits(DEADLOCK)
            .says(&[report]);
        assert_eq!(ended.stdout, "sent\nsent\nsent\n", "{platform}");
    }
}

#[test]
fn a_task_that_fails_does_not_stop_the_others() {
    let folder = Folder::default();
    for platform in PLATFORMS {
        let options = format!("--platform {platform} -n 2");
        let ended = run(&folder, &options, "fails").exits(7);
        assert_eq!(ended.stdout, "right\n", "{platform}");
    }
}

#[test]
fn mpi_and_mp_do_not_meet_in_one_program() {
    let folder = Folder::default();
    run(&folder, "--platform host -n 2", "both")
        .exits(1)
        .says(&["a program uses either MPI or <mp.h>, not both"]);
}

#[test]
fn a_chip_without_message_buffers_is_told_of_by_the_compiler() {
    let folder = Folder::default();
    let outcome = run(&folder, "--platform asip8 -n 2", "deadlock")
        .exits(2)
        .says(&["<mp.h> needs hardware message buffers, and this platform has none"]);
    assert_eq!(
        outcome.stderr.matches("error:").count(),
        1,
        "{}",
        outcome.stderr
    );
}

#[test]
fn a_chip_without_locks_is_told_of_by_the_compiler() {
    let folder = Folder::default();
    let lock = Path::new(env!("CARGO_MANIFEST_DIR")).join("../apps/lock/lock.c");
    let outcome = folder
        .weft(&format!("run --quiet --platform nagam {}", lock.display()))
        .exits(2)
        .says(&["this platform has no locks and no barriers for <pthread.h>"]);
    assert_eq!(
        outcome.stderr.matches("error:").count(),
        1,
        "{}",
        outcome.stderr
    );
}
