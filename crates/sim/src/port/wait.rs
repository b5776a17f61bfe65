//! What a core waits for, as the part that it waits for says it: for reports of deadlocks.

/// What ends a core's wait.
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
    /// Any of the interrupts in this mask; external ones from these devices, each with what it waits for itself.
    Interrupt { enabled: u32, devices: Vec<String> },
    /// A block of a task, or of any (None).
    Block { from: Option<Task> },
    /// Room in the output buffer, and the block that cannot leave it.
    Room { block: Option<RefusedBlock> },
    /// A DMA controller: a word to take, or room to send one.
    Controller,
    /// The host, which has not started the core.
    Start,
}

/// A task, and the core that runs it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Task {
    pub number: u32,
    pub core: Option<usize>,
}

/// A block that its destination has no room for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RefusedBlock {
    /// The task that it is for, and its core.
    pub task: u16,
    pub core: usize,
    pub bytes: u32,
    /// Bytes that are free there.
    pub room: u32,
}
