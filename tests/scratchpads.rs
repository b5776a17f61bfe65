//! Chips whose cores talk through scratchpads, by our link and by our rendezvous library after the paper: the same
//! program on one side of a cluster, on a cluster, and on two.

use weft_tests::command::Folder;

/// What `apps/p2p` reports, between rank 0 and `peer`, of few short messages.
fn measured(platform: &str, engine: &str, peer: usize) -> String {
    let program = concat!(env!("CARGO_MANIFEST_DIR"), "/../apps/p2p/p2p.c");
    let options = format!("--quiet --reports --platform {platform} --engine {engine}");
    let command = format!("run {options} {program} -- {peer} 3 256");
    Folder::default().weft(&command).exits(0).stdout
}

/// The cycles of a line that begins with `what`.
fn cycles(printed: &str, what: &str) -> u64 {
    let line = printed.lines().find(|line| line.starts_with(what));
    let number = line.and_then(|line| line.rsplit(' ').next());
    let number = number.and_then(|number| number.parse().ok());
    number.unwrap_or_else(|| panic!("no `{what}` in {printed}"))
}

fn engines_agree(platforms: &[(&str, usize)]) {
    for &(platform, peer) in platforms {
        let fast = measured(platform, "fast", peer);
        assert_eq!(fast, measured(platform, "step", peer), "{platform}");
    }
}

#[test]
fn both_engines_take_the_same_cycles() {
    engines_agree(&[("cortex4", 1), ("cortex4-ocmpi", 1)]);
}

#[test]
#[ignore = "minutes"]
fn both_engines_take_the_same_cycles_on_larger_chips() {
    engines_agree(&[
        ("cortex8", 7),
        ("cortex16", 15),
        ("cortex8-ocmpi", 7),
        ("cortex16-ocmpi", 15),
    ]);
}

#[test]
fn a_message_between_clusters_takes_longer_than_one_inside() {
    between_takes_longer("cortex16");
}

#[test]
#[ignore = "half a minute"]
fn a_message_by_rendezvous_between_clusters_takes_longer() {
    between_takes_longer("cortex16-ocmpi");
}

fn between_takes_longer(platform: &str) {
    let inside = measured(platform, "fast", 1);
    let between = measured(platform, "fast", 15);
    for bytes in ["4", "256"] {
        let time = |printed, peer| cycles(printed, &format!("one-way {bytes} {peer} "));
        assert!(time(&inside, 1) < time(&between, 15));
    }
}

#[test]
fn a_send_by_rendezvous_lasts_until_its_receiver_is_there() {
    let folder = Folder::default();
    folder.write("late.c", LATE);
    let waited = |platform: &str| {
        let command = format!("run -q -n 2 --platform {platform} late.c");
        cycles(&folder.weft(&command).exits(0).stdout, "send ")
    };
    assert!(waited("cortex4-ocmpi") > 20_000);
    assert!(waited("cortex4") < 20_000);
}

