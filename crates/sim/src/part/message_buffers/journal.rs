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

/// The registers whose accesses begin them.
const COMMANDS: [u32; 6] = [
    registers::SEND,
    registers::RECEIVE,
    registers::MREAD,
    registers::MWRITE,
    registers::WAIT,
    registers::SENT,
];

/// The steps so far.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Journal {
    steps: Vec<Step>,
    /// The register of the command that is not over, and the length that it names.
    under_way: Option<(u32, u32)>,
}

impl Journal {
    pub fn begin(&mut self, access: RegisterAccess, now: Cycle) {
        let command = match access {
            RegisterAccess::Read { offset } => (offset, 0),
            RegisterAccess::Write { offset, value } => (offset, value),
        };
        let call = COMMANDS.iter().position(|offset| *offset == command.0);
        self.under_way = call.map(|_| command);
        if let Some(call) = call {
            self.push(now, StepKind::Begin(call));
        }
    }

    /// The core goes on in the cycle behind `now`; the commands' registers are these.
    pub fn end(&mut self, own: &super::commands::Registers, now: Cycle) {
        let Some((command, bytes)) = self.under_way.take() else {
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

    /// What has happened since the last call.
    pub fn take(&mut self) -> Vec<Step> {
        std::mem::take(&mut self.steps)
    }
}
