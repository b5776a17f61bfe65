//! What a core has had its message unit do, for traces: calls of `mp.h` as the hardware sees them. Nothing is kept unless asked for.

use super::registers::{self, Code};
use crate::port::{Block, RegisterAccess, Step, StepKind};
use crate::units::Cycle;

/// What programs call the commands that a core waits for. `MP_next` waits for a block of any task, or for room; `MP_sent` for the end of
/// a copy.
pub const CALLS: [&str; 6] = [
    "MP_send",
    "MP_receive",
    "MP_mread",
    "MP_mwrite",
    "MP_next",
    "MP_sent",
];

/// A command that a core waits for, numbered as in [`CALLS`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Command {
    Send,
    Receive,
    MemoryRead,
    MemoryWrite,
    Wait,
    Sent,
}

impl Command {
    /// The command that an access to a register gives, and the length that it names.
    fn of(access: RegisterAccess) -> Option<(Command, u32)> {
        let (offset, bytes) = match access {
            RegisterAccess::Read { offset } => (offset, 0),
            RegisterAccess::Write { offset, value } => (offset, value),
        };
        let command = match offset {
            registers::SEND => Command::Send,
            registers::RECEIVE => Command::Receive,
            registers::MREAD => Command::MemoryRead,
            registers::MWRITE => Command::MemoryWrite,
            registers::WAIT => Command::Wait,
            registers::SENT => Command::Sent,
            _ => return None,
        };
        Some((command, bytes))
    }
}

/// The steps so far.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Journal {
    steps: Vec<Step>,
    /// The command that is not over.
    under_way: Option<(Command, u32)>,
}

impl Journal {
    pub fn begin(&mut self, access: RegisterAccess, now: Cycle) {
        self.under_way = Command::of(access);
        if let Some((command, _)) = self.under_way {
            self.push(now, StepKind::Begin(command as usize));
        }
    }

    /// The core goes on in the cycle behind `now`; the commands' registers are these.
    pub fn end(&mut self, registers: &super::commands::Registers, now: Cycle) {
        let Some((command, bytes)) = self.under_way.take() else {
            return;
        };
        let block = |is_sent, task| Block {
            is_sent,
            task,
            bytes,
        };
        let block = match command {
            _ if registers.result != Code::Good as u32 => None,
            Command::Send => Some(block(true, registers.send_task)),
            Command::Receive => Some(block(false, registers.receive_task)),
            _ => None,
        };
        self.push(now + 1, StepKind::End(block));
    }

    fn push(&mut self, time: Cycle, what: StepKind) {
        self.steps.push(Step { time, what });
    }

    /// What has happened since the last call.
    pub fn take(&mut self) -> Vec<Step> {
        std::mem::take(&mut self.steps)
    }
}
