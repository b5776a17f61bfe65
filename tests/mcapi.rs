//! MCAPI on chips and on this machine: every status code of every function, order by priority, what a platform file lists, the
//! names of MCAPI 1, and the example of four nodes.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use weft_tests::command::Folder;
use weft_tests::share::{some, some_from};

/// Chips whose links differ, and this machine.
fn platforms() -> [String; 4] {
    let funcapi = source("mcapi/funcapi-plain.toml").display().to_string();
    ["asip8".into(), "nagam".into(), "host".into(), funcapi]
}

/// Words by stores and moves, a chip of clusters with memories that the program fits into, and packets into armed buffers.
fn more_platforms() -> [String; 3] {
    let files = [
        "mcapi/funcapix-plain.toml",
        "mpi/cortex16-roomy.toml",
        "mcapi/funcapi-listed.toml",
    ];
    files.map(|file| source(file).display().to_string())
}

/// All of them, or three from this number on.
fn chips(first: usize) -> impl Iterator<Item = String> {
    let all = platforms().into_iter().chain(more_platforms());
    some_from(all.collect(), first, 3)
}

fn source(file: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(file)
}

/// What a program prints.
fn output(options: &str, files: &[&str]) -> String {
    let files = files.iter().map(|file| source(file).display().to_string());
    let files: Vec<String> = files.collect();
    let command = format!("run --quiet {options} {}", files.join(" "));
    Folder::default().weft(&command).exits(0).stdout
}

/// What lines `FUNCTION CODE` say.
fn pairs_of(printed: &str) -> BTreeSet<(String, String)> {
    let pair = |line: &str| {
        let (function, code) = line.split_once(' ').expect("a function and a code");
        (function.to_owned(), code.to_owned())
    };
    printed.lines().map(pair).collect()
}

/// The functions with their codes, as the table says.
fn table() -> BTreeSet<(String, String)> {
    let lines = include_str!("mcapi/codes.txt").lines();
    let pairs = |line: &str| {
        let (function, codes) = line.split_once(": ").expect("a function and its codes");
        let pair = |code: &str| (function.to_owned(), code.to_owned());
        codes.split(' ').map(pair).collect::<Vec<_>>()
    };
    let lines = lines.filter(|line| !line.starts_with('#'));
    lines.flat_map(pairs).collect()
}

#[test]
fn every_function_gives_every_code_of_the_table() {
    let names = [
        "main",
        "nodes",
        "endpoints",
        "messages",
        "packets",
        "scalars",
        "requests",
    ];
    let files = names.map(|name| format!("mcapi/codes/{name}.c"));
    let files: Vec<&str> = files.iter().map(String::as_str).collect();
    for platform in some_from(platforms().to_vec(), 2, 2) {
        let options = format!("--platform {platform} -n 2");
        let mut provoked = pairs_of(&output(&options, &files));
        for other in ["mcapi/codes/after_mpi.c", "mcapi/timeouts.c"] {
            provoked.append(&mut pairs_of(&output(&options, &[other])));
        }
        assert_eq!(provoked, table(), "{platform}");
    }
}

#[test]
fn every_wait_ends_when_its_time_is_over() {
    let calls = [
        "endpoint_get",
        "wait",
        "wait_any",
        "msg_send",
        "msg_recv",
        "pktchan_send",
        "pktchan_recv",
        "sclchan_send_uint8",
        "sclchan_send_uint16",
        "sclchan_send_uint32",
        "sclchan_send_uint64",
        "sclchan_recv_uint8",
        "sclchan_recv_uint16",
        "sclchan_recv_uint32",
        "sclchan_recv_uint64",
    ];
    let expected = calls.map(|call| (call.to_owned(), "TIMEOUT".to_owned()));
    for platform in some_from(platforms().to_vec(), 1, 3) {
        let options = format!("--platform {platform} -n 2");
        let printed = output(&options, &["mcapi/timeouts.c"]);
        assert_eq!(
            pairs_of(&printed),
            BTreeSet::from(expected.clone()),
            "{platform}"
        );
    }
}

#[test]
fn a_node_begins_again_after_its_end_whatever_was_outstanding() {
    for platform in chips(2) {
        let options = format!("--platform {platform} -n 2");
        let printed = output(&options, &["mcapi/again.c"]);
        let codes = BTreeSet::from([
            ("initialize".to_owned(), "NODE_INITIALIZED".to_owned()),
            ("finalize".to_owned(), "NODE_NOTINIT".to_owned()),
        ]);
        assert_eq!(pairs_of(&printed), codes, "{platform}");
    }
}

