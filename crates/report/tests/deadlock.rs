//! Deadlock reports of made-up scenes, word for word.

use crate::common::{address_of, app};
use std::collections::BTreeMap;
use weft_report::deadlock::{Peer, Reason, Scene, Standing, Traffic, Wait};
use weft_report::symbols::Location;
use weft_sim::port::{Task, Wait as Hardware};

/// wait_for called by work (with receive inlined) called by main.
fn in_library() -> Vec<Location> {
    let symbols = app().symbols;
    let addresses = [
        address_of("wait_for") + 6,
        address_of("work") + 0x27,
        address_of("main") + 9,
    ];
    addresses.map(|address| symbols.locate(address)).to_vec()
}

/// Why a core waits: the whole reason, or what the hardware says.
trait Why {
    fn reason(self) -> Reason;
}

impl Why for Reason {
    fn reason(self) -> Reason {
        self
    }
}

impl Why for Hardware {
    fn reason(self) -> Reason {
        Reason::Hardware(self)
    }
}

fn waits(why: impl Why) -> Standing {
    Standing::Waits(Wait {
        reason: why.reason(),
        backtrace: Vec::new(),
    })
}

fn receives(from: Peer) -> Reason {
    Reason::Message {
        from,
        tag: Some(7),
        traffic: Traffic::Message,
    }
}

/// The report of a chip on which rank r is placed on core r.
fn report(standings: Vec<Standing>) -> String {
    let core_of_rank = (0..standings.len()).collect();
    Scene {
        cycle: 12_345,
        standings,
        core_of_rank,
        task_of_core: BTreeMap::new(),
    }
    .describe()
}

/// The line about core 0.
fn line(why: impl Why, others: &[Standing]) -> String {
    let standings = [&[waits(why)], others].concat();
    report(standings).lines().nth(1).unwrap().trim().to_owned()
}

const EXITED: Standing = Standing::Exited { status: 0 };

#[test]
fn two_ranks_that_receive_from_each_other() {
    let wait = |from| {
        Standing::Waits(Wait {
            reason: receives(Peer::Core(from)),
            backtrace: in_library(),
        })
    };
    let report = report(vec![wait(1), wait(0)]);
    insta::assert_snapshot!("receive_from_each_other", report);
}

#[test]
fn tasks_of_a_graph_are_known_by_their_names() {
    let wait = |number: u32| {
        let core = Some(number as usize);
        waits(Hardware::Block {
            from: Some(Task { number, core }),
        })
    };
    let tasks = ["source", "sink"].map(str::to_string);
    let scene = Scene {
        cycle: 100,
        standings: vec![wait(1), wait(0)],
        core_of_rank: Vec::new(),
        task_of_core: (0..).zip(tasks).collect(),
    };
    let text = scene.describe();
    assert!(
        text.contains("task source (core 0) waits for a block from task sink"),
        "{text}"
    );
    assert!(
        text.contains("cycle: task source (core 0) waits for task sink (core 1)"),
        "{text}"
    );
}

/// Over the engine, where a task is a rank.
#[test]
fn blocks_of_tasks_are_no_messages() {
    let receives = |from| Reason::Message {
        from,
        tag: Some(4),
        traffic: Traffic::Block,
    };
    let sends = Reason::Delivery {
        to: Peer::Core(1),
        tag: Some(4),
        traffic: Traffic::Block,
        bytes: Some(256),
    };
    for (reason, expected) in [
        (
            receives(Peer::Core(1)),
            "for a block from task 1 (core 1) (exited)",
        ),
        (receives(Peer::Any), "for a block from any task"),
        (
            sends,
            "for room: task 1 (core 1) (exited) has not received a block of 256 bytes",
        ),
    ] {
        let expected = format!("rank 0 (core 0) waits {expected}");
        assert_eq!(line(reason, &[EXITED]), expected);
    }
}

#[test]
fn a_ring_is_named_from_its_lowest_core_and_bystanders_are_not_in_it() {
    let wait = |from| waits(receives(Peer::Core(from)));
    let report = report(vec![wait(2), wait(3), wait(1), wait(2)]);
    assert_eq!(
        report.lines().last().unwrap(),
        "  cycle: rank 1 (core 1) waits for rank 3 (core 3), which waits for rank 2 (core 2), which waits for rank 1 (core 1)"
    );
}

#[test]
fn a_rank_that_waits_for_itself() {
    assert!(report(vec![waits(receives(Peer::Core(0)))])
        .ends_with("cycle: rank 0 (core 0) waits for itself\n"));
}

#[test]
fn receiving() {
    let any = Reason::Message {
        from: Peer::Any,
        tag: Some(-1),
        traffic: Traffic::Message,
    };
    assert_eq!(
        line(any, &[]),
        "rank 0 (core 0) waits for a message from any rank, any tag"
    );
    assert_eq!(
        line(receives(Peer::Core(1)), &[EXITED]),
        "rank 0 (core 0) waits for a message from rank 1 (exited), tag 7"
    );
}

