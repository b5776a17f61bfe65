//! Semihosting: an `ebreak` between two marker instructions asks the host for a service (RISC-V Semihosting, section 2).

use super::classes::Class;
use super::faults::FaultCause;
use super::program::Slot;
use super::shared::Reach;
use super::state::State;
use super::Core;
use crate::semihosting::Reply;
use crate::units::Cycle;

/// A semihosting call.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct HostCall {
    pub core: usize,
    pub operation: u32,
    pub parameter: u32,
    pub cycle: Cycle,
}

const A0: u8 = 10;
const A1: u8 = 11;

impl Core {
    /// Whether the `ebreak` about to issue is between the two markers of a semihosting call (RISC-V Semihosting, section 2.1).
    pub(super) fn is_semihosting_call(&self) -> bool {
        self.is_marked(self.pipeline.index)
    }

    /// Whether the `ebreak` at `address` is a semihosting call.
    pub fn has_host_call(&self, address: u32) -> bool {
        let index = self.pipeline.program.index_of(address);
        index.is_some_and(|index| self.is_marked(index))
    }

    fn is_marked(&self, index: usize) -> bool {
        const BEFORE: u32 = 0x01f0_1013; // slli x0, x0, 0x1f
        const AFTER: u32 = 0x4070_5013; // srai x0, x0, 7
        let program = &self.pipeline.program;
        index >= 2 && program.bits(index - 2) == BEFORE && program.bits(index + 2) == AFTER
    }

    /// Lets the host serve a semihosting call, in no simulated time: operation in a0, parameter in a1, result in a0.
    pub(super) fn call_host(
        &mut self,
        slot: &Slot,
        around: &mut impl Reach,
        now: Cycle,
    ) -> Result<(), FaultCause> {
        let pipeline = &mut self.pipeline;
        let call = HostCall {
            core: self.id,
            operation: pipeline.registers.get(A0),
            parameter: pipeline.registers.get(A1),
            cycle: now,
        };
        let reply = around.call_host(call, &mut self.data, &mut pipeline.program);
        match reply.map_err(FaultCause::Semihosting)? {
            Reply::Value(value) => {
                pipeline.registers.set(A0, value);
                pipeline.finish(slot, 0);
            }
            Reply::Exit(status) => self.halt(status),
            Reply::Abort(status) => {
                self.halt(status);
                around.abort(status);
            }
        }
        Ok(())
    }

    /// Takes over the state in which other hardware has left its program: registers, and `pc` or the exit status. For inspection alone: the core is
    /// not run from there.
    pub fn adopt(&mut self, registers: &[u32; 32], pc: u32, exit_status: Option<i32>) {
        for (register, value) in (0..).zip(registers).skip(1) {
            self.pipeline.registers.set(register, *value);
        }
        self.pipeline.jump(pc);
        if let Some(status) = exit_status {
            self.halt(status);
        }
    }

    /// Halts the core: its program ends with the instruction that issues now.
    fn halt(&mut self, status: i32) {
        self.exit_status = Some(status);
        self.pipeline.leave_wait();
        self.pipeline.begin_wait(State::Halted, Class::Halted);
    }
}
