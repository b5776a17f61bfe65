//! The phases of requests to the synchronization controller and of hand-overs of locks, from the signals of a run:
//!
//! ```text
//! phase request sent                  cycles of a request until the controller has sampled it; the least
//! phase request processed             cycles that it then takes until its answer; the least
//! phase notify best|median|worst      cycles until a core that waits is notified, of all hand-overs of locks
//! phase wake best|median|worst        until it is awake and begins to retry
//! phase retry best|median|worst       until it has the lock
//! ```
//!
//! Where each phase begins and ends is defined in `requests` and `hand_overs`.

mod hand_overs;
mod requests;

use anyhow::Result;
use weft_run::RunResult;

use super::waveform::{Signal, Waveform};
use crate::measurements::Measurement;
use hand_overs::HandOver;
use requests::Request;

/// The signals that are needed, as patterns of a waveform.
pub const SIGNALS: &str = "core*.issue,core*.state,core*.lines,crossbar.node*.tx_state,\
    crossbar.node*.tx_destination,bus.master,sync.busy,*.lock*";

/// The states of a transmitter (docs/contract/message-unit.md), as a waveform numbers them.
const REQUEST: u64 = 1;
const SLEEP: u64 = 3;
const WAKE: u64 = 4;
/// The states of a core, likewise.
const BUS: u64 = 1;
const ASLEEP: u64 = 7;
/// The external interrupt in a core's lines.
const EXTERNAL: u64 = 1 << 11;

/// The signals of a core and its transmitter.
struct Core<'a> {
    issue: &'a Signal,
    state: &'a Signal,
    lines: &'a Signal,
    transmitter: &'a Signal,
    destination: &'a Signal,
}

impl Core<'_> {
    fn all(wave: &Waveform) -> Result<Vec<Core<'_>>> {
        let count = wave.paths().filter(|path| path.ends_with(".issue")).count();
        let core = |number| {
            Ok(Core {
                issue: wave.signal(&format!("core{number}.issue"))?,
                state: wave.signal(&format!("core{number}.state"))?,
                lines: wave.signal(&format!("core{number}.lines"))?,
                transmitter: wave.signal(&format!("crossbar.node{number}.tx_state"))?,
                destination: wave.signal(&format!("crossbar.node{number}.tx_destination"))?,
            })
        };
        (0..count).map(core).collect()
    }
}

/// Computes the figures of a run.
///
/// # Errors
/// When the run has not recorded the signals.
pub fn phases(_name: &str, run: &RunResult) -> Result<Vec<Measurement>> {
    let wave = Waveform::of(run)?;
    let mut figures = of_requests(&requests::requests(&wave)?);
    figures.extend(of_hand_overs(&hand_overs::hand_overs(&wave)?));
    Ok(figures)
}

fn of_requests(requests: &[Request]) -> Vec<Measurement> {
    let sent = requests.iter().map(|request| request.sent).min();
    let processed = requests.iter().map(|request| request.processed).min();
    let figures = [("sent", sent), ("processed", processed)].into_iter();
    figures
        .filter_map(|(phase, least)| Some((format!("phase request {phase}"), least? as f64)))
        .collect()
}

fn of_hand_overs(hand_overs: &[HandOver]) -> Vec<Measurement> {
    let all = |cycles: fn(&HandOver) -> u64| hand_overs.iter().map(cycles).collect();
    let phases = [
        spread("notify", all(|hand_over| hand_over.notify)),
        spread("wake", all(|hand_over| hand_over.wake)),
        spread("retry", all(|hand_over| hand_over.retry)),
    ];
    phases.concat()
}

/// Returns the least, the median and the greatest of a phase's cycles; nothing if there are none.
fn spread(phase: &str, mut cycles: Vec<u64>) -> Vec<Measurement> {
    cycles.sort_unstable();
    let places = [
        ("best", cycles.first()),
        ("median", cycles.get(cycles.len() / 2)),
        ("worst", cycles.last()),
    ];
    let figures = places.into_iter();
    figures
        .filter_map(|(place, cycles)| Some((format!("phase {phase} {place}"), *cycles? as f64)))
        .collect()
}

#[cfg(test)]
mod tests;