/// A receiver that comes 20,000 cycles after its sender.
const LATE: &str = "
#include <mpi.h>
#include <stdio.h>
#include <weft/timer.h>
int main(int argc, char **argv)
{
    int rank, value = 5;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Barrier(MPI_COMM_WORLD);
    const uint32_t start = weft_timer_cycles();
    if (rank == 0) {
        MPI_Send(&value, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
        printf(\"send %d\\n\", (int)(weft_timer_cycles() - start));
    } else {
        while (weft_timer_cycles() - start < 20000) {
        }
        MPI_Recv(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    return MPI_Finalize();
}
";

/// Rank 0 waits for a long message of rank 1, which waits for rank 2, which waits until rank 0 takes another one.
#[test]
fn who_waits_for_a_long_message_serves_others_meanwhile() {
    let folder = Folder::default();
    folder.write("chain.c", CHAIN);
    for platform in ["cortex4", "cortex16"] {
        for engine in ["fast", "step"] {
            let options = format!("-q -n 3 --max-cycles 1000000 --engine {engine}");
            let command = format!("run {options} --platform {platform} chain.c");
            assert_eq!(folder.weft(&command).exits(0).stdout, "7 5\n");
        }
    }
}

const CHAIN: &str = "
#include <mpi.h>
#include <stdio.h>
#define LONG 300
int main(int argc, char **argv)
{
    static int first[LONG], second[LONG];
    int rank, word = 0;
    MPI_Request request;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) {
        MPI_Irecv(second, LONG, MPI_INT, 2, 1, MPI_COMM_WORLD, &request);
        MPI_Recv(first, LONG, MPI_INT, 1, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        printf(\"%d %d\\n\", first[LONG - 1], second[LONG - 1]);
    } else if (rank == 1) {
        first[LONG - 1] = 7;
        MPI_Recv(&word, 1, MPI_INT, 2, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Send(first, LONG, MPI_INT, 0, 1, MPI_COMM_WORLD);
    } else {
        second[LONG - 1] = 5;
        MPI_Send(second, LONG, MPI_INT, 0, 1, MPI_COMM_WORLD);
        MPI_Send(&word, 1, MPI_INT, 1, 2, MPI_COMM_WORLD);
    }
    return MPI_Finalize();
}
";

#[test]
fn memories_that_are_too_small_for_a_link_are_told_with_the_remedy() {
    for base in ["cortex4", "cortex4-ocmpi"] {
        let folder = Folder::default();
        let device = "[[device]]\nkind = \"sram\"\nname = \"scratchpad0\"\nbase = 0x4000_0000\nswitch = \"left0\"\n";
        let platform = format!("extends = \"{base}\"\n{device}size = \"8 KiB\"\n");
        folder.write("small.toml", &platform);
        folder.write(
            "main.c",
            "#include <mpi.h>\nint main(void) { return MPI_Init(0, 0); }\n",
        );
        let ended = folder.weft("run -q --platform small.toml main.c");
        ended.exits(2).says(&[
            "at its switch is too small for the link",
            "raise the size of that device",
        ]);
    }
}

#[test]
fn shared_data_that_reach_into_the_messages_are_told() {
    let folder = Folder::default();
    let program = "#include <mpi.h>\n#include <weft/shared.h>\nstatic WEFT_SHARED volatile char much[WEFT_SHARED_SIZE - 1024];\n\
                   int main(void) { much[0] = 1; return MPI_Init(0, 0); }\n";
    folder.write("much.c", program);
    for platform in ["cortex16", "cortex16-ocmpi"] {
        let ended = folder.weft(&format!("run -q --platform {platform} much.c"));
        ended
            .exits(1)
            .says(&["shared data reach into the memory of messages", "shorten"]);
    }
}

/// Cores that poll could always go on: that they wait for each other shows in that nothing changes.
#[test]
fn ranks_that_poll_for_each_other_are_a_deadlock() {
    let folder = Folder::with(
        "program.c",
        "#include <mpi.h>
int main(int argc, char **argv) {
    int rank, value = 1;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 3) MPI_Barrier(MPI_COMM_WORLD);
    MPI_Recv(&value, 1, MPI_INT, (rank + 1) % 3, 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    return MPI_Finalize();
}
",
    );
    let run = "run --quiet --platform cortex4 --max-cycles 9000000 program.c";
    folder.weft(run).exits(3).says(&[
        "deadlock",
        "rank 0 (core 0) waits in MPI_Recv for a message from rank 1, tag 7: program.c:7 in main",
        "rank 3 (core 3) waits in MPI_Barrier",
        "cycle: rank 0 (core 0) waits for rank 1 (core 1), which waits for rank 2 (core 2), which waits for rank 0 (core 0)",
    ]);
}

/// Requests and answers share buffers on this chip, and all cores use a memory of the other cluster.
#[test]
fn packets_that_wait_for_each_other_are_named_in_the_deadlock() {
    let folder = Folder::with(
        "across.c",
        "#include <mpi.h>
#include <stdint.h>
#include <weft/platform.h>
int main(int argc, char **argv) {
    int rank;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    volatile uint32_t *other = (volatile uint32_t *)(rank < 8 ? WEFT_SCRATCHPAD2_BASE : WEFT_SCRATCHPAD0_BASE);
    other += 0x6000 / 4 + 16 * rank;
    for (int turn = 0; turn < 2000; turn++) {
        *other = *other + 1;
    }
    return MPI_Finalize();
}
",
    );
    folder.weft("run --quiet --platform cortex16 across.c").exits(3).says(&[
        "deadlock after",
        "wait for an access: packets in ",
        " wait for each other (requests and answers share buffers there: see switches.channel_for_answers and switches.buffer): across.c:11 in main",
    ]);
    let apart = "--set switches.channel_for_answers=true";
    folder
        .weft(&format!("run --quiet --platform cortex16 {apart} across.c"))
        .exits(0);
}

/// One that computes is no part of a deadlock, however long others wait for it.
#[test]
fn ranks_that_poll_for_one_that_computes_are_none() {
    let folder = Folder::with(
        "program.c",
        "#include <mpi.h>
int main(int argc, char **argv) {
    int rank;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (int turn = 0; rank == 0 && turn < 3000000; turn++) {
        __asm__ volatile(\"\");
    }
    MPI_Barrier(MPI_COMM_WORLD);
    return MPI_Finalize();
}
",
    );
    let run = "run --quiet --platform cortex4 -n 2 --max-cycles 20000000 program.c";
    folder.weft(run).exits(0);
}
