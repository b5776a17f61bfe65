//! A burst: the transfers that a controller makes while it holds the bus. The cycles are those of docs/contract/bus.md, "Bursts".
//!
//! ```text
//!   cycle      t      t+1      t+2    t+3   ...  t+1+n   t+2+n   t+3+n
//!   bus        Idle   Address  Data   Data  ...  Data    Data    Response
//!   master 1                   read   read  ...  read                      n steps
//!   master 2                          write ...  write   write             one cycle later: writes what master 1 has read
//! ```

use crate::port::{beat, Beat, Targets, Transfer};
use crate::units::Cycle;
use serde::{Deserialize, Serialize};

/// A burst in progress.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Burst {
    /// The controller that holds the bus.
    pub controller: usize,
    transfer: Transfer,
    /// The memories that are read and written. None: the bus answers with an error.
    pub targets: Option<Targets>,
    /// The tick of the first step, and the ticks from one step to the next.
    first: Cycle,
    period: u64,
    /// Ticks from the last step to the response.
    answer: u64,
    steps: u32,
    /// The next step.
    step: u32,
}

impl Burst {
    /// A burst whose first step is in tick `first`. `period` and `answer` are ticks: of a step (one bus cycle without wait states), and from the last
    /// step to the response.
    pub fn new(
        controller: usize,
        transfer: Transfer,
        targets: Option<Targets>,
        first: Cycle,
        [period, answer]: [u64; 2],
    ) -> Burst {
        let both = transfer.read.is_some() && transfer.write.is_some();
        let steps = if targets.is_some() {
            transfer.steps() + u32::from(both)
        } else {
            1
        };
        Burst {
            controller,
            transfer,
            targets,
            first,
            period,
            answer,
            steps,
            step: 0,
        }
    }

    /// The cycle of the next step; None after the last.
    pub fn next_step(&self) -> Option<Cycle> {
        let cycle = self.first + self.period * u64::from(self.step);
        (self.step < self.steps).then_some(cycle)
    }

    /// The cycle of the response, after the last step.
    pub fn response(&self) -> Cycle {
        self.first + (self.period * u64::from(self.steps - 1) + self.answer)
    }

    /// Takes the next step: returns what master 1 reads and what master 2 writes in it.
    pub fn take_step(&mut self) -> (Option<Beat>, Option<Beat>) {
        let step = self.step;
        self.step += 1;
        let Some(targets) = self.targets else {
            return (None, None);
        };
        let total = self.transfer.steps();
        let delay = u32::from(self.transfer.read.is_some());
        let read = beat(self.transfer.read, targets.read, Some(step), total, 0);
        let write_step = step.checked_sub(delay);
        let write = beat(self.transfer.write, targets.write, write_step, total, 1);
        (read, write)
    }
}
