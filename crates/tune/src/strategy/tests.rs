//! Choices worked by hand, and the longest wait for a poll against polls counted out.

use super::*;
use crate::request::latest_poll;
use crate::{CopyTime, Moves};

const MS: u64 = 1_000_000;

fn constants() -> Constants {
    Constants {
        request: Nanoseconds(600_000),
        interrupt: Nanoseconds(70_000),
        poll: Nanoseconds(2_000),
        external: CopyTime(102_400),
        internal: CopyTime(10_240),
        dsp_request: Nanoseconds(80_000),
        timer: Nanoseconds(0),
        moves: Moves::default(),
    }
}

fn audio() -> Kind {
    Kind {
        name: "audio".to_string(),
        count: 1,
        most: 1,
        period: Nanoseconds(20 * MS),
        input: Bytes(320),
        output: Bytes(160).into(),
        deadline: Nanoseconds(100 * MS),
        work: Nanoseconds(6 * MS).into(),
        blocks: vec![1, 2],
        polling: vec![Nanoseconds(20 * MS), Nanoseconds(5 * MS)],
    }
}

fn cost(blocks: u32, notification: Notification, memory: Memory) -> Cost {
    let choice = Choice {
        blocks,
        notification,
        memory,
    };
    Strategy::new(&audio(), choice, &constants()).cost
}

#[test]
fn an_interrupted_choice_costs_what_the_equations_say() {
    // 320 and 160 bytes at 10 ns a byte: 3,200 and 1,600 ns.
    let expected = Cost {
        load: PerMillion(33_740), // (600,000 + 70,000 + 4,800) / 20,000,000
        internal: Bytes(320),
        latency: Nanoseconds(600_000 + 3_200 + 6_080_000 + 70_000 + 1_600),
        dsp: PerMillion(304_000),
    };
    assert_eq!(cost(1, Notification::Interrupt, Memory::Internal), expected);
}

#[test]
fn a_polled_choice_needs_a_block_more_and_waits_for_the_poll() {
    // 320 and 160 bytes at 100 ns a byte: 32,000 and 16,000 ns.
    let expected = Cost {
        load: PerMillion(32_500), // (600,000 + 2,000 + 48,000) / 20,000,000
        internal: Bytes(0),
        latency: Nanoseconds(20 * MS + 2_000 + 16_000),
        dsp: PerMillion(304_000),
    };
    let polling = Notification::Polling(Nanoseconds(20 * MS));
    assert_eq!(cost(1, polling, Memory::External), expected);
    assert_eq!(cost(1, polling, Memory::Internal).internal, Bytes(640));
}

#[test]
fn polls_pay_for_the_expiries_of_the_timer_that_only_they_need() {
    let constants = Constants {
        timer: Nanoseconds(3_000),
        ..constants()
    };
    let load = |blocks, polling| {
        let choice = Choice {
            blocks,
            notification: Notification::Polling(Nanoseconds(polling * MS)),
            memory: Memory::Internal,
        };
        Strategy::new(&audio(), choice, &constants).cost.load
    };
    assert_eq!(load(1, 20), PerMillion(30_340)); // (600,000 + 2,000 + 4,800) / 20,000,000
    assert_eq!(load(1, 60), PerMillion(30_273)); // (600,000 + 2,000 / 3 + 4,800) / 20,000,000
    assert_eq!(load(1, 5), PerMillion(31_090)); // (600,000 + 4 x 2,000 + 3 x 3,000 + 4,800) / 20,000,000
                                                // One of four polls at 0, 15, 30, 45... falls on 0, 20, 40...
    assert_eq!(load(1, 15), PerMillion(30_523));
    // Blocks are gathered every 20 ms, and the timer expires for them.
    assert_eq!(load(2, 20), PerMillion(15_340)); // (600,000 + 2 x 2,000 + 9,600) / 40,000,000
}

#[test]
fn faster_polls_cost_more_and_need_one_block() {
    let polled = cost(
        1,
        Notification::Polling(Nanoseconds(5 * MS)),
        Memory::Internal,
    );
    assert_eq!(polled.load, PerMillion(30_640)); // (600,000 + 4 x 2,000 + 4,800) / 20,000,000
    assert_eq!(polled.internal, Bytes(320));
    // The DSP is done after 6.7 ms: the second poll sees it.
    assert_eq!(polled.latency, Nanoseconds(10 * MS + 2_000 + 1_600));
}

#[test]
fn merged_blocks_are_gathered_first() {
    let merged = cost(2, Notification::Interrupt, Memory::Internal);
    assert_eq!(merged.load, PerMillion(16_990)); // (600,000 + 70,000 + 9,600) / 40,000,000
    assert_eq!(merged.internal, Bytes(640));
    let held = 600_000 + 6_400 + 12_080_000 + 70_000 + 3_200;
    assert_eq!(merged.latency, Nanoseconds(20 * MS + held));
    assert_eq!(merged.dsp, PerMillion(302_000));
}

#[test]
fn a_block_that_is_held_beyond_a_period_needs_another() {
    let slow = Kind {
        work: Nanoseconds(19 * MS + 500_000).into(),
        ..audio()
    };
    let choice = Choice {
        blocks: 1,
        notification: Notification::Interrupt,
        memory: Memory::Internal,
    };
    let cost = Strategy::new(&slow, choice, &constants()).cost;
    assert!(cost.latency > slow.period);
    assert_eq!(cost.internal, Bytes(640));
}

#[test]
fn choices_that_are_late_or_too_dear_are_not_possible() {
    let all = strategies(&audio(), &constants());
    assert_eq!(all.len(), 12);
    let hasty = Kind {
        deadline: Nanoseconds(7 * MS),
        ..audio()
    };
    let possible = |kind: &Kind| all.iter().filter(|one| one.is_possible(kind)).count();
    assert_eq!(possible(&audio()), 12);
    assert_eq!(possible(&hasty), 2);
}

/// Requests and polls on one clock, from a time at which both fall together until they do so again.
fn latest_poll_counted(done: u64, period: u64, gathering: u64, polling: u64) -> u64 {
    let requests = (0..polling).map(|number| number * period + gathering);
    let wait = |request: u64| (request + done).div_ceil(polling) * polling - request;
    requests.map(wait).max().expect("at least one request")
}

#[test]
fn the_longest_wait_for_a_poll_is_that_of_all_requests() {
    let times = |times: [u64; 4]| times.map(Nanoseconds);
    for period in 1..=24 {
        for polling in 1..=24 {
            for (done, gathering) in (1..=50).zip([0, 1, 5, 12].into_iter().cycle()) {
                let [latest, whole, gathered, polls] = times([done, period, gathering, polling]);
                let latest = latest_poll(latest, whole, gathered, polls);
                let counted = latest_poll_counted(done, period, gathering, polling);
                assert_eq!(
                    latest.0, counted,
                    "{done} of {period}, {gathering} gathered, polled every {polling}"
                );
            }
        }
    }
}
