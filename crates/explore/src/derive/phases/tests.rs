//! Waveforms of a request and of hand-overs, written by hand after the tables of docs/contract/sync.md, bus.md and devices.md.

use super::hand_overs::{hand_overs, HandOver};
use super::requests::{requests, Request};
use super::*;

/// A chip of two cores whose signals are 0 from cycle 0 on.
fn chip() -> Waveform {
    let mut wave = Waveform::default();
    for core in 0..2 {
        for signal in ["issue", "state", "lines"] {
            wave = wave.with(&format!("core{core}.{signal}"), &[(0, 0)]);
        }
        for signal in ["tx_state", "tx_destination"] {
            wave = wave.with(&format!("crossbar.node{core}.{signal}"), &[(0, 0)]);
        }
    }
    wave.with("sync.busy", &[(0, 0)])
        .with("bus.master", &[(0, 0)])
}

/// Core 0 drives a request that issues in cycle 10.
fn request() -> Waveform {
    chip()
        .with("core0.issue", &[(0, 0), (10, 1), (11, 0), (13, 1)])
        .with("crossbar.node0.tx_state", &[(0, 0), (11, REQUEST), (13, 0)])
        .with("crossbar.node0.tx_destination", &[(0, 0), (11, 2), (13, 0)])
        .with("sync.busy", &[(0, 0), (11, 1), (13, 0)])
}

#[test]
fn a_request_is_sent_and_processed() {
    let expected = Request {
        sent: 1,
        processed: 2,
    };
    assert_eq!(requests(&request()).unwrap(), [expected]);
}

#[test]
fn a_request_counts_if_it_is_an_instructions_and_alone() {
    let both = request()
        .with("crossbar.node1.tx_state", &[(0, 0), (11, REQUEST)])
        .with("crossbar.node1.tx_destination", &[(0, 0), (11, 2)]);
    assert_eq!(requests(&both).unwrap(), []);
    let to_a_core = request().with("crossbar.node0.tx_destination", &[(0, 0), (11, 1)]);
    assert_eq!(requests(&to_a_core).unwrap(), []);
    let retry = request().with("core0.issue", &[(0, 0), (13, 1)]);
    assert_eq!(requests(&retry).unwrap(), []);
}

#[test]
fn a_message_wakes_the_next_owner() {
    let states = [(0, 0), (5, SLEEP), (24, WAKE), (28, REQUEST), (31, 0)];
    let wave = chip()
        .with("sync.lock3.held", &[(0, 0), (3, 1), (23, 0), (31, 1)])
        .with("sync.lock3.owner", &[(0, 0), (31, 1)])
        .with("sync.lock3.waiting", &[(0, 0), (5, 2), (23, 0)])
        .with("sync.barrier3.waiting", &[(0, 0)])
        .with("crossbar.node1.tx_state", &states)
        .with("core1.issue", &[(0, 1), (2, 0), (31, 1)]);
    let expected = HandOver {
        notify: 1,
        wake: 4,
        retry: 3,
    };
    assert_eq!(hand_overs(&wave).unwrap(), [expected]);
}

#[test]
fn a_granted_lock_is_not_tried_again() {
    let wave = chip()
        .with("sync.lock3.held", &[(0, 0), (3, 1)])
        .with("sync.lock3.owner", &[(0, 0), (23, 1)])
        .with("sync.lock3.waiting", &[(0, 0), (5, 2), (23, 0)])
        .with(
            "crossbar.node1.tx_state",
            &[(0, 0), (5, SLEEP), (23, WAKE), (24, 0)],
        )
        .with("core1.issue", &[(0, 1), (2, 0), (24, 1)]);
    let expected = HandOver {
        notify: 0,
        wake: 1,
        retry: 0,
    };
    assert_eq!(hand_overs(&wave).unwrap(), [expected]);
}

/// Core 0 frees a test-and-set register in the cycle before 23; core 1 takes it by a read that issues in cycle 40.
fn register() -> Waveform {
    chip()
        .with("locks.lock3.taken", &[(0, 0), (3, 1), (23, 0), (43, 1)])
        .with("bus.master", &[(0, 0), (41, 1)])
        .with("core1.issue", &[(0, 1), (15, 0), (30, 1), (41, 0), (44, 1)])
}

#[test]
fn an_interrupt_wakes_the_next_owner() {
    let wave = register()
        .with("locks.lock3.waiting", &[(0, 0), (5, 2), (23, 0)])
        .with(
            "core1.state",
            &[(0, 0), (15, ASLEEP), (30, 0), (41, BUS), (44, 0)],
        )
        .with("core1.lines", &[(0, 0), (24, EXTERNAL), (35, 0)]);
    let expected = HandOver {
        notify: 1,
        wake: 16,
        retry: 4,
    };
    assert_eq!(hand_overs(&wave).unwrap(), [expected]);
}

#[test]
fn a_core_that_polls_is_neither_notified_nor_woken() {
    let idle = register().with("locks.lock3.waiting", &[(0, 0)]);
    assert_eq!(hand_overs(&idle).unwrap(), []);
    let polls = idle.with(
        "core1.state",
        &[(0, 0), (15, BUS), (19, 0), (41, BUS), (44, 0)],
    );
    let expected = HandOver {
        notify: 0,
        wake: 0,
        retry: 4,
    };
    assert_eq!(hand_overs(&polls).unwrap(), [expected]);
    let same_core = polls.with("bus.master", &[(0, 1)]);
    assert_eq!(hand_overs(&same_core).unwrap(), []);
}

#[test]
fn a_spread_has_three_figures_or_none() {
    let figures = spread("wake", vec![7, 4, 5, 4]);
    let expected = [
        ("phase wake best", 4.0),
        ("phase wake median", 5.0),
        ("phase wake worst", 7.0),
    ];
    assert_eq!(
        figures,
        expected.map(|(case, value)| (case.to_owned(), value))
    );
    assert_eq!(spread("wake", Vec::new()), []);
}
