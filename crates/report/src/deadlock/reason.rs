//! The reason for which a core waits: from the state of its hardware, refined by the probe point of the message library.

use crate::probes::{Operation, OperationKind};
use crate::symbols::Location;
use weft_sim::port::Wait;
use weft_sim::Machine;
use weft_trace::traffic::{only_receives, Traffic};

/// The event that ends a core's wait. Other cores are given by number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reason {
    /// The library receives a message.
    Message {
        from: Peer,
        tag: Option<i32>,
        traffic: Traffic,
    },
    /// The library sends a message that the receiver does not accept.
    Delivery {
        to: Peer,
        tag: Option<i32>,
        traffic: Traffic,
        bytes: Option<u32>,
    },
    /// The wait of the hardware.
    Hardware(Wait),
}

/// The other side of a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Peer {
    Any,
    Core(usize),
    /// A rank that was not started.
    NoSuchRank(i32),
    /// The library's operand cannot be read.
    Unknown,
}

impl Reason {
    /// Returns the most precise known reason: a lock or barrier of the hardware, else the library's wait, else any other wait of the hardware.
    /// None if the wait ends by itself.
    pub(super) fn of(
        wait: Wait,
        operation: Option<&Operation>,
        backtrace: &[Location],
        machine: &Machine,
        core_of_rank: &[usize],
    ) -> Option<Reason> {
        if wait == Wait::Service {
            return None;
        }
        let of_library =
            |operation| Reason::of_library(operation, backtrace, machine, core_of_rank);
        let operation = operation.filter(|_| !is_precise(&wait));
        let by_library = operation.and_then(of_library);
        Some(by_library.unwrap_or(Reason::Hardware(wait)))
    }

    /// Returns the reason that the library's probe point gives.
    pub(super) fn of_library(
        operation: &Operation,
        backtrace: &[Location],
        machine: &Machine,
        core_of_rank: &[usize],
    ) -> Option<Reason> {
        let peer = peer(operation.peer, core_of_rank);
        let number = operation.peer.and_then(|number| u32::try_from(number).ok());
        let tag = operation.tag;
        let frames = backtrace.iter().flat_map(|location| &location.frames);
        let functions: Vec<&str> = frames.map(|frame| frame.function.as_str()).collect();
        let traffic = Traffic::of(operation.context, &functions);
        match operation.kind {
            OperationKind::Send if !only_receives(&functions) => Some(Reason::Delivery {
                to: peer,
                tag,
                traffic,
                bytes: operation.length.map(|length| length as u32),
            }),
            OperationKind::Send | OperationKind::Receive => Some(Reason::Message {
                from: peer,
                tag,
                traffic,
            }),
            OperationKind::Lock => Some(Reason::Hardware(Wait::Lock {
                number: number?,
                owner: machine.lock_owner(number?),
            })),
            OperationKind::Barrier => Some(Reason::Hardware(Wait::Barrier {
                number: number?,
                cores: u32::try_from(tag?).ok()?,
            })),
        }
    }

    /// Returns the core that can end the wait, if there is exactly one.
    pub(super) fn blocker(&self) -> Option<usize> {
        match self {
            Reason::Message {
                from: Peer::Core(core),
                ..
            } => Some(*core),
            Reason::Delivery {
                to: Peer::Core(core),
                ..
            } => Some(*core),
            Reason::Hardware(wait) => awaited_core(wait),
            _ => None,
        }
    }
}

/// Does the hardware know the reason as precisely as the library?
fn is_precise(wait: &Wait) -> bool {
    matches!(
        wait,
        Wait::Lock { .. }
            | Wait::Barrier { .. }
            | Wait::Block { from: Some(_) }
            | Wait::Room { .. }
            | Wait::Packets { .. }
            | Wait::Circuit { .. }
    )
}

/// Returns the core for which the hardware waits.
fn awaited_core(wait: &Wait) -> Option<usize> {
    match wait {
        Wait::Lock { owner, .. } => *owner,
        Wait::Refused { node } => Some(*node),
        Wait::Circuit { owner } => Some(*owner),
        Wait::Block { from } => from.and_then(|task| task.core),
        Wait::Room { block } => block.map(|block| block.core),
        _ => None,
    }
}

fn peer(rank: Option<i32>, core_of_rank: &[usize]) -> Peer {
    match rank {
        None => Peer::Unknown,
        Some(negative) if negative < 0 => Peer::Any,
        Some(rank) => core_of_rank
            .get(rank as usize)
            .map_or(Peer::NoSuchRank(rank), |&core| Peer::Core(core)),
    }
}
