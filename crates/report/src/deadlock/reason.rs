//! Why a core waits: what its hardware says, made more precise by what the message library says.

use crate::probes::{Operation, OperationKind};
use weft_sim::part::core::Waiting;
use weft_sim::part::message_buffers;
use weft_sim::port::host::RefusedBlock;
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
    /// Its DMA controller, for words that do not come, or cannot go.
    Controller,
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
    /// A block of a task of the same flow, or of any (None).
    Block {
        from: Option<Task>,
    },
    /// Room in the output buffer, which a block does not leave.
    Room {
        block: Option<RefusedBlock>,
    },
    /// The host, which has not started the core.
    Start,
}

/// A task, and the core that runs it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Task {
    pub number: u32,
    pub core: Option<usize>,
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
        core: usize,
        operation: Option<&Operation>,
        machine: &Machine,
        core_of_rank: &[usize],
    ) -> Option<Reason> {
        let by_hardware = hardware_reason(waiting, core, machine)?;
        if by_hardware.is_precise() {
            return Some(by_hardware);
        }
        let by_library =
            operation.and_then(|operation| library_reason(operation, machine, core_of_rank));
        Some(by_library.unwrap_or(by_hardware))
    }

    /// Whether the library can say no more about it than the hardware.
    fn is_precise(&self) -> bool {
        matches!(
            self,
            Reason::Lock { .. }
                | Reason::Barrier { .. }
                | Reason::Block { from: Some(_) }
                | Reason::Room { .. }
        )
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
            Reason::Block { from } => from.and_then(|task| task.core),
            Reason::Room { block } => block.map(|block| block.core),
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

fn hardware_reason(waiting: Waiting, core: usize, machine: &Machine) -> Option<Reason> {
    Some(match waiting {
        Waiting::Mailbox => Reason::Mailbox,
        Waiting::Word => Reason::Word,
        Waiting::Refused { node, .. } => Reason::Refused { node },
        Waiting::Lock { number } => lock(number, machine),
        Waiting::Barrier { number, cores } => Reason::Barrier { number, cores },
        Waiting::SyncRefused { token, payload } => Reason::NeverGranted { token, payload },
        Waiting::Interrupt { enabled } => Reason::Interrupt { enabled },
        Waiting::Buffers(waiting) => buffers_reason(waiting?, core, machine)?,
        Waiting::Controller => Reason::Controller,
        Waiting::Start => Reason::Start,
        Waiting::Bus => return None,
    })
}

/// None where the message buffers go on by themselves.
fn buffers_reason(
    waiting: message_buffers::Waiting,
    core: usize,
    machine: &Machine,
) -> Option<Reason> {
    Some(match waiting {
        message_buffers::Waiting::Block { task } => Reason::Block {
            from: Some(Task {
                number: task,
                core: machine.core_of_task(core, task),
            }),
        },
        message_buffers::Waiting::AnyBlock => Reason::Block { from: None },
        message_buffers::Waiting::Room => Reason::Room {
            block: machine.blocked_send(core),
        },
        message_buffers::Waiting::Copy | message_buffers::Waiting::Memory => return None,
    })
}

fn lock(number: u32, machine: &Machine) -> Reason {
    Reason::Lock {
        number,
        owner: machine.lock_owner(number),
    }
}
