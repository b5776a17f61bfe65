//! The estimate of latencies by queueing theory (`weft_tune::estimate`) beside the simulated chip: streams whose phases drift through all values, and
//! whose times of the DSP are drawn at random.
//!
//!     queue N HOW mean                 milliseconds, simulated: of the first of N streams; HOW is interrupt or polled
//!     queue N HOW mean estimate        the estimate by it; p99 likewise

use std::fmt::Write;

use anyhow::Result;
use weft_tune::plan::Served;
use weft_tune::scenario::Task;
use weft_tune::strategy::{Choice, Memory, Notification, Strategy};
use weft_tune::units::{Nanoseconds, PerMillion};
use weft_tune::{estimate, Plan};

use super::case::{self, Case};
use super::{CALIBRATED, DAVINCI, QUEUE};
use crate::arguments::tune::Owner;
use crate::paper::experiment::{Experiment, Run};
use crate::tune::read::read_texts;
use crate::tune::streams::{arguments, How, Stream, Told, PROGRAM};
use weft_run::RunResult;

/// How many streams share the DSP: a tenth of its time each.
const STREAMS: [usize; 3] = [2, 4, 7];
/// Their periods in microseconds, the measured one's first; no one divides another.
const PERIODS_US: [u64; 7] = [5_000, 4_813, 5_347, 4_639, 5_527, 5_171, 4_957];
const POLLING: Nanoseconds = Nanoseconds(2_300_000);
const MEASURED_PERIODS: [u64; 2] = [580, 150];
const US: u64 = 1_000;
const MS: f64 = 1e6;

pub fn experiment(quick: bool) -> Experiment {
    let told = [
        ("interrupt", Notification::Interrupt),
        ("polled", Notification::Polling(POLLING)),
    ];
    let cases = STREAMS
        .iter()
        .flat_map(|&count| told.map(|(how, told)| case(count, how, told)));
    let periods = MEASURED_PERIODS[usize::from(quick)];
    let run = |case: &Case| Run {
        files: PROGRAM,
        arguments: arguments(Owner::Gpp, true, periods, &streams(case)),
        ..Run::default()
    };
    case::experiment(DAVINCI, cases.collect(), 10.0, run, lines)
}

/// Interrupted in internal memory, but for the first stream's notification.
fn case(count: usize, how: &str, first: Notification) -> Case {
    let mut scenario = read_texts(&[QUEUE, CALIBRATED]).expect("files that come with weft");
    let kind = scenario.kinds.remove(0);
    let kinds = PERIODS_US[..count].iter().map(|&period| {
        let mut kind = kind.clone();
        kind.period = Nanoseconds(period * US);
        kind
    });
    scenario.kinds = kinds.collect();
    let served = |(number, kind)| {
        let choice = Choice {
            blocks: 1,
            notification: if number == 0 {
                first
            } else {
                Notification::Interrupt
            },
            memory: Memory::Internal,
        };
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

fn lines(case: &Case, measured: &RunResult) -> Result<String> {
    let name = &case.name;
    let told = Told::new(&measured.stdout, measured.facts()?.clock_hz as f64);
    let (mean, p99) = (told.of_stream(0, "latency")?, told.of_stream(0, "p99")?);
    let mut lines = format!("{name} mean {}\n{name} p99 {}\n", mean / MS, p99 / MS);
    if let Some(estimate) = estimate::latencies(&case.scenario, &case.plan)[0] {
        writeln!(
            lines,
            "{name} mean estimate {}",
            estimate.mean.0 as f64 / mean
        )?;
        writeln!(lines, "{name} p99 estimate {}", estimate.p99.0 as f64 / p99)?;
    }
    Ok(lines)
}
