//! `weft tune calibrate`: measures the costs of requests on a simulated platform.
//!
//! Each constant comes from the difference between the GPP's loads in two runs of the same stream that differ in one action (such as a
//! poll or an interrupt): the cost of the action, including all that follows from it. `docs/library/strategy.md`, section 3.

use anyhow::Result;
use serde::Serialize;
use serde_json::json;
use weft_explore::strategy::streams::{Chip, How, Owner, Stream};
use weft_tune::{Bytes, Nanoseconds, Notification};

use crate::arguments::tune::CalibrateArguments;
use crate::files::{write, write_record};
use crate::terminal::print;

/// The measured stream: its period, the number of periods, and two sizes of its blocks. The larger block accesses all banks of a memory equally
/// often in addition to the accesses of the smaller one.
const PERIOD: Nanoseconds = Nanoseconds(2_000_000);
const PERIODS: u64 = 50;
const SMALL: Bytes = Bytes(64);
const LARGE: Bytes = Bytes(64 + 8192);
/// Size of the blocks of two identical streams.
const STEP: Bytes = Bytes(8192);
/// A block that the DSP reads while the GPP copies, and for how long it does.
const READ: Bytes = Bytes(2048);
const READING: Nanoseconds = Nanoseconds(1_300_000);
const INTERNAL_BLOCKS: u64 = 2;
/// For the constants `poll` and `timer`: unsuccessful polls at each expiry of the timer, and expiries in a period.
const LOOKS: u64 = 10;
const EXPIRIES: u64 = 4;
const NS_PER_S: f64 = 1e9;

/// The constants of the model: times in nanoseconds, and for the memories and the bus rates in bytes per second.
#[derive(Debug, Serialize)]
struct Costs {
    request: f64,
    interrupt: f64,
    poll: f64,
    external: f64,
    internal: f64,
    dsp_request: f64,
    timer: f64,
    dsp_external: f64,
    dsp_internal: f64,
    bus_external: f64,
    bus_internal: f64,
}

/// Carries out `weft tune calibrate`.
///
/// # Errors
/// When the platform has no DSPs, a program fails, or a file cannot be written.
pub fn calibrate(arguments: &CalibrateArguments) -> Result<()> {
    let internal = arguments.internal;
    let chip = Chip::new(&arguments.platform, internal)?;
    let constants = measure(&chip, internal)?;
    let text = file(&arguments.platform, internal.word(), &constants);
    match &arguments.output {
        Some(path) => write(path, &text)?,
        None => print(&text)?,
    }
    let figures = json!({
        "platform": arguments.platform,
        "internal": internal.word(),
        "constants": constants,
    });
    write_record(arguments.json.as_deref(), "weft-calibrate/1", &figures)
}

/// The baseline stream: blocks of 64 bytes in external memory, polled when the timer expires anyway.
fn plain() -> Stream {
    Stream {
        period: PERIOD,
        notification: Notification::Polling(PERIOD),
        internal: 0,
        input: SMALL,
        output: SMALL.into(),
        work: Nanoseconds(0).into(),
        merged: 1,
        dsp: 0,
        looks: 0,
        how: How::Sleeps,
    }
}

fn sized(size: Bytes, internal: u64) -> Stream {
    Stream {
        input: size,
        output: size.into(),
        internal,
        ..plain()
    }
}

/// The runs from which the constants are computed.
struct Bench<'a>(&'a Chip);

