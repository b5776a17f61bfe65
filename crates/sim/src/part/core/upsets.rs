//! Injected hardware faults: the core dies, stalls, has a bit flipped, or has an access answered with an error.
//!
//! Each strikes in a cycle that global time has reached. A core that has run ahead is rolled back to it first.

use super::classes::Class;
use super::faults::FaultCause;
use super::state::State;
use super::sub_pipeline::FailedAccess;
use super::Core;
use crate::port::Request;
use crate::units::Cycle;
use std::sync::Arc;
use weft_isa::Op;

impl Core {
    /// The cycle from which on the core issues nothing, if it has died.
    #[inline]
    pub fn died(&self) -> Option<Cycle> {
        match self.pipeline.state {
            State::Dead { since, .. } => Some(since),
            _ => None,
        }
    }

    /// Whether the core still has something to execute, so that a fault can affect it.
    pub fn may_die(&self) -> bool {
        !self.is_halted() && self.died().is_none()
    }

    /// Stops the core for good: it issues nothing from cycle `now` on. Accesses already requested are still carried out. False if it had come to its
    /// end before.
    pub fn die(&mut self, now: Cycle) -> bool {
        if !self.may_die() {
            return false;
        }
        self.take_back_to(now);
        let pipeline = &mut self.pipeline;
        let issued = !matches!(
            pipeline.state,
            State::Running { .. } | State::PostedStore | State::Held { .. }
        );
        let since = match pipeline.is_running() {
            true => pipeline.time,
            false => pipeline.end_accounted_wait(now),
        };
        pipeline.stall(since, State::Dead { since: now, issued }, Class::Halted);
        true
    }

    /// Stalls the core for `cycles` cycles from `now` on; then it continues as it was. False if it has come to its end.
    pub fn stall_for(&mut self, now: Cycle, cycles: u64) -> bool {
        if !self.may_die() {
            return false;
        }
        self.take_back_to(now);
        let pipeline = &mut self.pipeline;
        let ticks = cycles.saturating_mul(pipeline.period);
        let resumes = Cycle(now.0.saturating_add(ticks)).edge(pipeline.period);
        pipeline.resumes = pipeline.resumes.max(resumes);
        if pipeline.is_running() {
            let (since, state) = (pipeline.time, pipeline.state.clone());
            pipeline.stall(since, State::PostedStore, Class::Hazard);
            pipeline.end_wait(since);
            pipeline.state = state;
        } else if pipeline.time != Cycle::NEVER {
            pipeline.time = pipeline.edge(pipeline.time);
        }
        true
    }

    /// Flips a bit of a register (1 to 31).
    pub fn flip_register(&mut self, register: u8, bit: u32) {
        let value = self.registers()[usize::from(register)];
        self.set_register(register, value ^ 1 << bit);
    }

    /// Flips a bit of the data memory; false if the address is elsewhere.
    pub fn flip_data(&mut self, address: u32, bit: u32) -> bool {
        let byte = self.data.slice_mut(address, 1);
        byte.map(|byte| byte[0] ^= 1 << bit).is_some()
    }

    /// Flips a bit of the program memory, and decodes the instruction there again; false if the address is elsewhere.
    pub fn flip_program(&mut self, address: u32, bit: u32) -> bool {
        let program = &mut self.pipeline.program;
        let Some(&[byte]) = program.slice(address, 1) else {
            return false;
        };
        let offset = address.wrapping_sub(program.base) as usize;
        Arc::make_mut(program).write(offset, &[byte ^ 1 << bit]);
        true
    }

    /// The bus has answered an access with an error. The core takes the exception of a load in cycle `free`, that of a store, which was posted,
    /// before the next instruction that other components see.
    pub fn access_failed(&mut self, request: &Request, free: Cycle) {
        if self.died().is_some() {
            return;
        }
        let is_load = matches!(
            request.op,
            Op::Lb | Op::Lbu | Op::Lh | Op::Lhu | Op::Lw | Op::LrW
        );
        let address = request.address;
        self.sub_pipeline.failed = Some(FailedAccess { address, is_load });
        if !request.is_store() {
            self.pipeline.end_wait(free);
            self.pipeline.state = State::Running { shared: true };
        }
    }

    /// Takes the exception of the access that has failed, if there is one.
    pub(super) fn take_failure(&mut self) -> Option<FaultCause> {
        let FailedAccess { address, is_load } = self.sub_pipeline.failed.take()?;
        Some(FaultCause::BusError { address, is_load })
    }
}
