//! What a core is doing.

use crate::units::Cycle;
use serde::{Deserialize, Serialize};

/// What a core is doing.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum State {
    /// The next instruction issues in the core's next cycle. `shared`: it is known to concern other components, so it must issue in the
    /// order of global time.
    Running { shared: bool },
    /// The bus works on a load, `lr.w`, `sc.w` or atomic operation.
    Bus,
    /// An instruction waits for the posted store before it issues.
    PostedStore,
    /// The transmitter works on a message instruction for a core or for the synchronization controller.
    Transmitting { to_sync: bool },
    /// `mheadw` waits for a message.
    Head,
    /// `msg.receive` waits for the word queue.
    Word,
    /// `mbox.load` or `mbox.match` moves a message or waits for its next block.
    Load(MailboxLoad),
    /// The registers that belong to the core alone have not answered an access.
    Registers,
    /// The same, but the core may give up the access when an interrupt comes.
    Taking,
    /// `wfi`.
    Asleep,
    /// Loaded, but not started yet: the number of components that hold it.
    Held { by: u32 },
    /// In reset without a program, which may still be written to its memory.
    Empty,
    /// Exited, or never started.
    Halted,
    /// A fault of the hardware keeps it from issuing for ever, from cycle `since` on. `issued`: it was in the middle of an instruction.
    Dead { since: Cycle, issued: bool },
}

/// The state of `mbox.load` or `mbox.match`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct MailboxLoad {
    /// `mbox.match`: the request word of the message to move; any other stays.
    pub wanted: Option<u32>,
    /// Where the next word goes.
    pub address: u32,
    /// Bytes of the message that have not been moved; unknown, and the instruction interruptible, until the first block begins to move.
    pub remaining: Option<u32>,
    /// The cycle in which the last word of the block being moved moves.
    pub block_ends: Option<Cycle>,
}

impl State {
    /// The number that a waveform shows.
    pub(super) fn number(&self) -> u64 {
        match self {
            State::Running { .. } => 0,
            State::Bus => 1,
            State::PostedStore => 2,
            State::Transmitting { .. } => 3,
            State::Head => 4,
            State::Word => 5,
            State::Load(_) => 6,
            State::Asleep => 7,
            State::Halted | State::Empty => 8,
            State::Registers => 9,
            State::Held { .. } => 10,
            State::Taking => 11,
            State::Dead { .. } => 12,
        }
    }
}