impl Bench<'_> {
    /// Returns the GPP's busy time in a period of these streams.
    fn busy(&self, streams: &[Stream]) -> Result<f64> {
        Ok(self.0.run(PERIODS, streams)?.busy()? / PERIODS as f64)
    }

    /// Returns the GPP's time to copy a byte to or from memory, for a stream that is served after the streams `before`.
    fn copied(&self, before: &[Stream], internal: u64) -> Result<f64> {
        let with = |size| self.busy(&[before, &[sized(size, internal)]].concat());
        Ok((with(LARGE)? - with(SMALL)?) / (2 * (LARGE.0 - SMALL.0)) as f64)
    }

    /// The same while the DSP reads a block.
    fn copied_beside(&self, reads: u64, internal: u64) -> Result<f64> {
        let reader = Stream {
            output: SMALL.into(),
            work: READING.into(),
            how: How::Reads,
            ..sized(READ, reads)
        };
        self.copied(&[reader], internal)
    }

    /// Returns the GPP's time to copy a byte to external memory while the DSP fetches a block of the same size that was copied before it, as
    /// happens with identical streams.
    fn copied_in_step(&self) -> Result<f64> {
        let there = |size| Stream {
            output: SMALL.into(),
            ..sized(size, 0)
        };
        let with = |size| self.busy(&[there(STEP), there(size)]);
        Ok((with(STEP)? - with(SMALL)?) / (STEP.0 - SMALL.0) as f64)
    }

    /// Returns the DSP's time for a request of blocks of this size.
    fn served(&self, size: Bytes, internal: u64) -> Result<f64> {
        let told = self.0.run(PERIODS, &[sized(size, internal)])?;
        told.of_stream(0, "dsp")
    }

    /// Returns the DSP's time to move a byte.
    fn moved(&self, internal: u64) -> Result<f64> {
        let more = self.served(LARGE, internal)? - self.served(SMALL, internal)?;
        Ok(more / (2 * (LARGE.0 - SMALL.0)) as f64)
    }
}

fn measure(chip: &Chip, owner: Owner) -> Result<Costs> {
    let bench = Bench(chip);
    let idle = chip.run_without_calls(PERIODS, &[plain()])?.busy()? / PERIODS as f64;
    let polled = bench.busy(&[plain()])?;
    let (external, internal) = (bench.copied(&[], 0)?, bench.copied(&[], INTERNAL_BLOCKS)?);
    let (dsp_external, dsp_internal) = (bench.moved(0)?, bench.moved(INTERNAL_BLOCKS)?);
    let looking = Stream {
        looks: LOOKS,
        ..plain()
    };
    let poll = (bench.busy(&[looking])? - polled) / LOOKS as f64;
    let interrupted = Stream {
        notification: Notification::Interrupt,
        ..plain()
    };
    let often = Stream {
        notification: Notification::Polling(Nanoseconds(PERIOD.0 / EXPIRIES)),
        ..plain()
    };
    // `bus_external`: GPP and DSP both use external memory, and the bus serves them alternately, so that a byte takes half of the time.
    // `bus_internal`: one of them reads internal memory, and the additional time of the other is the wait for the bus.
    let bus_external = bench.copied_in_step()? / 2.0;
    let bus_internal = match owner {
        Owner::Gpp => bench.copied_beside(INTERNAL_BLOCKS, 0)? - external,
        Owner::Dsp => bench.copied_beside(0, INTERNAL_BLOCKS)? - dsp_external,
    };
    let bytes = (2 * SMALL.0) as f64;
    Ok(Costs {
        request: polled - idle - poll - bytes * external,
        interrupt: bench.busy(&[interrupted])? - polled + poll,
        poll,
        external: NS_PER_S / external,
        internal: NS_PER_S / internal,
        dsp_request: bench.served(SMALL, 0)? - bytes * dsp_external,
        timer: (bench.busy(&[often])? - polled) / (EXPIRIES - 1) as f64 - poll,
        dsp_external: NS_PER_S / dsp_external,
        dsp_internal: NS_PER_S / dsp_internal,
        bus_external: NS_PER_S / bus_external,
        bus_internal: NS_PER_S / bus_internal,
    })
}

/// Returns the text of a file of constants, which files of tasks extend.
fn file(platform: &str, internal: &str, costs: &Costs) -> String {
    let time = |time: f64| format!("\"{time:.0} ns\"");
    let rate = |rate: f64| format!("\"{:.0} kB/s\"", rate / 1e3);
    let constants = [
        ("request", time(costs.request)),
        ("interrupt", time(costs.interrupt)),
        ("poll", time(costs.poll)),
        ("timer", time(costs.timer)),
        ("external", rate(costs.external)),
        ("internal", rate(costs.internal)),
        ("dsp_request", time(costs.dsp_request)),
        ("dsp_external", rate(costs.dsp_external)),
        ("dsp_internal", rate(costs.dsp_internal)),
        ("bus_external", rate(costs.bus_external)),
        ("bus_internal", rate(costs.bus_internal)),
        ("internal_owner", format!("\"{internal}\"")),
    ];
    let lines = constants.map(|(name, value)| format!("{name} = {value}\n"));
    format!(
        "# What a request costs, measured in simulation: weft tune calibrate --platform {platform} --internal {internal}\n\n\
         [constants]\n{}",
        lines.concat()
    )
}
