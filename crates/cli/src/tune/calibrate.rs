//! `weft tune calibrate`: what requests cost on a simulated platform.
//!
//! Each constant is the difference between the GPP's loads in two runs of the same stream, served differently: what it costs to do something is
//! what it costs more than not to do it, all that follows from it included. `docs/tune.md`, section 3.

use anyhow::{Context, Result};
use serde::Serialize;
use weft_tune::strategy::Notification;
use weft_tune::units::{Bytes, Nanoseconds};

use super::streams::{Chip, Stream};
use crate::arguments::tune::{CalibrateArguments, Owner};
use crate::bench::write_json;
use crate::terminal::print;

/// The stream: its period, how many of them are measured, and its blocks in two sizes.
const PERIOD: Nanoseconds = Nanoseconds(2_000_000);
const PERIODS: u64 = 50;
const SMALL: Bytes = Bytes(64);
const LARGE: Bytes = Bytes(64 + 4096);
const INTERNAL_BLOCKS: u64 = 2;
/// Polls for nothing at each expiry of the timer, and expiries in a period, where these are measured.
const LOOKS: u64 = 10;
const EXPIRIES: u64 = 4;
const NS_PER_S: f64 = 1e9;

/// The constants of the model, in nanoseconds, and bytes a second.
#[derive(Debug, Serialize)]
struct Costs {
    request: f64,
    interrupt: f64,
    poll: f64,
    external: f64,
    internal: f64,
    dsp_request: f64,
    timer: f64,
}

#[derive(Serialize)]
struct Record<'a> {
    schema: &'static str,
    weft: &'static str,
    platform: &'a str,
    internal: &'static str,
    constants: Costs,
}

/// Carries out `weft tune calibrate`.
///
/// # Errors
/// When the platform has no DSPs, a program fails, or a file cannot be written.
pub fn calibrate(arguments: &CalibrateArguments) -> Result<()> {
    let chip = Chip::new(&arguments.platform, arguments.internal)?;
    let constants = measure(&chip)?;
    let text = file(arguments, &constants);
    match &arguments.output {
        Some(path) => {
            std::fs::write(path, text)
                .with_context(|| format!("cannot write {}", path.display()))?;
        }
        None => print(&text)?,
    }
    let record = Record {
        schema: "weft-calibrate/1",
        weft: env!("CARGO_PKG_VERSION"),
        platform: &arguments.platform,
        internal: owner(arguments.internal),
        constants,
    };
    arguments
        .json
        .as_ref()
        .map_or(Ok(()), |path| write_json(path, &record))
}

/// Blocks of 64 bytes in external memory, polled when the timer expires anyway: the stream that others are compared with.
fn plain() -> Stream {
    Stream {
        period: PERIOD,
        notification: Notification::Polling(PERIOD),
        internal: 0,
        input: SMALL,
        output: SMALL,
        work: Nanoseconds(0),
        merged: 1,
        dsp: 0,
        looks: 0,
    }
}

fn measure(chip: &Chip) -> Result<Costs> {
    let busy = |stream: Stream| -> Result<f64> {
        Ok(chip.run(PERIODS, &[stream])?.busy()? / PERIODS as f64)
    };
    let idle = chip.run_without_calls(PERIODS, &[plain()])?.busy()? / PERIODS as f64;
    let sized = |size: Bytes, internal: u64| Stream {
        input: size,
        output: size,
        internal,
        ..plain()
    };
    let polled = busy(plain())?;
    let copied = |internal: u64| -> Result<f64> {
        let more = busy(sized(LARGE, internal))? - busy(sized(SMALL, internal))?;
        Ok(more / (2 * (LARGE.0 - SMALL.0)) as f64)
    };
    let (external, internal) = (copied(0)?, copied(INTERNAL_BLOCKS)?);
    let looking = Stream {
        looks: LOOKS,
        ..plain()
    };
    let poll = (busy(looking)? - polled) / LOOKS as f64;
    let interrupted = Stream {
        notification: Notification::Interrupt,
        ..plain()
    };
    let often = Stream {
        notification: Notification::Polling(Nanoseconds(PERIOD.0 / EXPIRIES)),
        ..plain()
    };
    Ok(Costs {
        request: polled - idle - poll - (2 * SMALL.0) as f64 * external,
        interrupt: busy(interrupted)? - polled + poll,
        poll,
        external: NS_PER_S / external,
        internal: NS_PER_S / internal,
        dsp_request: chip.run(PERIODS, &[plain()])?.of_stream(0, "dsp")?,
        timer: (busy(often)? - polled) / (EXPIRIES - 1) as f64 - poll,
    })
}

fn owner(internal: Owner) -> &'static str {
    match internal {
        Owner::Gpp => "gpp",
        Owner::Dsp => "dsp",
    }
}

/// A file for others to extend.
fn file(arguments: &CalibrateArguments, costs: &Costs) -> String {
    let (platform, internal) = (&arguments.platform, owner(arguments.internal));
    let time = |time: f64| format!("\"{time:.0} ns\"");
    let rate = |rate: f64| format!("\"{:.0} kB/s\"", rate / 1e3);
    format!(
        "# What a request costs, measured in simulation: weft tune calibrate --platform {platform} --internal {internal}\n\n\
         [constants]\n\
         request = {}\n\
         interrupt = {}\n\
         poll = {}\n\
         timer = {}\n\
         external = {}\n\
         internal = {}\n\
         dsp_request = {}\n",
        time(costs.request),
        time(costs.interrupt),
        time(costs.poll),
        time(costs.timer),
        rate(costs.external),
        rate(costs.internal),
        time(costs.dsp_request),
    )
}
