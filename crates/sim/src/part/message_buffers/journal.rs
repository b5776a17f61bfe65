//! The commands that a core has given its message unit, for traces: calls of `mp.h` as the hardware sees them. Recorded only on request.

use super::registers::{self, Code};
use crate::port::{Block, RegisterAccess, Step, StepKind};
use crate::units::Cycle;

/// The calls of `mp.h` that correspond to the commands for which a core waits. `MP_next` waits for a block of any task, or for room; `MP_sent` for
/// the end of a copy.
pub const CALLS: [&str; 6] = [
    "MP_send",
    "MP_receive",
    "MP_mread",
    "MP_mwrite",
    "MP_next",
    "MP_sent",
];

/// The registers whose accesses start these commands.
const COMMANDS: [u32; 6] = [
    registers::SEND,
    registers::RECEIVE,
    registers::MREAD,
    registers::MWRITE,
    registers::WAIT,
    registers::SENT,
];

/// The steps recorded so far.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Journal {
    steps: Vec<Step>,
    /// The register of the command in progress, and the length written to it.
    in_progress: Option<(u32, u32)>,
}

impl Journal {
    pub fn begin(&mut self, access: RegisterAccess, now: Cycle) {
        let command = match access {
            RegisterAccess::Read { offset } => (offset, 0),
            RegisterAccess::Write { offset, value } => (offset, value),
        };
        let call = COMMANDS.iter().position(|offset| *offset == command.0);
        self.in_progress = call.map(|_| command);
        if let Some(call) = call {
            self.push(now, StepKind::Begin(call));
        }
    }

    /// Records the end of a command: the core continues in the cycle after `now`. `own` are the registers of commands.
    pub fn end(&mut self, own: &super::commands::Registers, now: Cycle) {
        let Some((command, bytes)) = self.in_progress.take() else {
            return;
        };
        let moved = match command {
            _ if own.result != Code::Good as u32 => None,
            registers::SEND => Some((true, own.send_task)),
            registers::RECEIVE => Some((false, own.receive_task)),
            _ => None,
        };
        let block = moved.map(|(is_sent, task)| Block {
            is_sent,
            task,
            bytes,
        });
        self.push(now + 1, StepKind::End(block));
    }

    fn push(&mut self, time: Cycle, what: StepKind) {
        self.steps.push(Step { time, what });
    }

    /// Takes the steps recorded since the last call.
    pub fn take(&mut self) -> Vec<Step> {
        std::mem::take(&mut self.steps)
    }
}