#[test]
fn packets_of_a_listed_channel_end_with_the_life_of_their_receiver() {
    let platform = source("mcapi/funcapi-listed.toml");
    let options = format!("--platform {} -n 2", platform.display());
    assert_eq!(output(&options, &["mcapi/lives.c"]), "ended\nended\n");
}

#[test]
fn a_node_ends_without_the_others() {
    for platform in chips(6) {
        let options = format!("--platform {platform} -n 2");
        for when in ["early", "late"] {
            let printed = output(&options, &[&format!("mcapi/leaves.c -- {when}")]);
            let by_chance = platform == "host" && printed == "nothing\n";
            assert!(
                printed == "failed\n" || by_chance,
                "{platform}, {when}: {printed}"
            );
        }
    }
}

#[test]
fn a_deadlock_is_told_in_terms_of_mcapi() {
    let program = source("mcapi/waits.c").display().to_string();
    for (what, sentence) in [
        (
            "message",
            "in mcapi_msg_recv for a message from any rank, port 3",
        ),
        (
            "packet",
            "in mcapi_pktchan_recv for a packet or scalar from rank 0, port 3",
        ),
        (
            "open",
            "in mcapi_wait for any rank to connect or open a channel, port 3",
        ),
        (
            "endpoint",
            "in mcapi_endpoint_get for an answer of rank 0, port 99",
        ),
    ] {
        let command = format!("run --quiet --platform asip8 -n 2 {program} -- {what}");
        let ended = Folder::default().weft(&command).exits(3);
        let told = ended
            .stderr
            .lines()
            .find(|line| line.contains("rank 1 (core 1) waits"));
        let told = told.expect("a line of node 1");
        assert!(told.contains(sentence), "{told}");
    }
}

#[test]
fn a_request_that_was_tested_can_be_waited_for() {
    for platform in platforms() {
        let options = format!("--platform {platform} -n 1");
        output(&options, &["mcapi/after_test.c"]);
    }
}

#[test]
fn requests_get_their_messages_in_the_order_in_which_they_began() {
    for platform in chips(1) {
        let options = format!("--platform {platform} -n 2");
        assert_eq!(output(&options, &["mcapi/requests.c"]), "", "{platform}");
    }
}

#[test]
fn messages_come_in_the_order_of_their_priorities() {
    for platform in platforms() {
        let options = format!("--platform {platform} -n 2");
        assert_eq!(
            output(&options, &["mcapi/priorities.c"]),
            "0.0 0.1 0.2 1.0 1.1 1.2 2.0 2.1 2.2 3.0 3.1 3.2 \n"
        );
    }
}

#[test]
fn messages_of_adjacent_lengths_come_whole_and_alone() {
    for platform in chips(3) {
        let options = format!("--platform {platform} -n 2");
        assert_eq!(
            output(&options, &["mcapi/lengths.c"]),
            "944 messages\n",
            "{platform}"
        );
    }
}

/// A controller that reads messages where they are does not reach that.
#[test]
fn messages_from_program_memory_come_whole() {
    for platform in ["funcapi", "funcapix", "hibi8", "asip8-dma"] {
        let options = format!("--platform {platform} -n 2");
        let printed = output(&options, &["mcapi/constants.c"]);
        assert_eq!(printed, "all came\n", "{platform}");
    }
}

#[test]
fn a_long_message_comes_where_it_was_sent_after_one_to_another_node() {
    let expected = ["node 1: 4 bytes"; 2].into_iter();
    let expected = expected.chain(["node 1: 2000 bytes", "node 2: 8 bytes"]);
    let expected: Vec<&str> = expected.collect();
    for platform in ["asip8", "hibi8", "nagam", "host"] {
        let printed = output(
            &format!("--platform {platform} -n 3"),
            &["mcapi/elsewhere.c"],
        );
        let (first, second): (Vec<&str>, Vec<&str>) =
            printed.lines().partition(|line| line.starts_with("node 1"));
        assert_eq!([first, second].concat(), expected, "{platform}");
    }
}

#[test]
fn random_calls_do_what_the_model_says() {
    for (platform, seeds) in [("asip8", 1..4), ("host", 1..20)] {
        for seed in some(seeds, 3) {
            let program = source("mcapi/random.c").display().to_string();
            let command = format!("run --quiet --platform {platform} -n 1 {program} -- {seed}");
            Folder::default().weft(&command).exits(0);
        }
    }
}

/// Random traffic between two nodes, which checks itself. `platform`: and options.
fn pairs(platform: &str, seeds: impl Iterator<Item = u32>, rounds: u32) {
    let program = source("mcapi/random_pairs.c").display().to_string();
    for seed in seeds {
        let options = format!("--quiet --platform {platform} -n 2");
        let command = format!("run {options} {program} -- {seed} {rounds}");
        Folder::default().weft(&command).exits(0);
    }
}

