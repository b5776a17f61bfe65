//! The interface of the message buffers to core and mesh: what happens in a cycle, and what waveforms and traces show.

use super::commands::Pending;
use super::copy::{Copy, CopyDirection};
use super::unit::MessageBuffers;
use crate::noc::interface::{NetworkPort, TileEvent, TileInterface};
use crate::noc::Flit;
use crate::port::signal::Visitor;
use crate::port::{buffer, Fill, LocalMemory, Reach, RegisterAccess};
use crate::units::Cycle;

impl TileInterface for MessageBuffers {
    fn begin(&mut self, access: RegisterAccess, now: Cycle) {
        let from = now + (self.parameters.unit.access - 1);
        self.pending = Some(Pending { access, from });
        if let Some(journal) = &mut self.journal {
            journal.begin(access, now);
        }
    }

    fn tick(
        &mut self,
        now: Cycle,
        port: &mut impl NetworkPort,
        memory: &mut impl LocalMemory,
    ) -> Option<TileEvent> {
        self.catch_up(now, port, memory);
        let answer = self.serve(now);
        self.send(now, port);
        let copied = self.copy_row(now, memory);
        let arrived = port.ejected().or_else(|| self.take_deferred(now));
        let started = arrived.is_some_and(|flit| self.arrive(&flit, now));
        self.manage(now);
        self.note_stall(now);
        self.plan_copy(now, memory);
        let answer = answer.or(copied).map(TileEvent::Answered);
        if let (Some(journal), Some(_)) = (&mut self.journal, answer) {
            journal.end(&self.registers, now);
        }
        answer.or(started.then_some(TileEvent::Started))
    }

    fn next_event(&self, now: Cycle) -> Cycle {
        let mut next = self.next_serve(now).min(self.next_flit(now));
        if let Some(due) = self.next_observable_row() {
            next = next.min(due.max(now));
        }
        match self.has_to_manage() {
            true => now,
            false => next,
        }
    }

    fn catch_up(&mut self, now: Cycle, port: &impl NetworkPort, memory: &mut impl LocalMemory) {
        self.copy_rows(now, memory);
        self.count_sent(port);
        self.receive_deferred(now);
    }

    fn defer(&mut self, flit: &Flit, at: Cycle) -> bool {
        let is_deferred = self.can_be_deferred(flit);
        if is_deferred {
            self.deferred.push_back((at, *flit));
        }
        is_deferred
    }

    fn check_memory(&mut self, memory: &mut impl LocalMemory) -> bool {
        self.is_disturbed = self.may_be_disturbed(memory);
        self.is_disturbed
    }

    fn only_sends(&self, now: Cycle) -> bool {
        let is_served = self.next_serve(now) == Cycle::NEVER;
        is_served && self.next_copy().is_none() && !self.has_to_manage()
    }

    /// What the DMA engine may do to the data memory.
    fn reach(&self) -> Reach {
        match self.copy {
            None => Reach::None,
            Some(Copy {
                direction: CopyDirection::ToOutput,
                ..
            }) => Reach::Reads,
            Some(copy) => Reach::Writes(copy.due),
        }
    }

    fn signals(&self, visit: &mut Visitor) {
        let copy = self.copy.map_or(0, |copy| match copy.direction {
            CopyDirection::ToOutput => 1,
            CopyDirection::FromInput { .. } => 2,
            CopyDirection::FromMemory => 3,
        });
        let stall = self.stalls.stall().map_or(0, |stall| stall as u64 + 1);
        let bytes_to_copy = self.copy.map_or(0, |copy| u64::from(copy.bytes));
        visit(format_args!("access"), 1, u64::from(self.pending.is_some()));
        visit(format_args!("stall"), 3, stall);
        visit(format_args!("copy"), 2, copy);
        visit(format_args!("copy_bytes"), 32, bytes_to_copy);
        visit(format_args!("output_free"), 16, self.output.free as u64);
        visit(
            format_args!("output_blocks"),
            8,
            self.output.blocks.len() as u64,
        );
        visit(format_args!("input_free"), 16, self.input.free as u64);
        visit(
            format_args!("envelopes"),
            8,
            self.input.envelopes.len() as u64,
        );
        visit(
            format_args!("status_entries"),
            8,
            self.input.table.len() as u64,
        );
    }
}

impl MessageBuffers {
    /// Calls `visit` with the fill of each buffer, whose signals are those of the tile of `core`.
    pub fn fills(&self, core: usize, visit: &mut buffer::Visitor) {
        let mut show = |signal: &str, unit, name, value: usize| {
            visit(Fill {
                signal: format_args!("tile{core}.{signal}"),
                core: Some(core),
                name,
                unit,
                value: value as u64,
            });
        };
        let blocks = self.input.table.len();
        show(
            "output_free",
            "words",
            "free output buffer",
            self.output.free,
        );
        show("input_free", "words", "free input buffer", self.input.free);
        show(
            "status_entries",
            "blocks",
            "blocks that have arrived",
            blocks,
        );
    }
}
