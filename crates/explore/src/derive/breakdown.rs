//! Breaks down the time that the tasks of a task graph spend in a run:
//!
//! ```text
//! NAME cycles                         of the whole run
//! NAME stall-cycles                   cycles of waiting for blocks and for room, summed over all tasks
//! NAME most communication             per cent of the time of the task that communicates most
//! NAME all execution                  per cent of the time of all tasks; communication and stalls likewise
//! NAME TASK execution                 per cent; communication and stalls likewise
//! ```

use anyhow::Result;
use weft_report::json::RunRecord;
use weft_run::RunResult;

use super::network::{Network, Tile};
use crate::measurements::Measurement;

/// The cycles of a task by activity.
#[derive(Clone, Copy, Default)]
struct Share {
    /// Instructions and their hazards.
    execution: u64,
    /// Accesses to the message unit, and waiting for its copies and for the memory tile.
    communication: u64,
    /// Waiting for a block to receive, or for room to send one.
    stalls: u64,
}

impl Share {
    fn of(record: &RunRecord, tile: &Tile) -> Share {
        let classes = &record.cores[tile.core].classes;
        let stalls = tile.stalled.underflow + tile.stalled.overflow;
        Share {
            execution: classes.issue + classes.hazard,
            communication: classes.message - stalls,
            stalls,
        }
    }

    fn and(self, other: Share) -> Share {
        Share {
            execution: self.execution + other.execution,
            communication: self.communication + other.communication,
            stalls: self.stalls + other.stalls,
        }
    }

    /// Returns the three as parts of `cycles` in per cent.
    fn parts(&self, name: &str, cycles: f64) -> [Measurement; 3] {
        let part = |what: &str, own: u64| (format!("{name} {what}"), 100.0 * own as f64 / cycles);
        [
            part("execution", self.execution),
            part("communication", self.communication),
            part("stalls", self.stalls),
        ]
    }
}

/// Computes the figures of the run `name`.
///
/// # Errors
/// When the run was not one of a task graph on a network of tiles.
pub fn breakdown(name: &str, run: &RunResult) -> Result<Vec<Measurement>> {
    let record = run.facts()?;
    let network = Network::of(record)?;
    let cycles = record.cycles as f64;
    let tiles = network.tiles.iter();
    let tasks = tiles.filter_map(|tile| Some((tile.task.as_ref()?, Share::of(record, tile))));
    let tasks: Vec<(&String, Share)> = tasks.collect();
    let shares = || tasks.iter().map(|(_, share)| *share);
    let all = shares().fold(Share::default(), Share::and);
    let most = shares().map(|share| share.communication).max();
    let most = 100.0 * most.unwrap_or(0) as f64 / cycles;
    let mut figures = vec![
        (format!("{name} cycles"), cycles),
        (format!("{name} stall-cycles"), all.stalls as f64),
        (format!("{name} most communication"), most),
    ];
    figures.extend(all.parts(&format!("{name} all"), cycles * tasks.len() as f64));
    for (task, share) in &tasks {
        figures.extend(share.parts(&format!("{name} {task}"), cycles));
    }
    Ok(figures)
}
