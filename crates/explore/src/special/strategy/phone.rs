//! The VoIP phone of section 5.1: the load of its requests alone and the longest call of the DSP; and how well the constants reproduce the copies
//! of section 3.2, from which they are derived.
//!
//! ```text
//! phone load interrupt external       per cent; polling and internal likewise
//! phone longest MS                    milliseconds, polled every MS
//! phone copies N                      milliseconds for 32 KiB there and back in N requests
//! ```

use anyhow::Result;
use weft_tune::{
    Bytes, Choice, Cost, Kind, Memory, Nanoseconds, Notification, PerMillion, Request, Scenario,
    Strategy,
};

use super::scenario;
use crate::measurements::Measurement;
use crate::special::{without_runs, Entry, Special};

/// Polling periods, in milliseconds.
const POLLINGS: [u64; 4] = [5, 10, 15, 20];
const MS: u64 = 1_000_000;
const PLACES: [(&str, Memory); 2] = [
    ("internal", Memory::Internal),
    ("external", Memory::External),
];
/// Bytes copied in section 3.2, and the numbers of requests for them.
const COPIED: u64 = 32 * 1024;
const REQUESTS: [u64; 3] = [32, 2, 1];

/// Computes the phone's figures by the model.
///
/// # Errors
/// When a variable is missing, or the file of tasks is wrong.
pub fn model(entry: &Entry) -> Result<Special> {
    let phone = scenario(entry)?;
    without_runs(move || Ok(figures(&phone)))
}

fn figures(phone: &Scenario) -> Vec<Measurement> {
    let mut lines = Vec::new();
    let polled = Notification::Polling(Nanoseconds(20 * MS));
    for (told, notification) in [("interrupt", Notification::Interrupt), ("polling", polled)] {
        for (place, memory) in PLACES {
            let costs = costs(phone, Choice::single(notification, memory));
            let load: PerMillion = costs.map(|cost| cost.load).sum();
            lines.push((format!("phone load {told} {place}"), load.percent()));
        }
    }
    for polling in POLLINGS {
        let polled = Notification::Polling(Nanoseconds(polling * MS));
        let costs = costs(phone, Choice::single(polled, Memory::Internal));
        let longest = costs.map(|cost| cost.latency).max().unwrap_or_default();
        lines.push((format!("phone longest {polling}"), milliseconds(longest)));
    }
    for requests in REQUESTS {
        let time = copies(phone, requests);
        lines.push((format!("phone copies {requests}"), milliseconds(time)));
    }
    lines
}

/// Returns the cost of each kind of task under a choice.
fn costs(phone: &Scenario, choice: Choice) -> impl Iterator<Item = Cost> + '_ {
    let constants = &phone.platform.constants;
    let kinds = phone.kinds.iter();
    kinds.map(move |kind| Strategy::new(kind, choice, constants).cost)
}

/// Returns the time of consecutive requests whose function does nothing.
fn copies(phone: &Scenario, requests: u64) -> Nanoseconds {
    let block = Bytes(COPIED / requests);
    let kind = Kind {
        input: block,
        output: block.into(),
        work: Nanoseconds(0).into(),
        ..phone.kinds[0].clone()
    };
    let choice = Choice::single(Notification::Interrupt, Memory::External);
    let request = Request::new(&kind, choice, &phone.platform.constants, 0);
    (request.done() + request.end.time()) * requests
}

fn milliseconds(time: Nanoseconds) -> f64 {
    time.0 as f64 / MS as f64
}
