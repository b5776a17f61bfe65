//! A controller that moves data over the switches by itself: what it has read goes on as what it writes, one access after the other.
//!
//! On the shared bus a controller's burst keeps the bus; here each beat is a packet of its own (docs/contract/switches.md), so that others come
//! between. The order of the beats is that of `bus::burst`, without the overlap of its two masters.

use super::initiator::Initiator;
use crate::port::{Beat, Request, Target, Targets, Transfer};
use crate::units::Cycle;
use serde::{Deserialize, Serialize};
use weft_isa::Op;

/// What a controller is doing.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
enum State {
    /// Nothing.
    Idle,
    /// It asks from this cycle on.
    Asking { from: Cycle },
    /// It carries out the steps of a transfer, of which one access is under way.
    Moving {
        transfer: Transfer,
        targets: Targets,
        /// Its number among the reads and writes, which take turns.
        access: u32,
    },
}

/// The next access of a transfer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Step {
    pub writes: bool,
    pub beat: Beat,
}

/// A controller's interface.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Master {
    pub initiator: Initiator,
    state: State,
    pub reading: Option<(u32, u32)>,
}

impl Master {
    /// An idle one.
    pub fn new(initiator: Initiator) -> Master {
        Master {
            initiator,
            state: State::Idle,
            reading: None,
        }
    }

    /// The controller asks, or no longer asks, for a transfer from cycle `from` on.
    pub fn ask(&mut self, asks: bool, from: Cycle) {
        match (&self.state, asks) {
            (State::Idle, true) => self.state = State::Asking { from },
            (State::Asking { .. }, false) => self.state = State::Idle,
            _ => {}
        }
    }

    /// Whether its transfer begins in this cycle.
    pub fn begins(&self, now: Cycle) -> bool {
        matches!(self.state, State::Asking { from } if from <= now)
    }

    /// When it does something by itself.
    pub fn next_event(&self, has_room: impl Fn(usize) -> bool) -> Cycle {
        let sends = self.initiator.next_event(has_room);
        match self.state {
            State::Asking { from } => from.min(sends),
            _ => sends,
        }
    }

    /// Begins with a transfer; the first access of it.
    pub fn begin(&mut self, transfer: Transfer, targets: Targets) -> Option<Step> {
        self.next(transfer, targets, 0)
    }

    /// The access under way is over. The next one; None: it was the last.
    pub fn go_on(&mut self) -> Option<Step> {
        let State::Moving {
            transfer,
            targets,
            access,
        } = self.state
        else {
            return None;
        };
        self.next(transfer, targets, access + 1)
    }

    /// Carries out an access at an address; the first flit goes in `first`.
    pub fn post(&mut self, step: Step, address: u32, data: [u8; 4], first: Cycle) {
        let Step { writes, beat } = step;
        self.reading = (!writes).then_some((address, beat.width));
        if let Target::Device { index, .. } = beat.target {
            let request = request(step, address, data);
            self.initiator.begin(request, index, first);
        }
    }

    /// The transfer is done, or cannot be; whether it has begun.
    pub fn end(&mut self) -> bool {
        let before = std::mem::replace(&mut self.state, State::Idle);
        matches!(before, State::Moving { .. })
    }

    fn next(&mut self, transfer: Transfer, targets: Targets, first: u32) -> Option<Step> {
        for access in first..2 * transfer.steps() {
            let writes = access % 2 == 1;
            if let Some(beat) = transfer.beat(&targets, access / 2, writes) {
                self.state = State::Moving {
                    transfer,
                    targets,
                    access,
                };
                return Some(Step { writes, beat });
            }
        }
        None
    }
}

/// A step as a request.
fn request(step: Step, address: u32, data: [u8; 4]) -> Request {
    let Step { writes, beat } = step;
    let op = match (writes, beat.width) {
        (false, 1) => Op::Lbu,
        (false, 2) => Op::Lhu,
        (false, _) => Op::Lw,
        (true, 1) => Op::Sb,
        (true, 2) => Op::Sh,
        (true, _) => Op::Sw,
    };
    Request {
        op,
        address,
        bytes: beat.width,
        value: u32::from_le_bytes(data),
        target: Some(beat.target),
        reserved: false,
    }
}
