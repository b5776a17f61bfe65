//! Schedules worked by hand, and the longest latency of a task alone.

use super::*;
use crate::{
    Bytes, Choice, Constants, CopyTime, InTurn, Kind, Memory, Moves, PerMillion, Plan, Platform,
    Strategy, Task as Place,
};

const US: u64 = 1_000;

pub(crate) fn scenario(periods: &[u64]) -> Scenario {
    let kind = |&period: &u64| Kind {
        name: String::new(),
        count: 1,
        most: 1,
        period: Nanoseconds(period * US),
        input: Bytes(0),
        output: Bytes(0).into(),
        deadline: Nanoseconds(0),
        work: Nanoseconds(100 * US).into(),
        blocks: vec![1, 2],
        polling: Vec::new(),
    };
    Scenario {
        name: String::new(),
        summary: String::new(),
        platform: Platform {
            constants: Constants {
                request: Nanoseconds(10 * US),
                interrupt: Nanoseconds(3 * US),
                poll: Nanoseconds(US),
                external: CopyTime(0),
                internal: CopyTime(0),
                dsp_request: Nanoseconds(20 * US),
                timer: Nanoseconds(0),
                moves: Moves::default(),
            },
            dsps: 1,
            internal: Bytes(0),
            dsp_limit: PerMillion::WHOLE,
        },
        kinds: periods.iter().map(kind).collect(),
    }
}

/// Each kind once, served so: blocks merged, and microseconds between polls, or 0.
pub(crate) fn plan(scenario: &Scenario, ways: &[(u32, u64)]) -> Plan {
    let served = |(kind, &(blocks, polling)): (usize, &(u32, u64))| {
        let choice = Choice {
            blocks,
            notification: match polling {
                0 => Notification::Interrupt,
                _ => Notification::Polling(Nanoseconds(polling * US)),
            },
            memory: Memory::External,
        };
        Served {
            task: Place { kind, number: 0 },
            dsp: 0,
            strategy: Strategy::new(&scenario.kinds[kind], choice, &scenario.platform.constants),
        }
    };
    Plan {
        tasks: ways.iter().enumerate().map(served).collect(),
        bound: PerMillion(0),
    }
}

pub(crate) fn all_in_microseconds(times: &[Nanoseconds]) -> Vec<u64> {
    times.iter().map(|time| time.0 / US).collect()
}

fn microseconds(periods: &[u64], ways: &[(u32, u64)]) -> Vec<u64> {
    let scenario = scenario(periods);
    let plan = plan(&scenario, ways);
    all_in_microseconds(&play(&scenario, &plan).longest)
}

#[test]
fn alone_a_task_takes_what_the_model_says() {
    for polling in [0, 50, 100, 150, 400, 800] {
        for blocks in [1, 2] {
            let scenario = scenario(&[400]);
            let plan = plan(&scenario, &[(blocks, polling)]);
            let alone = plan.tasks[0].strategy.cost.latency;
            assert_eq!(
                play(&scenario, &plan).longest,
                [alone],
                "{blocks}, {polling}"
            );
        }
    }
}

#[test]
fn requests_that_come_together_wait_for_each_other() {
    // Both begin at 0: the quicker one's reaches the DSP at 10 and is done at 130, when the GPP is told: 133. The other's is there at 20, begins at
    // 130 and is done at 250.
    assert_eq!(microseconds(&[400, 800], &[(1, 0), (1, 0)]), [133, 253]);
    // The second, polled every 200, goes first, and is seen at 200.
    assert_eq!(microseconds(&[400, 800], &[(1, 0), (1, 200)]), [253, 201]);
    // Polled every 400 it goes second again, and is seen behind the first one's next request, which the GPP makes until 410.
    assert_eq!(microseconds(&[400, 800], &[(1, 0), (1, 400)]), [133, 411]);
}

#[test]
fn the_order_is_that_of_the_timers() {
    let scenario = scenario(&[800, 400]);
    assert_eq!(
        order(&scenario, &plan(&scenario, &[(1, 0), (1, 0)])),
        [1, 0]
    );
    assert_eq!(
        order(&scenario, &plan(&scenario, &[(1, 200), (1, 0)])),
        [0, 1]
    );
}

/// Copies to external memory take 100 us a KiB.
fn with_blocks(periods: &[u64], inputs: &[u64]) -> Scenario {
    let mut scenario = scenario(periods);
    scenario.platform.constants.external = CopyTime(100 * US);
    for (kind, &bytes) in scenario.kinds.iter_mut().zip(inputs) {
        kind.input = Bytes(bytes);
    }
    scenario
}

#[test]
fn blocks_that_are_moved_at_once_share_the_bus() {
    let mut scenario = with_blocks(&[1000, 1000], &[1024, 1024]);
    scenario.platform.constants.moves.external = CopyTime(100 * US);
    scenario.platform.constants.moves.bus.external = CopyTime(150 * US);
    let played = play(&scenario, &plan(&scenario, &[(1, 0), (1, 0)]));
    // The first is copied until 100 and requested until 110. Then the DSP fetches it while the GPP copies the second: both take 300 instead of
    // 100, until 410. The first is done at 530, and told of until 533; the second is fetched until 630, done at 750 and told of until 753.
    assert_eq!(all_in_microseconds(&played.longest), [533, 753]);
    // The second call begins when the first request is made.
    assert_eq!(all_in_microseconds(&played.calls), [533, 643]);
    // Of each period's 1000 us 200 are waited.
    assert_eq!(played.waiting, PerMillion(200_000));
}

#[test]
fn what_is_urgent_interrupts_a_copy() {
    let scenario = with_blocks(&[400, 800], &[0, 4096]);
    // The second copies from 10 on, but for 130 to 133, when the first is told of, and 400 to 410, when that is requested again: until 423. Its
    // request, made until 433, waits for the first one's, which is done at 530; it is done at 650.
    let played = play(&scenario, &plan(&scenario, &[(1, 0), (1, 0)]));
    assert_eq!(all_in_microseconds(&played.longest), [133, 653]);
}

#[test]
fn blocks_in_turn_take_their_own_times() {
    let mut scenario = scenario(&[400, 400]);
    let works = [100, 50].map(|work| Nanoseconds(work * US)).to_vec();
    scenario.kinds[0].work = InTurn::new(works).expect("two");
    let plan = plan(&scenario, &[(1, 0), (1, 0)]);
    let cost = plan.tasks[0].strategy.cost;
    assert_eq!(cost.latency, Nanoseconds(133 * US));
    // 120 and 70 of every 800.
    assert_eq!(cost.dsp, PerMillion(237_500));
    // The second one's wait is longest behind the longer ones.
    let longest = play(&scenario, &plan).longest;
    assert_eq!(all_in_microseconds(&longest), [133, 253]);
}
