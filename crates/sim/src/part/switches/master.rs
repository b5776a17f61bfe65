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
    /// The controller requests a transfer from this cycle on.
    Requesting { from: Cycle },
    /// The accesses of a transfer are carried out; one is in the network.
    Transferring {
        transfer: Transfer,
        targets: Targets,
        /// The number of that access. Even numbers are reads, odd ones writes.
        access: u32,
    },
}

/// The next access of a transfer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BeatAccess {
    pub writes: bool,
    pub beat: Beat,
}

/// A controller's interface.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct ControllerInterface {
    pub initiator: Initiator,
    state: State,
    pub reading: Option<(u32, u32)>,
}

impl ControllerInterface {
    /// An idle interface.
    pub fn new(initiator: Initiator) -> ControllerInterface {
        ControllerInterface {
            initiator,
            state: State::Idle,
            reading: None,
        }
    }

    /// Sets whether the controller requests a transfer, from cycle `from` on.
    pub fn set_request(&mut self, requests: bool, from: Cycle) {
        match (&self.state, requests) {
            (State::Idle, true) => self.state = State::Requesting { from },
            (State::Requesting { .. }, false) => self.state = State::Idle,
            _ => {}
        }
    }

    /// Whether the controller's transfer begins in this cycle.
    pub fn begins(&self, now: Cycle) -> bool {
        matches!(self.state, State::Requesting { from } if from <= now)
    }

    /// The next cycle in which the interface does something by itself.
    pub fn next_event(&self, has_room: impl Fn(usize) -> bool) -> Cycle {
        let sends = self.initiator.next_event(has_room);
        match self.state {
            State::Requesting { from } => from.min(sends),
            _ => sends,
        }
    }

    /// Begins a transfer; returns its first access.
    pub fn begin(&mut self, transfer: Transfer, targets: Targets) -> Option<BeatAccess> {
        self.access_from(transfer, targets, 0)
    }

    /// Advances after an access; returns the next one, or None after the last.
    pub fn next_access(&mut self) -> Option<BeatAccess> {
        let State::Transferring {
            transfer,
            targets,
            access,
        } = self.state
        else {
            return None;
        };
        self.access_from(transfer, targets, access + 1)
    }

    /// Posts an access to an address; its first flit is sent in cycle `first`.
    pub fn post(&mut self, access: BeatAccess, address: u32, data: [u8; 4], first: Cycle) {
        let BeatAccess { writes, beat } = access;
        self.reading = (!writes).then_some((address, beat.width));
        if let Target::Device { index, .. } = beat.target {
            let request = request(access, address, data);
            self.initiator.begin(request, index, first);
        }
    }

    /// Ends the transfer; returns whether it had begun.
    pub fn end(&mut self) -> bool {
        let before = std::mem::replace(&mut self.state, State::Idle);
        matches!(before, State::Transferring { .. })
    }

    /// The next access of a transfer, from number `first` on. Reads and writes alternate; where one side has wider beats, some numbers have none.
    fn access_from(
        &mut self,
        transfer: Transfer,
        targets: Targets,
        first: u32,
    ) -> Option<BeatAccess> {
        for access in first..2 * transfer.steps() {
            let writes = access % 2 == 1;
            if let Some(beat) = transfer.beat(&targets, access / 2, writes) {
                self.state = State::Transferring {
                    transfer,
                    targets,
                    access,
                };
                return Some(BeatAccess { writes, beat });
            }
        }
        None
    }
}

/// Converts an access to a request.
fn request(access: BeatAccess, address: u32, data: [u8; 4]) -> Request {
    let BeatAccess { writes, beat } = access;
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
