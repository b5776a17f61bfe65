//! Requests to the synchronization controller, in two phases (asip figure 10; docs/contract/sync.md, "States"):
//!
//! ```text
//!   cycle          t        t+1      t+2      t+3
//!   core           issues   waits    waits    continues
//!   controller     Idle     Check    Reply    Idle
//!                  |--sent--|---processed-----|
//! ```
//!
//! Sent: from the issue of the instruction to the first cycle in which the controller is at work. Processed: as long as it is.

use anyhow::Result;

use super::{Core, REQUEST};
use crate::derive::waveform::Waveform;

/// The cycles of a request's phases.
#[derive(Debug, PartialEq, Eq)]
pub struct Request {
    pub sent: u64,
    pub processed: u64,
}

/// Returns the requests of instructions that no other core's request accompanies.
///
/// # Errors
/// When a signal was not recorded.
pub fn requests(wave: &Waveform) -> Result<Vec<Request>> {
    let cores = Core::all(wave)?;
    let controller = cores.len() as u64;
    let busy = wave.signal("sync.busy")?;
    let request = |sampled: u64| {
        let mut drive = cores.iter().filter(|core| core.drives(sampled, controller));
        let (core, None) = (drive.next()?, drive.next()) else {
            return None;
        };
        Some(Request {
            sent: sampled - core.issued_request(sampled)?,
            processed: busy.next(sampled, |busy| busy == 0)? - sampled,
        })
    };
    let sampled = busy.changes().filter(|cycle| busy.at(*cycle) != 0);
    Ok(sampled.filter_map(request).collect())
}

impl Core<'_> {
    /// Does the core's transmitter drive a request to this node?
    fn drives(&self, cycle: u64, node: u64) -> bool {
        self.transmitter.at(cycle) == REQUEST && self.destination.at(cycle) == node
    }

    /// Returns the cycle in which the instruction issued whose request the core drives; None if it is a retry after a refusal.
    fn issued_request(&self, cycle: u64) -> Option<u64> {
        let before = self.transmitter.last(cycle, |state| state != REQUEST)?;
        (self.issue.at(before) != 0).then_some(before)
    }
}
