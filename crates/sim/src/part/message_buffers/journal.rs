//! What a core has had its message unit do, for traces: calls of `mp.h` as the hardware sees them. Nothing is kept unless somebody asks.

use super::registers::{self, Code};
use crate::port::access::RegisterAccess;
use crate::units::Cycle;

/// A command that a core waits for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Command {
    Send,
    Receive,
    MemoryRead,
    MemoryWrite,
    /// Waits for a block of anybody, or for room.
    Wait,
    /// Waits for the end of a copy.
    Sent,
}

impl Command {
    /// All of them.
    pub const ALL: [Command; 6] = [
        Command::Send,
        Command::Receive,
        Command::MemoryRead,
        Command::MemoryWrite,
        Command::Wait,
        Command::Sent,
    ];

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

/// A command begins, or is over.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Step {
    /// The cycle in which the core issues it, or that in which the core goes on.
    pub time: Cycle,
    pub what: StepKind,
}

/// Which of the two.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StepKind {
    Begin(Command),
    End(Option<Block>),
}

/// The block that a command has moved between tasks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Block {
    pub is_sent: bool,
    /// The other end.
    pub task: u32,
    pub bytes: u32,
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
            self.push(now, StepKind::Begin(command));
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
