//! Programs whose messages are wrong: no such rank, nobody receives, everybody waits.

use super::status::{DEADLOCK, FAILED};
use weft_tests::command::{Ended, Folder};

/// A program of `body`, with `rank` and an integer `value` at hand.
fn program(body: &str) -> Folder {
    let text = format!(
        "#include <mpi.h>
#include <pthread.h>
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
int main(int argc, char **argv) {{
    int rank, value = 1;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    (void)mutex;
    {body}
    return MPI_Finalize();
}}
"
    );
    Folder::with("program.c", text)
}

/// Runs it on two cores in both engines, which must say the same.
fn in_both_engines(folder: &Folder) -> Ended {
    let [fast, step] = ["fast", "step"]
        .map(|engine| folder.weft(&format!("run --quiet -n 2 --engine {engine} program.c")));
    assert_eq!(fast.stderr, step.stderr);
    assert_eq!(fast.status, step.status);
    fast.speaks_plainly()
}

#[test]
fn rank_out_of_range() {
    let folder = program("if (rank == 1) MPI_Send(&value, 1, MPI_INT, 99, 0, MPI_COMM_WORLD);");
    let pieces = [
        "rank 1",
        "MPI_Send",
        "rank 99",
        "ranks 0 to 1",
        "MPI_ERR_RANK",
    ];
    in_both_engines(&folder).exits(FAILED).says(&pieces);
}

#[test]
fn message_that_nobody_receives() {
    let folder = program("if (rank == 1) MPI_Send(&value, 1, MPI_INT, 0, 7, MPI_COMM_WORLD);");
    let pieces = ["rank 0", "never received", "from rank 1", "tag 7"];
    in_both_engines(&folder).exits(0).says(&pieces);
}

/// MPI_Ssend and `give` end in a call: the compiler makes a jump of it, and they are no longer on the stack.
#[test]
fn functions_that_end_in_a_call_are_named() {
    let text = "#include <mpi.h>
static int value;
__attribute__((noinline)) static int give(int to) {
    return MPI_Ssend(&value, 1, MPI_INT, to, 7, MPI_COMM_WORLD);
}
int main(int argc, char **argv) {
    int rank;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    give(1 - rank);
    MPI_Recv(&value, 1, MPI_INT, 1 - rank, 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    return MPI_Finalize();
}
";
    let ended = in_both_engines(&Folder::with("program.c", text)).exits(DEADLOCK);
    let place = "program.c:4 in give (called from main, program.c:10)";
    ended.says(&[
        "rank 0 (core 0) waits in MPI_Ssend until rank 1 takes a message",
        place,
    ]);
}

/// A loop over MPI_Test that does nothing else never ends, as its registers and memory show.
#[test]
fn ranks_that_test_for_ever() {
    let receive = "MPI_Request request; int done = 0;
    MPI_Irecv(&value, 1, MPI_INT, 1 - rank, 7, MPI_COMM_WORLD, &request);";
    let folder = program(&format!(
        "{receive} while (!done) MPI_Test(&request, &done, MPI_STATUS_IGNORE);"
    ));
    // They are seen in MPI_Test, or on their way to it.
    let pieces = [
        "deadlock",
        "rank 0 (core 0) and rank 1 (core 1) run",
        "program.c:10 in main",
    ];
    in_both_engines(&folder).exits(DEADLOCK).says(&pieces);
    // Such a loop is mostly seen outside the library.
    let folder = program(&format!(
        "{receive} while (!done) {{ MPI_Test(&request, &done, MPI_STATUS_IGNORE);
        for (volatile int i = 0; i < 200; i++) {{ }} }}"
    ));
    in_both_engines(&folder).exits(DEADLOCK).says(&pieces[..1]);
    let folder = program(&format!(
        "{receive} if (rank == 0) MPI_Wait(&request, MPI_STATUS_IGNORE);
        while (!done) MPI_Iprobe(1 - rank, 8, MPI_COMM_WORLD, &done, MPI_STATUS_IGNORE);"
    ));
    let waits = "rank 0 (core 0) waits in MPI_Wait for a message from rank 1, tag 7";
    in_both_engines(&folder)
        .exits(DEADLOCK)
        .says(&[waits, "rank 1 (core 1) runs"]);
}

/// One that counts, or looks at the clock, may end by itself.
#[test]
fn ranks_that_test_until_they_have_had_enough() {
    for (condition, status) in [
        ("tests++ < 60000", 0),
        ("MPI_Wtime() < 0.05", 0),
        ("tests++ < 2000000000", FAILED),
    ] {
        let folder = program(&format!(
            "int done = 0, tests = 0;
            while (!done && {condition}) MPI_Iprobe(1 - rank, 7, MPI_COMM_WORLD, &done, MPI_STATUS_IGNORE);
            (void)tests; (void)value;"
        ));
        folder
            .weft("run --quiet -n 2 --max-cycles 40000000 program.c")
            .exits(status);
    }
}

#[test]
fn two_ranks_that_wait_for_each_other() {
    let folder = program(
        "MPI_Recv(&value, 1, MPI_INT, 1 - rank, 7 + rank, MPI_COMM_WORLD, MPI_STATUS_IGNORE);",
    );
    let pieces = [
        "deadlock",
        "rank 0 (core 0) waits in MPI_Recv for a message from rank 1, tag 7: program.c:9",
        "rank 1 (core 1) waits in MPI_Recv for a message from rank 0, tag 8: program.c:9",
        "program.c:9",
    ];
    in_both_engines(&folder).exits(DEADLOCK).says(&pieces);
}

#[test]
fn barrier_that_one_rank_never_reaches() {
    let folder = program("if (rank == 0) MPI_Barrier(MPI_COMM_WORLD); else return 0;");
    in_both_engines(&folder)
        .exits(DEADLOCK)
        .says(&["rank 0", "MPI_Barrier", "program.c:9"]);
}

#[test]
fn lock_that_its_owner_takes_away() {
    let folder = program(
        "MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 1) { pthread_mutex_lock(&mutex); MPI_Send(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD); return 0; }
    MPI_Recv(&value, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    pthread_mutex_lock(&mutex);",
    );
    let pieces = [
        "rank 0 (core 0) waits in pthread_mutex_lock for lock 0",
        "held by rank 1 (exited)",
        "program.c:12",
    ];
    in_both_engines(&folder).exits(DEADLOCK).says(&pieces);
}
