//! <qos.h>: what each call returns, what raising a priority costs, and a benchmark whose tasks ask the network for something.

use weft_tests::command::Folder;

const CALLS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/qos/calls.c");
const ANNOTATIONS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/qos/annotations.c");
const COST: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/qos/cost.c");
const REGION: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/qos/region.c");
const LANDING: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/qos/landing.c");
const STORM: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/qos/storm.c");
const APPS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../apps");

/// A program that checks calls, on two cores of platforms with switches and without.
fn checks_hold(program: &str, switched: [&str; 2]) {
    for platform in switched {
        for engine in ["fast", "step"] {
            let options = format!("--platform {platform} --engine {engine} --max-cycles 3000000");
            let run = format!("run --quiet -n 2 {options} {program}");
            Folder::default().weft(&run).exits(0);
        }
    }
    for platform in ["asip8", "host"] {
        let run = format!("run --quiet -n 2 --platform {platform} {program}");
        Folder::default().weft(&run).exits(0);
    }
}

#[test]
fn every_call_says_what_came_of_it_with_switches_and_without() {
    checks_hold(CALLS, ["cortex4", "cortex16-fixed-priority"]);
}

#[test]
fn attributes_and_hints_of_a_communicator_are_in_force_in_its_region() {
    checks_hold(ANNOTATIONS, ["cortex4", "cortex16-ocmpi"]);
}

#[test]
fn raising_a_priority_is_one_store() {
    let disasm = format!("disasm --platform cortex4 --function raise_priority {CALLS}");
    let printed = Folder::default().weft(&disasm).exits(0).stdout;
    let stores = printed.matches("sw ").count();
    assert_eq!((stores, printed.lines().count()), (1, 5), "{printed}");
}

#[test]
fn a_region_of_priority_takes_a_store_a_memory() {
    let disasm = format!("disasm --platform cortex4 --function ask_priority {COST}");
    let printed = Folder::default().weft(&disasm).exits(0).stdout;
    assert_eq!(printed.matches("sw ").count(), 1, "{printed}");
    let run = format!("run --quiet --platform cortex16 --max-cycles 1000000 {COST}");
    let printed = Folder::default().weft(&run).exits(0).stdout;
    let change = printed.split_whitespace().nth(3);
    let cycles: u32 = change.and_then(|cycles| cycles.parse().ok()).unwrap();
    assert!(cycles < 450, "{printed}");
}

/// Cycles of the tasks of a setting of apps/qos, after this number of rounds.
fn tasks(platform: &str, benchmark: &str, how: &str, setting: &str, rounds: u32) -> Vec<f64> {
    let sources = format!("{APPS}/qos/qos.c {APPS}/qos/traffic.c");
    let options = format!("--platform {platform} --max-cycles 10000000");
    let run =
        format!("run --quiet --reports {options} {sources} -- {benchmark} {how} 6 105 {rounds}");
    let printed = Folder::default().weft(&run).exits(0).stdout;
    let words = format!("kernel {setting} ");
    let lines = printed.lines().filter_map(|line| line.strip_prefix(&words));
    let cycles = lines.filter_map(|rest| rest.split(' ').nth(1)?.parse().ok());
    cycles.collect()
}

fn sum(tasks: &[f64]) -> f64 {
    tasks.iter().sum()
}

#[test]
fn who_is_prioritized_is_faster_and_the_others_pay() {
    let plain = tasks("cortex16-fixed-priority", "1", "plain", "a", 1);
    let asked = tasks("cortex16-fixed-priority", "1", "qos", "a", 1);
    assert_eq!((plain.len(), asked.len()), (16, 16));
    assert!(
        sum(&asked[8..]) < 0.9 * sum(&plain[8..]),
        "{plain:?} {asked:?}"
    );
    assert!(sum(&asked[..8]) > sum(&plain[..8]), "{plain:?} {asked:?}");
}

/// How many tasks end behind all of a lower number.
fn in_order(tasks: &[f64]) -> usize {
    let latest = |before: &[f64]| before.iter().copied().fold(0.0, f64::max);
    let ends = tasks.iter().enumerate();
    ends.filter(|(task, end)| **end > latest(&tasks[..*task]))
        .count()
}

#[test]
fn circuits_bring_tasks_nearer_to_the_order_of_their_numbers() {
    let plain = tasks("cortex16-fixed-priority", "1", "plain", "c", 4);
    let asked = tasks("cortex16-fixed-priority", "1", "qos", "c", 4);
    assert_eq!((plain.len(), asked.len()), (16, 16));
    assert!(in_order(&asked) > in_order(&plain), "{plain:?} {asked:?}");
}

#[test]
fn a_task_with_circuits_is_faster_than_all_others() {
    let asked = tasks("cortex16", "2", "qos", "e", 1);
    let others = asked.iter().enumerate().filter(|(task, _)| *task != 5);
    assert!(others.clone().count() == 15, "{asked:?}");
    assert!(
        others.into_iter().all(|(_, cycles)| *cycles > asked[5]),
        "{asked:?}"
    );
}

/// Cycles that tests/qos/region.c prints for an exchange.
fn exchange(printed: &str, place: &str) -> f64 {
    let mut lines = printed.lines();
    let cycles = lines.find_map(|line| line.strip_prefix(place)?.trim().parse().ok());
    cycles.unwrap_or_else(|| panic!("no `{place}` in {printed}"))
}

