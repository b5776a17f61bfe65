//! The states of a core.
//!
//! ```text
//!           local instruction
//!               +---+
//!    start      v   |   shared instruction
//!   Held ----> Running ---------------------> Bus, PostedStore, Transmitting, Head, Word, Load, Registers, Taking, Asleep
//!   Empty        ^  |                           |  answer, message or interrupt
//!                +--|---------------------------+
//!                   |
//!                   +--> Halted (exit)          any of them --> Dead (injected fault)
//! ```

use crate::units::Cycle;
use serde::{Deserialize, Serialize};

/// The state of a core.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum State {
    /// The next instruction issues in the core's next cycle. `shared`: other components can see it, so it must issue in the order of global time.
    Running { shared: bool },
    /// The bus serves a load, `lr.w`, `sc.w` or atomic operation.
    Bus,
    /// An instruction waits for the posted store to be served before it issues.
    PostedStore,
    /// The transmitter carries out a message instruction for a core or for the synchronization controller.
    Transmitting { to_sync: bool },
    /// `mheadw` waits for a message.
    Head,
    /// `msg.receive` waits for the word queue.
    Word,
    /// `mbox.load` or `mbox.match` moves a message or waits for its next block.
    Load(MailboxLoad),
    /// A register window has not answered an access.
    Registers,
    /// As `Registers`, but an interrupt may abandon the access.
    Taking,
    /// `wfi`.
    Asleep,
    /// Loaded, but not started yet: `by` components still hold it.
    Held { by: u32 },
    /// In reset without a program. One may still be written to its memory.
    Empty,
    /// Exited, or never started.
    Halted,
    /// An injected fault has stopped the core for good in cycle `since`. `issued`: in the middle of an instruction.
    Dead { since: Cycle, issued: bool },
}

/// The state of `mbox.load` or `mbox.match`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct MailboxLoad {
    /// For `mbox.match`: the request word of the message to move. Any other message stays in the buffer.
    pub wanted: Option<u32>,
    /// Address in the data memory of the next word.
    pub address: u32,
    /// Bytes of the message that have not been moved. None until its first block begins to move; until then the instruction can be interrupted.
    pub remaining: Option<u32>,
    /// The cycle in which the last word of the present block moves.
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
