//! Streams of blocks from a GPP to its DSPs on a simulated platform: runs `apps/strategy/streams.c`, and reads its figures.

use std::collections::HashMap;
use std::fmt;

use anyhow::{bail, Context, Result};
use clap::ValueEnum;
use weft_run::{PlatformSpec, RunResult, RunSpec, Unobserved};
use weft_sim::platform::{Device, DeviceKind, Platform};
use weft_tune::{
    schedule, Bytes, InTurn, Kind, Nanoseconds, Notification, Plan, Scenario, Strategy,
};

/// The program's files, relative to the folder of applications.
pub const PROGRAM: &[&str] = &["strategy/streams.c", "strategy/spend.c"];
/// Maximum number of streams of the program.
pub const MAX_STREAMS: usize = 8;
const NS_PER_S: f64 = 1e9;

/// The owner of the memory that holds internal blocks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Owner {
    /// The GPP's: it copies fastest
    Gpp,
    /// The DSP's: its functions read fastest
    Dsp,
}

impl Owner {
    /// The word for it in files and arguments.
    pub fn word(self) -> &'static str {
        match self {
            Owner::Gpp => "gpp",
            Owner::Dsp => "dsp",
        }
    }
}

/// A stream, and how it is served.
#[derive(Clone, Debug)]
pub struct Stream {
    /// Time from one smallest block to the next.
    pub period: Nanoseconds,
    /// How the GPP learns that a request is done.
    pub notification: Notification,
    /// Number of blocks in internal memory; 0 if they are in external memory.
    pub internal: u64,
    /// Bytes that the DSP is sent for a smallest block.
    pub input: Bytes,
    /// Bytes that it returns for successive smallest blocks.
    pub output: InTurn<Bytes>,
    /// The DSP's time for successive smallest blocks.
    pub work: InTurn<Nanoseconds>,
    /// Number of smallest blocks in a request.
    pub merged: u32,
    /// The DSP, from 0.
    pub dsp: usize,
    /// Number of extra polls, with no result to find, at each expiry of the timer.
    pub looks: u64,
    /// How the DSP spends the time of its work.
    pub how: How,
}

/// How a DSP spends the time of a block that it has already fetched once.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum How {
    /// Sleeps for the times of the work, in turn.
    Sleeps,
    /// The same for times drawn from them at random.
    SleepsAtRandom,
    /// Reads the block over and over.
    Reads,
}

impl Stream {
    /// A task of a kind, served by a DSP in this way.
    pub fn of(kind: &Kind, strategy: &Strategy, dsp: usize) -> Stream {
        let choice = &strategy.choice;
        let block = kind.input.max(kind.output.largest()) * u64::from(choice.blocks);
        Stream {
            period: kind.period,
            notification: choice.notification,
            internal: strategy.cost.internal.0 / block.0,
            input: kind.input,
            output: kind.output.clone(),
            work: kind.work.clone(),
            merged: choice.blocks,
            dsp,
            looks: 0,
            how: How::Sleeps,
        }
    }

    /// Returns the streams of a plan, the most urgent first.
    pub fn of_plan(scenario: &Scenario, plan: &Plan) -> Vec<Stream> {
        let stream = |task: usize| {
            let served = &plan.tasks[task];
            let kind = &scenario.kinds[served.task.kind];
            Stream::of(kind, &served.strategy, served.dsp)
        };
        let order = schedule::order(scenario, plan);
        order.into_iter().map(stream).collect()
    }
}

impl fmt::Display for Stream {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        let polling = match self.notification {
            Notification::Interrupt => 0,
            Notification::Polling(polling) => polling.0,
        };
        let output = slashed(self.output.all().iter().map(|one| one.0));
        let work = slashed(self.work.all().iter().map(|one| one.0));
        let (period, internal, input) = (self.period.0, self.internal, self.input.0);
        let (merged, dsp, looks, how) = (self.merged, self.dsp, self.looks, self.how as u32);
        write!(
            formatter,
            "{period}:{polling}:{internal}:{input}:{output}:{work}:{merged}:{dsp}:{looks}:{how}"
        )
    }
}

fn slashed(numbers: impl Iterator<Item = u64>) -> String {
    let numbers: Vec<String> = numbers.map(|one| one.to_string()).collect();
    numbers.join("/")
}

/// A platform on which streams can run.
pub struct Chip {
    name: String,
    internal: Owner,
    /// How many DSPs it has.
    pub dsps: usize,
}

