//! Why a core waits: what its hardware says, made more precise by what the message library says.

use crate::probes::{Operation, OperationKind};
use crate::symbols::Location;
use weft_sim::port::Wait;
use weft_sim::Machine;
use weft_trace::traffic::{only_receives, Traffic};

/// What ends a core's wait. Other cores are meant by their numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reason {
    /// The library receives a message.
    Message {
        from: Peer,
        tag: Option<i32>,
        traffic: Traffic,
    },
    /// The library sends a message that is not taken.
    Delivery {
        to: Peer,
        tag: Option<i32>,
        traffic: Traffic,
        bytes: Option<u32>,
    },
    /// What the hardware says.
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
    /// The most precise reason that is known: what the hardware says of a lock or barrier, what the library says, what else the
    /// hardware says. None if the wait ends by itself.
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

    /// What the library says that it waits for.
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

    /// The one core that alone can end the wait, if there is one.
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

/// Whether the library can say no more about it than the hardware.
fn is_precise(wait: &Wait) -> bool {
    matches!(
        wait,
        Wait::Lock { .. }
            | Wait::Barrier { .. }
            | Wait::Block { from: Some(_) }
            | Wait::Room { .. }
    )
}

/// The core that the hardware names.
fn awaited_core(wait: &Wait) -> Option<usize> {
    match wait {
        Wait::Lock { owner, .. } => *owner,
        Wait::Refused { node } => Some(*node),
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
