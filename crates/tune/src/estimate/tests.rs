//! The estimate against a simulation of requests that queue for a DSP.

use super::*;
use crate::request::Part;
use crate::Memory;

const MS: u64 = 1_000_000;
const US: u64 = 1_000;

fn part(own: u64) -> Part {
    Part {
        moving: Nanoseconds(0),
        own: Nanoseconds(own),
    }
}

fn request(period: u64, service: u64) -> Request {
    Request {
        period: Nanoseconds(period),
        expiry: Nanoseconds(period),
        gathering: Nanoseconds(0),
        begin: part(0),
        service: part(service),
        result: Nanoseconds(0),
        end: part(0),
        memory: Memory::External,
        block: crate::units::Bytes(0),
    }
}

/// Mean and 99th percentile of the wait of the first task's requests, over many random phases of all tasks.
fn simulated(tasks: &[Request]) -> (f64, u64) {
    let mut random = fastrand::Rng::with_seed(1);
    let mut waits = Vec::new();
    for _ in 0..2_000 {
        waits.extend(waits_of_first(tasks, &mut random));
    }
    waits.sort_unstable();
    let mean = waits.iter().sum::<u64>() as f64 / waits.len() as f64;
    (mean, waits[waits.len() * 99 / 100])
}

/// The waits of some twenty requests, first come first served.
fn waits_of_first(tasks: &[Request], random: &mut fastrand::Rng) -> Vec<u64> {
    let end = 20 * tasks.iter().map(|task| task.period.0).max().unwrap_or(0);
    let mut arrivals = Vec::new();
    for (number, task) in tasks.iter().enumerate() {
        let first = random.u64(0..task.period.0);
        let times = (first..end).step_by(task.period.0 as usize);
        arrivals.extend(times.map(|time| (time, number)));
    }
    arrivals.sort_unstable();
    let (mut free_at, mut waits) = (0, Vec::new());
    for (time, task) in arrivals {
        let begin = time.max(free_at);
        free_at = begin + tasks[task].service.own.0;
        if task == 0 {
            waits.push(begin - time);
        }
    }
    waits
}

/// A gateway's requests: audio, and video of another period, so that phases drift.
fn gateway(audio: u64, video: usize) -> Vec<Request> {
    let mut tasks = vec![request(20 * MS, audio * US); 3];
    tasks.extend(vec![request(4_167 * US, 575 * US); video]);
    tasks
}

#[test]
fn the_mean_wait_is_not_below_a_simulation_and_not_far_above() {
    for video in 0..=3 {
        let tasks = gateway(1_075, video);
        let wait = Wait::among(tasks[1..].iter().map(|&one| vec![one]));
        let (mean, p99) = simulated(&tasks);
        let estimate = wait.busy * wait.mean_when_busy;
        let ratio = estimate / mean;
        assert!(
            (1.0..1.8).contains(&ratio),
            "{video} video: {estimate} and {mean}"
        );
        assert!(
            wait.quantile(0.99) > 0.9 * p99 as f64,
            "{video} video: {p99}"
        );
    }
}

#[test]
fn a_task_alone_waits_for_polls_only() {
    let alone = Wait::among(std::iter::empty());
    let request = request(20 * MS, 6 * MS);
    let interrupted = latency(&[request], Notification::Interrupt, alone).expect("there is time");
    assert_eq!((interrupted.mean.0, interrupted.p99.0), (6 * MS, 6 * MS));
    let polled = |polling| {
        latency(
            &[request],
            Notification::Polling(Nanoseconds(polling)),
            alone,
        )
    };
    assert_eq!(polled(20 * MS).expect("there is time").mean.0, 20 * MS);
    // Requests fall 0, 5 and 10 ms after a poll.
    assert_eq!(polled(15 * MS).expect("there is time").mean.0, 15 * MS);
    assert_eq!(polled(15 * MS).expect("there is time").p99.0, 20 * MS);
}

#[test]
fn no_time_left_is_no_estimate() {
    let wait = Wait::among([vec![request(MS, MS)]].into_iter());
    assert_eq!(
        latency(&[request(MS, 1)], Notification::Interrupt, wait),
        None
    );
}
