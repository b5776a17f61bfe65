//! What a core waits for, for deadlock reports. The part that the core waits for says it.

/// The event that ends a core's wait.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Wait {
    /// A component that serves its requests in turn: the wait ends by itself.
    Service,
    /// Any message: the mailbox buffer is empty.
    Mailbox,
    /// Any single-word message: the word queue is empty.
    Word,
    /// A node that has refused a message, or has not answered yet.
    Refused { node: usize },
    /// A lock, and the core that holds it.
    Lock { number: u32, owner: Option<usize> },
    /// A barrier at which not all of its cores have arrived.
    Barrier { number: u32, cores: u32 },
    /// A request that the synchronization controller will never grant.
    NeverGranted { token: u8, payload: u32 },
    /// Any of the interrupts in this mask. For external interrupts: the devices that can raise them, each with what it waits for itself.
    Interrupt { enabled: u32, devices: Vec<String> },
    /// A block from this task, or from any task (None).
    Block { from: Option<Task> },
    /// Room in the output buffer; with the block that blocks it.
    Room { block: Option<RefusedBlock> },
    /// Its DMA controller: a word to receive, or room to send one.
    Controller,
    /// An access whose packet waits in a ring of packets that wait for each other at these places; with how that is avoided.
    Packets {
        places: Vec<String>,
        remedy: &'static str,
    },
    /// An access whose way is reserved for a circuit of this core.
    Circuit { owner: usize },
    /// Its start by the host.
    Start,
}

/// A task, and the core that runs it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Task {
    pub number: u32,
    pub core: Option<usize>,
}

/// A block for which its destination has no room.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RefusedBlock {
    /// The destination task, and its core.
    pub task: u16,
    pub core: usize,
    pub bytes: u32,
    /// Free bytes at the destination.
    pub room: u32,
}