#[test]
fn random_traffic_is_what_the_standard_says() {
    let [asip8, _, host, funcapi] = platforms();
    pairs(&asip8, some(1..3, 1), 40);
    pairs(&funcapi, 3..4, 40);
    pairs(&more_platforms()[0], 4..5, 40);
    pairs(&more_platforms()[2], some(1..7, 2), 40);
    pairs(&host, some(1..4, 1), 200);
}

#[test]
fn few_credits_change_nothing() {
    let [asip8, _, host, funcapi] = platforms();
    let all = [(&funcapi, 2), (&host, 2), (&asip8, 4), (&funcapi, 4)];
    for (platform, credits) in some(all, 2) {
        pairs(&format!("{platform} -D WEFT_CREDITS={credits}"), 1..3, 40);
    }
}

#[test]
fn a_link_that_is_checked_changes_nothing() {
    let [_, _, _, funcapi] = platforms();
    let eight = "hibi8 -D WEFT_TIMEOUT=2000000".to_string();
    for platform in some([funcapi, eight], 1) {
        pairs(&format!("{platform} -D WEFT_CHECKED_LINK=1"), 1..3, 40);
    }
}

#[test]
#[ignore = "minutes: random traffic on all platforms"]
fn much_random_traffic_is_what_the_standard_says() {
    for platform in platforms().iter().chain(&more_platforms()) {
        pairs(platform, 100..140, 200);
    }
}

#[test]
fn a_message_that_was_kept_is_found_whoever_sent_the_last_ones() {
    for platform in ["asip8", "nagam", "host"] {
        assert_eq!(
            output(&format!("--platform {platform} -n 3"), &["mcapi/third.c"]),
            ""
        );
    }
}

#[test]
fn what_is_kept_of_ends_lapses() {
    let codes = [
        "msg_recv ENDP_INVALID",
        "msg_recv TIMEOUT",
        "msg_send ENDP_INVALID",
        "pktchan_recv MEM_LIMIT",
        "pktchan_release BUF_INVALID",
    ];
    for platform in chips(5) {
        let printed = output(&format!("--platform {platform} -n 2"), &["mcapi/lapses.c"]);
        let lines: BTreeSet<&str> = printed.lines().collect();
        assert_eq!(lines, BTreeSet::from(codes), "{platform}");
    }
}

#[test]
fn what_is_kept_of_two_pairs_in_turn_lapses() {
    for platform in chips(4) {
        let options = format!("--platform {platform} -n 2");
        for seed in some(1..4, 1) {
            let program = format!("mcapi/turns.c -- {seed} 60");
            assert_eq!(output(&options, &[&program]), "", "{platform}, {seed}");
        }
    }
}

#[test]
fn a_receive_without_a_buffer_is_refused_before_any_packet_was_awaited() {
    for platform in chips(0) {
        let options = format!("--platform {platform} -n 2");
        let printed = output(&options, &["mcapi/no_buffers.c"]);
        let number = printed.lines().last().unwrap_or_default();
        assert!(number.starts_with("packet "), "{platform}: {printed}");
    }
}

#[test]
fn what_the_platform_file_lists_is_there_from_the_start() {
    let options = format!("--platform {}", source("mcapi/listed.toml").display());
    let printed = output(&options, &["mcapi/listed.c"]);
    let lines: BTreeSet<&str> = printed.lines().collect();
    assert_eq!(lines, BTreeSet::from(["packet", "1234", "message"]));
}

#[test]
fn programs_of_version_1_compile_unchanged() {
    for platform in platforms() {
        let options = format!("--platform {platform} -n 1");
        assert_eq!(output(&options, &["mcapi/version_1.c"]), "0 one 1\n");
    }
}

#[test]
fn four_nodes_do_the_same_wherever_they_are() {
    let sums = "line 0: 645cdc54\nline 1: 9bda2217\nline 2: da8d001a\n";
    let example = ["../apps/mcapi/four_nodes.c"];
    for options in [
        "-n 4",
        "-n 4 --engine step",
        "-n 4 --platform nagam",
        "-n 4 --platform cortex4 -D PICOLIBC_INTEGER_PRINTF_SCANF",
        "-n 4 --platform host",
        "-n 2 -D NODES=2",
    ] {
        assert_eq!(output(options, &example), sums, "{options}");
    }
}

#[test]
fn without_checks_a_right_program_does_the_same() {
    let sums = "line 0: 645cdc54\nline 1: 9bda2217\nline 2: da8d001a\n";
    let options = "-n 4 -D WEFT_MCAPI_CHECKS=0";
    assert_eq!(output(options, &["../apps/mcapi/four_nodes.c"]), sums);
}
