//! Blocks between tasks, `<mp.h>`: the same programs as processes of this machine, on meshes with message buffers and over the engine on chips
//! without; and what these chips do not have.

use std::path::Path;

use weft_tests::command::{Ended, Folder};

/// Each with the tasks that it can run.
const PLATFORMS: [(&str, usize); 10] = [
    ("host", 64),
    ("nagam", 18),
    ("nagamx", 18),
    ("asip8", 8),
    ("asip8x", 8),
    ("asip8-ipcm", 8),
    ("asip8-dma", 8),
    ("cortex4", 4),
    ("cortex8", 8),
    ("hibi8", 8),
];
/// Those that have no message buffers, and wait by polling or asleep.
const OVER_THE_ENGINE: [&str; 7] = [
    "asip8",
    "asip8-ipcm",
    "asip8-dma",
    "cortex4",
    "cortex16",
    "cortex8-ocmpi",
    "hibi8",
];

const DEADLOCK: i32 = 3;

fn run(folder: &Folder, options: &str, program: &str) -> Ended {
    let source = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("message_buffers")
        .join(program)
        .with_extension("c");
    folder.weft(&format!("run --quiet {options} {}", source.display()))
}

/// Runs a program with this number of tasks; each prints a line that ends with "right", but those of which the test expects none.
fn all_right(program: &str, tasks: usize, lines: usize) {
    let folder = Folder::default();
    for (platform, _) in PLATFORMS.iter().filter(|(_, most)| tasks <= *most) {
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
    let chips = OVER_THE_ENGINE.map(|platform| (platform, "a block from"));
    for (platform, block) in [("host", "a block of"), ("nagam", "a block from")]
        .into_iter()
        .chain(chips)
    {
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
    for platform in OVER_THE_ENGINE {
        run(&folder, &format!("--platform {platform} -n 2"), "early")
            .exits(DEADLOCK)
            .says(&["waits in MP_receive for a block from task 0 (core 0) (exited)"]);
    }
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
    let of_engine = "waits in MP_send for room: task 1 (core 1) (exited) has not received a block";
    let chips = OVER_THE_ENGINE.map(|platform| (platform, of_engine));
    for (platform, report) in reports.into_iter().chain(chips) {
        let options = format!("--platform {platform} -n 2");
        let ended = run(&Folder::default(), &options, "full")
            .exits(DEADLOCK)
            .says(&[report]);
        let has_buffers = reports.iter().any(|(known, _)| *known == platform);
        let sent = ended.stdout.matches("sent\n").count();
        assert!(
            sent == 3 || (sent > 3 && !has_buffers),
            "{platform}: {sent}"
        );
    }
}

/// This number of blocks is more than the receiver's side holds, and no more than find room.
#[test]
fn a_block_that_no_task_receives_keeps_its_sender_from_ending() {
    let source = concat!(env!("CARGO_MANIFEST_DIR"), "/message_buffers/unreceived.c");
    for (platform, blocks) in [("asip8-dma", 5), ("cortex4", 3), ("hibi8", 19)] {
        let run = format!("run --quiet --platform {platform} -n 2 {source} -- {blocks}");
        Folder::default().weft(&run).exits(DEADLOCK).says(&[
            "waits at its end for room: task 1 (core 1) (exited) has not received a block",
        ]);
    }
}

/// What MPI says in `MPI_Finalize`.
#[test]
fn blocks_that_have_come_for_a_task_that_ends_are_told() {
    for platform in OVER_THE_ENGINE.iter().chain(&["host"]) {
        let options = format!("--platform {platform} -n 3");
        run(&Folder::default(), &options, "ends").exits(0).says(&[
            "rank 1: the task ends with blocks never received: 2, the first: 16 bytes from task 0",
        ]);
    }
}

#[test]
fn a_task_that_fails_does_not_stop_the_others() {
    let folder = Folder::default();
    for (platform, _) in PLATFORMS {
        let options = format!("--platform {platform} -n 2");
        let ended = run(&folder, &options, "fails").exits(7);
        assert_eq!(ended.stdout, "right\n", "{platform}");
    }
}

#[test]
fn mpi_and_mp_do_not_meet_in_one_program() {
    let folder = Folder::default();
    for (platform, status) in [("host", 1), ("asip8", 2)] {
        run(&folder, &format!("--platform {platform} -n 2"), "both")
            .exits(status)
            .says(&["a program uses either MPI or <mp.h>, not both"]);
    }
}

/// Nor do they in two of its files, which the linker sees.
#[test]
fn a_file_with_mp_and_one_with_another_interface_are_no_program() {
    let folder = Folder::default();
    let tests = Path::new(env!("CARGO_MANIFEST_DIR"));
    let task = tests.join("message_buffers/next.c");
    for (interface, name) in [("MPI", "finalize/sends.c"), ("MCAPI", "mcapi/waits.c")] {
        let other = tests.join(name);
        let files = format!("-D main=other {} {}", task.display(), other.display());
        let outcome = folder
            .weft(&format!("run --quiet --platform asip8 -n 2 {files}"))
            .exits(2)
            .says(&[&format!(
                "a program uses either {interface} or <mp.h>, not both"
            )]);
        assert!(!outcome.stderr.contains("ld:"), "{}", outcome.stderr);
    }
}

#[test]
fn a_chip_without_memory_for_tasks_is_told_of_by_the_compiler() {
    let folder = Folder::default();
    let outcome = run(&folder, "--platform funcapi -n 2", "memory")
        .exits(2)
        .says(&["need a memory that all cores reach, and this platform has none"]);
    assert!(!outcome.stderr.contains("ld:"), "{}", outcome.stderr);
    run(&folder, "--platform funcapi -n 2", "deadlock")
        .exits(DEADLOCK)
        .says(&["waits in MP_receive for a block from task 1"]);
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