#[test]
fn messages_have_the_priority_of_their_region_and_no_longer() {
    let run = format!("run --quiet --platform cortex16 --max-cycles 3000000 {REGION}");
    let printed = Folder::default().weft(&run).exits(0).stdout;
    let [before, inside, behind] =
        ["before", "inside", "behind"].map(|place| exchange(&printed, place));
    assert!(inside < 0.8 * before, "{printed}");
    assert!((behind / before - 1.0).abs() < 0.02, "{printed}");
}

/// Cycles of a lap of the critical set of apps/qos/critical.c, on the average.
fn lap(platform: &str, arguments: &str) -> f64 {
    seeded_lap(platform, arguments, 1)
}

fn seeded_lap(platform: &str, arguments: &str, seed: u32) -> f64 {
    let options = format!("--platform {platform} --max-cycles 1000000");
    let program = format!("-D PICOLIBC_INTEGER_PRINTF_SCANF {APPS}/qos/critical.c");
    let run = format!("run --quiet {options} {program} -- {arguments} 200000 64 64 {seed}");
    let printed = Folder::default().weft(&run).exits(0).stdout;
    let words: Vec<&str> = printed.split_whitespace().collect();
    let mean = words.iter().position(|word| *word == "mean");
    mean.and_then(|at| words[at + 1].parse().ok())
        .unwrap_or_else(|| panic!("no mean in {printed}"))
}

#[test]
fn all_cores_may_have_circuits_and_all_messages_arrive() {
    let run = format!("run --quiet --platform cortex16 --max-cycles 3000000 {STORM}");
    Folder::default().weft(&run).exits(0);
}

#[test]
fn messages_over_circuits_keep_their_order_among_others() {
    for platform in ["cortex16", "cortex16-fixed-priority", "cortex4"] {
        let options = format!("--platform {platform} --max-cycles 30000000");
        let define = "-D PICOLIBC_INTEGER_PRINTF_SCANF";
        let run = format!("run --quiet {options} {define} {LANDING}");
        Folder::default().weft(&run).exits(0);
    }
}

/// Published library and ours: a circuit is held while words of a message are moved, by either side.
#[test]
fn circuits_make_a_critical_program_faster_under_load() {
    for platform in ["cortex16-ocmpi-fixed-priority", "cortex16"] {
        let beside = lap(platform, "beside none");
        let by_circuits = lap(platform, "beside circuit");
        assert!(by_circuits < 0.7 * beside, "{beside} {by_circuits}");
    }
}

/// Cycles of a single message in apps/qos/alarm.c, on the average.
fn alarm(platform: &str, service: &str) -> f64 {
    let options = format!("--platform {platform} -D PICOLIBC_INTEGER_PRINTF_SCANF");
    let run = format!("run --quiet {options} {APPS}/qos/alarm.c -- {service} 500000 64 1");
    let printed = Folder::default().weft(&run).exits(0).stdout;
    exchange(
        &printed
            .replace(" mean ", "\nmean ")
            .replace(" worst ", "\nworst "),
        "mean",
    )
}

#[test]
fn single_messages_are_faster_under_load_by_hints() {
    let plain = alarm("cortex16", "none");
    assert!(alarm("cortex16", "circuit") < 0.75 * plain, "{plain}");
    assert!(alarm("cortex16-vc", "priority") < 0.75 * plain, "{plain}");
}

#[test]
fn circuits_cost_a_program_nothing_without_load() {
    for platform in ["cortex16-fixed-priority", "cortex16"] {
        let plain = lap(platform, "alone none");
        let by_circuits = lap(platform, "alone circuit");
        assert!(by_circuits < plain, "{plain} {by_circuits}");
    }
}

#[test]
fn a_priority_makes_a_critical_program_faster_under_load() {
    // The load of one seed may leave the critical cores alone by chance.
    let laps = |arguments| -> f64 {
        let seeds = 1..=5;
        seeds
            .map(|seed| seeded_lap("cortex16-fixed-priority", arguments, seed))
            .sum()
    };
    let (beside, prioritized) = (laps("beside none"), laps("beside priority"));
    assert!(prioritized < 0.85 * beside, "{beside} {prioritized}");
}

#[test]
fn an_annotation_keeps_a_program_on_time_where_each_class_has_a_channel() {
    let beside = lap("cortex16-vc", "beside none");
    let annotated = lap("cortex16-vc", "beside priority");
    assert!(annotated < 0.8 * beside, "{beside} {annotated}");
}

/// Rank 0 keeps a circuit to a memory and waits for rank 1, which reads from that memory first.
#[test]
fn a_deadlock_names_the_core_whose_circuit_others_wait_for() {
    let folder = Folder::with(
        "keeps.c",
        "#include <mpi.h>
#include <qos.h>
#include <stdint.h>
int main(int argc, char **argv) {
    int rank, value = 1;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) {
        weft_qos_open(WEFT_NI_DEVICE_EXTERNAL, WEFT_QOS_ONE_WAY);
        MPI_Recv(&value, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    } else {
        for (int turn = 0; turn < 1000; turn++) {
            value += *(volatile int *)WEFT_EXTERNAL_BASE;
        }
        MPI_Send(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
    }
    return MPI_Finalize();
}
",
    );
    let run = "run --quiet -n 2 --platform cortex4 --max-cycles 9000000 keeps.c";
    folder.weft(run).exits(3).says(&[
        "deadlock",
        "rank 0 (core 0) waits in MPI_Recv for a message from rank 1, tag 0: keeps.c:10 in main",
        "rank 1 (core 1) waits for an access whose way is reserved for a circuit of rank 0: keeps.c:13 in main",
        "cycle: rank 0 (core 0) waits for rank 1 (core 1), which waits for rank 0 (core 0)",
    ]);
}
