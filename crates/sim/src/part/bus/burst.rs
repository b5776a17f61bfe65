//! A burst: what a controller moves while it holds the bus. The cycles are those of docs/contract/timing.md, section 5.

use crate::port::{beat, Beat, Targets, Transfer};
use crate::units::Cycle;
use serde::{Deserialize, Serialize};

/// A burst under way.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Burst {
    /// The controller that holds the bus.
    pub controller: usize,
    transfer: Transfer,
    /// None: the bus answers with an error.
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
    /// A burst granted in a way that its first step is in the tick `first`. `ticks`: of a step, which is one cycle of the bus if nobody has
    /// wait states, and of the response.
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

    /// The cycle of the next step; None when all are done.
    pub fn next_step(&self) -> Option<Cycle> {
        let cycle = self.first + self.period * u64::from(self.step);
        (self.step < self.steps).then_some(cycle)
    }

    /// The cycle of the response, behind the last step.
    pub fn response(&self) -> Cycle {
        self.first + (self.period * u64::from(self.steps - 1) + self.answer)
    }

    /// What master 1 reads and master 2 writes in the next step, which is over with this.
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
