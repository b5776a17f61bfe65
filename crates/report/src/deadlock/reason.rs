//! Why a core waits: what its hardware says, made more precise by what the message library says.

use crate::probes::{Operation, OperationKind};
use weft_sim::core::Waiting;
use weft_sim::Machine;

/// What ends a core's wait. Other cores are meant by their numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reason {
    /// The library receives a message.
    Message {
        from: Peer,
        tag: Option<i32>,
        collective: bool,
    },
    /// The library sends a message that is not taken.
    Delivery {
        to: Peer,
        tag: Option<i32>,
        collective: bool,
        bytes: Option<u32>,
    },
    Lock {
        number: u32,
        owner: Option<usize>,
    },
    Barrier {
        number: u32,
        cores: u32,
    },
    /// Any message at all, as far as is known.
    Mailbox,
    /// A single-word message from anyone.
    Word,
    /// A node that refuses a message.
    Refused {
        node: usize,
    },
    /// The synchronization controller will never grant this.
    NeverGranted {
        token: u8,
        payload: u32,
    },
    /// One of the interrupts enabled in `mie`.
    Interrupt {
        enabled: u32,
    },
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
    /// hardware says. None if the wait ends by itself: the bus serves everybody in turn.
    pub(super) fn of(
        waiting: Waiting,
        operation: Option<&Operation>,
        machine: &Machine,
        core_of_rank: &[usize],
    ) -> Option<Reason> {
        let by_hardware = hardware_reason(waiting, machine)?;
        if matches!(by_hardware, Reason::Lock { .. } | Reason::Barrier { .. }) {
            return Some(by_hardware);
        }
        let by_library =
            operation.and_then(|operation| library_reason(operation, machine, core_of_rank));
        Some(by_library.unwrap_or(by_hardware))
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
            Reason::Lock { owner, .. } => *owner,
            Reason::Refused { node } => Some(*node),
            _ => None,
        }
    }
}

fn library_reason(
    operation: &Operation,
    machine: &Machine,
    core_of_rank: &[usize],
) -> Option<Reason> {
    let peer = peer(operation.peer, core_of_rank);
    let number = operation.peer.and_then(|number| u32::try_from(number).ok());
    let tag = operation.tag;
    // The library numbers a communicator's context for collective operations behind the one for messages.
    let collective = operation.context.is_some_and(|context| context & 1 != 0);
    match operation.kind {
        OperationKind::Receive => Some(Reason::Message {
            from: peer,
            tag,
            collective,
        }),
        OperationKind::Send => Some(Reason::Delivery {
            to: peer,
            tag,
            collective,
            bytes: operation.length.map(|length| length as u32),
        }),
        OperationKind::Lock => Some(lock(number?, machine)),
        OperationKind::Barrier => Some(Reason::Barrier {
            number: number?,
            cores: u32::try_from(tag?).ok()?,
        }),
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

fn hardware_reason(waiting: Waiting, machine: &Machine) -> Option<Reason> {
    Some(match waiting {
        Waiting::Mailbox => Reason::Mailbox,
        Waiting::Word => Reason::Word,
        Waiting::Refused { node, .. } => Reason::Refused { node },
        Waiting::Lock { number } => lock(number, machine),
        Waiting::Barrier { number, cores } => Reason::Barrier { number, cores },
        Waiting::SyncRefused { token, payload } => Reason::NeverGranted { token, payload },
        Waiting::Interrupt { enabled } => Reason::Interrupt { enabled },
        Waiting::Bus => return None,
    })
}

fn lock(number: u32, machine: &Machine) -> Reason {
    Reason::Lock {
        number,
        owner: machine.lock_owner(number),
    }
}
