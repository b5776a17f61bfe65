//! The interface of a controller (DMA) that moves data over the switches: it writes what it has read, one access at a time.
//!
//! On the shared bus a controller's burst holds the bus; here each beat is a packet of its own (docs/contract/switches.md), so other accesses come
//! between. The beats have the order of `bus::burst`, but there a controller's two bus masters overlap, and here they do not.

use super::initiator::Initiator;
use crate::port::{Beat, Request, Target, Targets, Transfer};
use crate::units::Cycle;
use serde::{Deserialize, Serialize};
use weft_isa::Op;

/// The state of a controller's transfer.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
enum State {
    /// No transfer.
    Idle,
    /// The controller asks for a transfer from this cycle on.
    Asking { from: Cycle },
    /// The steps of a transfer are carried out; one access is in the network.
    Moving {
        transfer: Transfer,
        targets: Targets,
        /// The number of that access. Even numbers are reads, odd ones writes.
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
    /// An idle interface.
    pub fn new(initiator: Initiator) -> Master {
        Master {
            initiator,
            state: State::Idle,
            reading: None,
        }
    }

    /// Sets whether the controller asks for a transfer, from cycle `from` on.
    pub fn ask(&mut self, asks: bool, from: Cycle) {
        match (&self.state, asks) {
            (State::Idle, true) => self.state = State::Asking { from },
            (State::Asking { .. }, false) => self.state = State::Idle,
            _ => {}
        }
    }

    /// Whether the controller's transfer begins in this cycle.
    pub fn begins(&self, now: Cycle) -> bool {
        matches!(self.state, State::Asking { from } if from <= now)
    }

    /// The next cycle in which the interface does something by itself.
    pub fn next_event(&self, has_room: impl Fn(usize) -> bool) -> Cycle {
        let sends = self.initiator.next_event(has_room);
        match self.state {
            State::Asking { from } => from.min(sends),
            _ => sends,
        }
    }

    /// Begins a transfer; returns its first access.
    pub fn begin(&mut self, transfer: Transfer, targets: Targets) -> Option<Step> {
        self.next(transfer, targets, 0)
    }

    /// Advances after an access; returns the next one, or None after the last.
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

    /// Posts an access to an address; its first flit is sent in cycle `first`.
    pub fn post(&mut self, step: Step, address: u32, data: [u8; 4], first: Cycle) {
        let Step { writes, beat } = step;
        self.reading = (!writes).then_some((address, beat.width));
        if let Target::Device { index, .. } = beat.target {
            let request = request(step, address, data);
            self.initiator.begin(request, index, first);
        }
    }

    /// Ends the transfer; returns whether it had begun.
    pub fn end(&mut self) -> bool {
        let before = std::mem::replace(&mut self.state, State::Idle);
        matches!(before, State::Moving { .. })
    }

    /// The next access of a transfer, from number `first` on. Reads and writes alternate; where one side has wider beats, some numbers have none.
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

/// Converts a step to a request.
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
