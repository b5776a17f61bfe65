//! Compares the estimate of latencies by queueing theory (`weft_tune::estimate`) with the simulated chip: streams whose phases drift through all
//! values, and whose service times on the DSP are drawn at random.
//!
//! ```text
//! queue N HOW mean                 simulated latency of the first of N streams, in milliseconds; HOW is interrupt or polled
//! queue N HOW mean estimate        the estimate divided by the simulated latency; p99 likewise
//! ```

use anyhow::Result;
use weft_run::RunResult;
use weft_tune::{
    estimate, Choice, Memory, Nanoseconds, Notification, PerMillion, Plan, Scenario, Served,
    Strategy, Task,
};

use super::case::{self, Case};
use super::scenario;
use crate::measurements::Measurement;
use crate::special::{Entry, Special};
use crate::strategy::streams::{arguments, How, Owner, Stream, Told};

/// How many streams share the DSP: a tenth of its time each.
const STREAMS: [usize; 3] = [2, 4, 7];
/// Their periods in microseconds, the measured stream's first; none divides another.
const PERIODS_US: [u64; 7] = [5_000, 4_813, 5_347, 4_639, 5_527, 5_171, 4_957];
const POLLING: Nanoseconds = Nanoseconds(2_300_000);
const MEASURED_PERIODS: [u64; 2] = [580, 150];
const US: u64 = 1_000;
const MS: f64 = 1e6;

/// Measures the streams, by their number and by how the GPP is notified of the first one's results.
///
/// # Errors
/// When a variable is missing, or the file of tasks is wrong.
pub fn queue(entry: &Entry) -> Result<Special> {
    let told = [
        ("interrupt", Notification::Interrupt),
        ("polled", Notification::Polling(POLLING)),
    ];
    let tasks = scenario(entry)?;
    let cases = STREAMS.iter().flat_map(|&count| {
        let tasks = &tasks;
        told.map(|(how, told)| case(tasks, count, how, told))
    });
    let periods = MEASURED_PERIODS[usize::from(entry.quick)];
    let words = |case: &Case| arguments(Owner::Gpp, true, periods, &streams(case));
    case::runs(entry, cases.collect(), words, figures)
}

/// Returns a case whose streams all use interrupts and internal memory, except that the first is notified as `first` says.
fn case(tasks: &Scenario, count: usize, how: &str, first: Notification) -> Case {
    let mut scenario = tasks.clone();
    let kind = scenario.kinds.remove(0);
    let kinds = PERIODS_US[..count].iter().map(|&period| {
        let mut kind = kind.clone();
        kind.period = Nanoseconds(period * US);
        kind
    });
    scenario.kinds = kinds.collect();
    let served = |(number, kind)| {
        let notification = match number {
            0 => first,
            _ => Notification::Interrupt,
        };
        let choice = Choice::single(notification, Memory::Internal);
        Served {
            task: Task {
                kind: number,
                number: 0,
            },
            dsp: 0,
            strategy: Strategy::new(kind, choice, &scenario.platform.constants),
        }
    };
    let plan = Plan {
        tasks: scenario.kinds.iter().enumerate().map(served).collect(),
        bound: PerMillion(0),
    };
    Case {
        name: format!("queue {count} {how}"),
        scenario,
        plan,
    }
}

fn streams(case: &Case) -> Vec<Stream> {
    let stream = |served: &Served| Stream {
        how: How::SleepsAtRandom,
        ..Stream::of(&case.scenario.kinds[served.task.kind], &served.strategy, 0)
    };
    case.plan.tasks.iter().map(stream).collect()
}

fn figures(case: &Case, measured: &RunResult) -> Result<Vec<Measurement>> {
    let told = Told::new(measured)?;
    let (mean, p99) = (told.of_stream(0, "latency")?, told.of_stream(0, "p99")?);
    let named = |what: &str, value: f64| (format!("{} {what}", case.name), value);
    let mut figures = vec![named("mean", mean / MS), named("p99", p99 / MS)];
    if let Some(estimate) = estimate::latencies(&case.scenario, &case.plan)[0] {
        figures.push(named("mean estimate", estimate.mean.0 as f64 / mean));
        figures.push(named("p99 estimate", estimate.p99.0 as f64 / p99));
    }
    Ok(figures)
}