#[test]
fn sending() {
    let sends = |to, tag, traffic, bytes| Reason::Delivery {
        to,
        tag,
        traffic,
        bytes,
    };
    assert_eq!(
        line(
            sends(Peer::Core(1), Some(4), Traffic::Message, Some(20_000)),
            &[waits(Hardware::Mailbox)]
        ),
        "rank 0 (core 0) waits until rank 1 takes a message of 20,000 bytes, tag 4"
    );
    assert_eq!(
        line(sends(Peer::NoSuchRank(9), Some(4), Traffic::Collective, None), &[]),
        "rank 0 (core 0) waits until rank 9 (not started) takes a message in a collective operation"
    );
}

#[test]
fn of_mcapi() {
    let awaits = |from, traffic| Reason::Message {
        from,
        tag: Some(5),
        traffic,
    };
    for (traffic, sentence) in [
        (Traffic::PortMessage, "for a message from any rank, port 5"),
        (
            Traffic::Channel,
            "for a packet or scalar from any rank, port 5",
        ),
        (
            Traffic::Notice,
            "for any rank to connect or open a channel, port 5",
        ),
        (Traffic::Question, "for an answer of any rank, port 5"),
    ] {
        assert_eq!(
            line(awaits(Peer::Any, traffic), &[]),
            format!("rank 0 (core 0) waits {sentence}")
        );
    }
    let refused = Reason::Delivery {
        to: Peer::Core(1),
        tag: Some(7),
        traffic: Traffic::Channel,
        bytes: Some(100),
    };
    assert_eq!(
        line(refused, &[EXITED]),
        "rank 0 (core 0) waits until rank 1 (exited) takes a packet or scalar of 100 bytes, port 7"
    );
}

#[test]
fn locks() {
    let lock = |owner| Hardware::Lock { number: 5, owner };
    assert_eq!(
        line(lock(Some(1)), &[EXITED]),
        "rank 0 (core 0) waits for lock 5, held by rank 1 (exited)"
    );
    assert_eq!(
        line(lock(None), &[]),
        "rank 0 (core 0) waits for lock 5, which nobody holds"
    );
}

#[test]
fn barriers_name_who_is_missing() {
    let barrier = |cores| Hardware::Barrier { number: 0, cores };
    let bus = waits(Hardware::Mailbox);
    assert_eq!(
        line(barrier(3), &[EXITED, bus.clone()]),
        "rank 0 (core 0) waits at barrier 0: 1 of 3 cores have arrived; missing are rank 1 (exited) and rank 2"
    );
    assert_eq!(
        line(barrier(2), std::slice::from_ref(&bus)),
        "rank 0 (core 0) waits at barrier 0: 1 of 2 cores have arrived; missing is rank 1"
    );
    assert_eq!(
        line(barrier(2), &[bus.clone(), bus.clone()]),
        "rank 0 (core 0) waits at barrier 0: 1 of 2 cores have arrived; it takes 1 more of rank 1 and rank 2"
    );
    assert_eq!(
        line(barrier(4), &[bus, Standing::NoProgram]),
        "rank 0 (core 0) waits at barrier 0: 1 of 4 cores have arrived; missing are 3, but there are only rank 1"
    );
}

#[test]
fn what_only_the_hardware_knows() {
    assert_eq!(
        line(Hardware::Mailbox, &[]),
        "rank 0 (core 0) waits for a message: its mailbox is empty"
    );
    assert_eq!(
        line(
            Hardware::Interrupt {
                enabled: 1 << 7 | 1 << 3,
                devices: vec![]
            },
            &[]
        ),
        "rank 0 (core 0) waits for an interrupt (wfi): software and timer"
    );
    let devices = vec!["clock, which is stopped".to_owned(), "dma".to_owned()];
    assert_eq!(
        line(
            Hardware::Interrupt {
                enabled: 1 << 11,
                devices
            },
            &[]
        ),
        "rank 0 (core 0) waits for an interrupt (wfi): external (clock, which is stopped; dma)"
    );
    assert_eq!(
        line(
            Hardware::Interrupt {
                enabled: 0,
                devices: vec![]
            },
            &[]
        ),
        "rank 0 (core 0) waits for an interrupt (wfi), but none is enabled"
    );
    assert_eq!(
        line(Hardware::NeverGranted { token: 1, payload: 2 }, &[]),
        "rank 0 (core 0) waits for the release of lock 2, which it does not hold: it will never be granted"
    );
}

#[test]
fn many_cores_in_the_same_situation_share_a_line() {
    let all = vec![waits(Hardware::Mailbox); 64];
    let report = report(all);
    assert_eq!(report.lines().count(), 2, "{report}");
    assert!(
        report.ends_with("rank 7 (core 7) and 56 more wait for a message: its mailbox is empty\n"),
        "{report}"
    );
}
