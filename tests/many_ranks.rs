//! More than 64 ranks: MPI and MCAPI on meshes of 256 and 1,024 cores, and as many processes of this machine.

use std::path::Path;

use weft_tests::command::{Ended, Folder};

fn run(options: &str, program: &str) -> Ended {
    let source = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("many_ranks")
        .join(program)
        .with_extension("c");
    let command = format!("run --quiet {options} {}", source.display());
    Folder::default().weft(&command)
}

#[test]
fn mpi_on_256_cores() {
    let printed = run("--platform mesh256", "everything").exits(0).stdout;
    assert_eq!(printed, "256 of 256 ranks right\n");
}

#[test]
fn ranks_that_send_before_they_receive_do_not_wait_for_each_other() {
    for options in ["--platform mesh256", "--platform host -n 100"] {
        assert_eq!(run(options, "both_first").exits(0).stdout, "0 wrong\n");
    }
}

/// Cycles, classes, messages, the network's loads, the hottest functions and what the engine ran ahead; output and picture.
#[test]
fn two_threads_of_this_machine_change_nothing_but_its_time() {
    // The program names its folder, where it is built.
    let folder = Folder::default();
    let of = |threads: &str| {
        let heat = Path::new(env!("CARGO_MANIFEST_DIR")).join("../apps/heat/heat.c");
        let options = format!("--platform mesh256 -n 64 --json facts {threads}");
        let command = format!("run {options} {} -- 64 256 5 heat.pgm", heat.display());
        let printed = folder.weft(&command).exits(0).stdout;
        let mut facts: serde_json::Value =
            serde_json::from_slice(&folder.read("facts")).expect("facts");
        for of_this_machine in ["seconds", "mips", "translated", "interpreted"] {
            let facts = facts.as_object_mut().expect("an object");
            facts.remove(of_this_machine).expect(of_this_machine);
        }
        (printed, folder.read("heat.pgm"), facts)
    };
    let one = of("");
    assert!(one.0.contains("mean "), "{}", one.0);
    assert_eq!(of("--threads 2"), one);
    assert_eq!(of("--threads 3"), one);
}

/// Sorting the keys takes no longer than the exchange of them, in whichever order they are.
#[test]
fn a_split_takes_little_longer_with_keys_in_no_order() {
    let printed = run("--reports --platform mesh256", "split").exits(0).stdout;
    assert!(printed.starts_with("0 wrong\n"), "{printed}");
    let cycles = |order: &str| -> f64 {
        let mut lines = printed.lines();
        let found = lines.find_map(|line| line.strip_prefix(order));
        found.expect(order).trim().parse().expect("a number")
    };
    for order in ["reversed", "equal", "mixed"] {
        let (sorted, others) = (cycles("in order"), cycles(order));
        assert!(others < 3.0 * sorted, "{order}: {others} and {sorted}");
    }
}

#[test]
fn mpi_in_100_processes() {
    let printed = run("--platform host -n 100", "everything").exits(0).stdout;
    assert_eq!(printed, "100 of 100 ranks right\n");
}

/// Nodes have more than six bits in the handles of endpoints, and in the notes of the library.
#[test]
fn mcapi_between_nodes_that_are_far_apart() {
    let printed = run("--platform mesh256", "far_nodes").exits(0).stdout;
    let mut nodes: Vec<&str> = printed.lines().collect();
    nodes.sort_unstable();
    let right = [
        "node 0 is right",
        "node 254 is right",
        "node 255 is right",
        "node 85 is right",
    ];
    assert_eq!(nodes, right);
}

/// Ranks above 255 as the source of messages that any rank might have sent, and in an error.
#[test]
fn ranks_of_more_than_a_byte_are_told_whole() {
    for platform in ["mesh1024", "host"] {
        let options = format!("-D LONGER -n 300 --platform {platform}");
        let ended = run(&options, "sources").exits(1);
        assert_eq!(ended.stdout, "right\n", "{platform}");
        ended.says(&["rank 298: MPI_Recv: a message of 8 bytes from rank 299 with tag 0"]);
    }
}

#[test]
fn a_job_of_too_many_ranks_is_refused() {
    run("--platform host -n 1025", "sources")
        .exits(2)
        .says(&["1 to 1024 ranks, not 1025"]);
}

#[test]
#[ignore = "long: a minute"]
fn mcapi_on_1024_cores() {
    let printed = run("--platform mesh1024", "far_nodes").exits(0).stdout;
    assert_eq!(
        printed
            .lines()
            .filter(|line| line.ends_with("is right"))
            .count(),
        4
    );
}

#[test]
#[ignore = "long: a minute"]
fn mpi_on_1024_cores() {
    let printed = run("--platform mesh1024", "everything").exits(0).stdout;
    assert_eq!(printed, "1024 of 1024 ranks right\n");
}
