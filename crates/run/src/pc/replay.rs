//! The PC replayed from a log: the words of an earlier run, each in its cycle.

use std::path::PathBuf;

use anyhow::{bail, Result};
use weft_sim::port::{Addressed, HostBridge};
use weft_sim::Cycle;

use super::log::{End, Record};

/// The rest of a log.
pub struct Replay {
    path: PathBuf,
    records: std::iter::Peekable<std::vec::IntoIter<Record>>,
    /// The end that the last line has recorded.
    end: Option<End>,
}

impl Replay {
    /// Begins with the first record.
    pub fn new(path: PathBuf, records: Vec<Record>) -> Replay {
        Replay {
            path,
            records: records.into_iter().peekable(),
            end: None,
        }
    }

    /// Returns the cycle up to which the chip may advance before the next record.
    pub fn until(&mut self) -> Cycle {
        let next = self.records.peek();
        next.map_or(Cycle::NEVER, |record| Cycle(record.cycle))
    }

    /// As [`super::live::Live::meet`]. Words that the chip sends to the PC are dropped: the log has the answers.
    ///
    /// # Errors
    /// When the chip rests earlier than in the logged run.
    pub fn meet(
        &mut self,
        bridge: &mut dyn HostBridge,
        now: Cycle,
        at_rest: bool,
    ) -> Result<Option<End>> {
        bridge.arrived();
        let mut departed = false;
        while let Some(record) = self.records.next_if(|record| record.cycle <= now.0) {
            for (address, data) in record.words {
                bridge.depart(Addressed { address, data }, now);
                departed = true;
            }
            self.end = record.end;
        }
        match self.records.peek() {
            Some(record) if at_rest && !departed => bail!(
                "--replay: the chip rests in cycle {now}, but {} goes on in cycle {}: it was written by another version of weft",
                self.path.display(),
                record.cycle
            ),
            None if !departed => Ok(Some(self.end.clone().unwrap_or(End::Over))),
            _ => Ok(None),
        }
    }
}