impl Chip {
    /// Loads the platform of this name or file, with internal blocks in the memory of `internal`.
    ///
    /// # Errors
    /// When there is no such platform, or it lacks what calls of DSP functions need.
    pub fn new(name: &str, internal: Owner) -> Result<Chip> {
        let platform = PlatformSpec::from(name).load()?;
        if !has_calls(&platform) {
            bail!(
                "{} is no GPP with DSPs: calls of DSP functions need two cores or more, a mailbox with two channels for each DSP behind those of the cores and one more, an interrupt controller, shared memory \
                 and data memories on the bus (bus_base), such as davinci has",
                platform.name
            );
        }
        Ok(Chip {
            name: name.to_string(),
            internal,
            dsps: platform.cores.count - 1,
        })
    }

    /// Runs the streams for this number of periods of the first one.
    ///
    /// # Errors
    /// When the program does not build, or does not end well.
    pub fn run(&self, periods: u64, streams: &[Stream]) -> Result<Told> {
        self.run_as(arguments(self.internal, true, periods, streams))
    }

    /// The same for tasks with the same periods that do nothing.
    ///
    /// # Errors
    /// When the program does not build, or does not end well.
    pub fn run_without_calls(&self, periods: u64, streams: &[Stream]) -> Result<Told> {
        self.run_as(arguments(self.internal, false, periods, streams))
    }

    fn run_as(&self, arguments: Vec<String>) -> Result<Told> {
        let spec = RunSpec {
            platform: self.name.as_str().into(),
            arguments,
            ..RunSpec::of_application(PROGRAM)?
        };
        let result = weft_run::measure(&spec, &mut Unobserved)?;
        Told::new(&result)
    }
}

/// Returns the program's arguments.
pub fn arguments(internal: Owner, calls: bool, periods: u64, streams: &[Stream]) -> Vec<String> {
    let first = [
        internal.word().to_string(),
        u8::from(calls).to_string(),
        periods.to_string(),
    ];
    let streams = streams.iter().map(Stream::to_string);
    first.into_iter().chain(streams).collect()
}

fn has_calls(platform: &Platform) -> bool {
    let cores = &platform.cores;
    let has_channels = |device: &Device| matches!(device.kind, DeviceKind::Mailbox(keys) if keys.channels >= 3 * cores.count - 1);
    cores.count > 1
        && cores.bus_windows.is_some()
        && platform.devices.iter().any(has_channels)
        && platform.facts().has_interrupt_controller()
        && platform.shared_memory().is_some()
}

/// The figures that a run has reported.
pub struct Told {
    figures: HashMap<String, f64>,
    clock_hz: f64,
}

impl Told {
    /// Takes the figures of a run.
    ///
    /// # Errors
    /// When it was not a run on a simulated chip.
    pub fn new(run: &RunResult) -> Result<Told> {
        let reports = run.reports.iter();
        let figures = reports.map(|reported| (reported.case(), reported.value.as_f64()));
        Ok(Told {
            figures: figures.collect(),
            clock_hz: run.facts()?.clock_hz as f64,
        })
    }

    /// Returns the time in which the load was measured, in nanoseconds.
    ///
    /// # Errors
    /// When the program has not said it.
    pub fn elapsed(&self) -> Result<f64> {
        self.nanoseconds("elapsed")
    }

    /// Returns the part of that time in which the GPP did not sleep, in nanoseconds.
    ///
    /// # Errors
    /// When the program has not said it.
    pub fn busy(&self) -> Result<f64> {
        self.nanoseconds("busy")
    }

    /// Returns a time of a stream, such as `longest`, in nanoseconds.
    ///
    /// # Errors
    /// When the program has not said it.
    pub fn of_stream(&self, number: usize, what: &str) -> Result<f64> {
        self.nanoseconds(&format!("stream {number} {what}"))
    }

    /// Returns a number of a stream, such as its `requests`.
    ///
    /// # Errors
    /// When the program has not said it.
    pub fn count(&self, number: usize, what: &str) -> Result<f64> {
        self.number(&format!("stream {number} {what}"))
    }

    /// Returns any figure by its name.
    ///
    /// # Errors
    /// When the program has not said it.
    pub fn number(&self, case: &str) -> Result<f64> {
        let number = self.figures.get(case).copied();
        number.with_context(|| format!("the program has not told `{case}`"))
    }

    fn nanoseconds(&self, case: &str) -> Result<f64> {
        Ok(self.number(case)? * NS_PER_S / self.clock_hz)
    }
}
