//! The constants of a platform: what requests and moving blocks cost there.

use weft_sim::platform::quantity::Unit;
use weft_sim::platform::reader::{Field, Table};
use weft_tune::{Bus, Constants, CopyTime, Moves, Nanoseconds, Side};

use super::{time, time_of, unit, Read};

const RATES: [Unit; 3] = [unit("B/s", 1), unit("kB/s", 1_000), unit("MB/s", 1_000_000)];
const NS_PER_S: u64 = 1_000_000_000;

/// Limits of times and copy times, with which all products in the model stay within 64 bits.
const MAX_OVERHEAD: u64 = 10_000_000;
const MIN_RATE: u64 = 100_000;
const MAX_RATE: u64 = 1_000_000_000_000;

pub(super) fn constants(table: &Table) -> Read<Constants> {
    table.expect_only(&[
        "request",
        "interrupt",
        "poll",
        "external",
        "internal",
        "dsp_request",
        "timer",
        "dsp_external",
        "dsp_internal",
        "bus_external",
        "bus_internal",
        "internal_owner",
    ])?;
    let overhead = |key| time(table, key, "\"2.3 us\"", 1..=MAX_OVERHEAD);
    Ok(Constants {
        request: overhead("request")?,
        interrupt: overhead("interrupt")?,
        poll: overhead("poll")?,
        external: copy_time(table, "external")?,
        internal: copy_time(table, "internal")?,
        dsp_request: overhead("dsp_request")?,
        timer: match table.optional("timer") {
            Some(field) => time_of(&field, "\"2 us\"", 0..=MAX_OVERHEAD)?,
            None => Nanoseconds(0),
        },
        moves: moves(table)?,
    })
}

/// Reads the optional keys. Without them `work` includes the DSP's moving of blocks, and the bus is never contended.
fn moves(table: &Table) -> Read<Moves> {
    let time = |key| match table.optional(key) {
        Some(field) => copy_time_of(&field),
        None => Ok(CopyTime::default()),
    };
    Ok(Moves {
        external: time("dsp_external")?,
        internal: time("dsp_internal")?,
        bus: Bus {
            external: time("bus_external")?,
            internal: time("bus_internal")?,
            owner: owner(table)?,
        },
    })
}

fn owner(table: &Table) -> Read<Side> {
    let Some(field) = table.optional("internal_owner") else {
        return Ok(Side::default());
    };
    match field.text()? {
        "gpp" => Ok(Side::Gpp),
        "dsp" => Ok(Side::Dsp),
        other => Err(field.error(format!(
            "is {other}; internal memory is the \"gpp\"'s or the \"dsp\"'s"
        ))),
    }
}

/// Reads a rate, and converts it to the time for a KiB.
fn copy_time(table: &Table, key: &str) -> Read<CopyTime> {
    copy_time_of(&table.required(key, &format!("{key} = \"8500 kB/s\""))?)
}

fn copy_time_of(field: &Field) -> Read<CopyTime> {
    let rate = field.quantity(&RATES, MAX_RATE, "\"8500 kB/s\"")?;
    if rate < MIN_RATE {
        return Err(field.error(format!("is {rate} B/s; it must be from {MIN_RATE} B/s on")));
    }
    Ok(CopyTime(((1024 * NS_PER_S) + rate / 2) / rate))
}
