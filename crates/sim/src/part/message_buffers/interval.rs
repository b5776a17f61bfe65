//! Copies and packets as intervals: rows and flits that nothing can observe are not simulated in their cycles, but all at once, later.
//!
//! ```text
//!   row        1     2     3     4     5  ...  n
//!   due        d    d+p   d+2p  d+3p            |      p: cycles of a row
//!              |<--- copied at once  --->|  +-- observable: the core is answered, or the block requests room
//! ```
//!
//! A row is observable if it is the last one, if the buffer then has room for which a block waits, or if its words can leave at once. Between such
//! rows nothing else changes the memory that is copied from or to: the core waits for a copy to its memory, and while a copy from there goes on, a
//! store of a core that runs ahead shows in its undo log. Where that cannot be known, each row is copied in its cycle.
//!
//! Of a packet that leaves, the port drives all flits but the last. They make room in the output buffer, which only a core that waits for room
//! observes. Of a packet of data that arrives, only the last flit, which completes the block, is observable, unless words are forwarded
//! (cut-through).

use super::copy::{Copy, CopyDirection};
use super::unit::MessageBuffers;
use crate::noc::interface::NetworkPort;
use crate::noc::{Flit, Mark};
use crate::port::LocalMemory;
use crate::units::Cycle;

impl MessageBuffers {
    /// Copies the rows that were due before `now`.
    pub(super) fn copy_rows(&mut self, now: Cycle, memory: &mut impl LocalMemory) {
        while let Some(due) = self.next_copy().filter(|due| *due < now) {
            self.copy_next_row(due, memory);
        }
    }

    /// Accounts for the flits that the port has driven: their words have left the output buffer.
    pub(super) fn count_sent(&mut self, port: &impl NetworkPort) {
        let sender = &mut self.control.sender;
        let packet = sender.packet.as_ref();
        let tile = packet.map_or(0, |packet| packet.header.destination);
        sender.catch_up(port, || {
            self.output.take_word(tile);
        });
    }

    /// Whether nothing observes in which cycle a flit arrives. Only packets of data can be damaged by links.
    pub(super) fn can_be_deferred(&self, flit: &Flit) -> bool {
        let is_data = flit.mark != Mark::Protected;
        is_data && !flit.tail && !self.parameters.unit.cut_through
    }

    /// Takes in the deferred flits that have arrived before `now`.
    pub(super) fn receive_deferred(&mut self, now: Cycle) {
        while let Some(&(at, flit)) = self.deferred.front().filter(|(at, _)| *at < now) {
            self.deferred.pop_front();
            self.arrive(&flit, at);
        }
    }

    /// Takes the deferred flit that has arrived in `now`, if there is one.
    pub(super) fn take_deferred(&mut self, now: Cycle) -> Option<Flit> {
        self.deferred.front().filter(|(at, _)| *at == now)?;
        self.deferred.pop_front().map(|(_, flit)| flit)
    }

    /// Takes in a flit that arrives in `now`. Returns whether it starts the core.
    pub(super) fn arrive(&mut self, flit: &Flit, now: Cycle) -> bool {
        let received = self.receiver.take(flit);
        received.is_some_and(|received| self.receive(received, now))
    }

    /// Schedules the copy at the end of `now`: rows that were due have been copied as far as their words were there.
    pub(super) fn plan_copy(&mut self, now: Cycle, memory: &mut impl LocalMemory) {
        let is_next = self.next_copy().is_some();
        if let Some(copy) = self.copy.as_mut().filter(|_| is_next) {
            copy.due = copy.due.max(now + 1);
        }
        if self.is_disturbed {
            self.is_disturbed = self.may_be_disturbed(memory);
        }
    }

    /// Whether other accesses to the memory may come between the rows of the copy.
    pub(super) fn may_be_disturbed(&self, memory: &mut impl LocalMemory) -> bool {
        let may_change = |copy: Copy| memory.may_change(copy.address, copy.bytes);
        self.copy.is_some_and(may_change)
    }

    /// The cycle of the next observable row, if its words are there.
    pub(super) fn next_observable_row(&self) -> Option<Cycle> {
        let (due, copy) = (self.next_copy()?, self.copy?);
        let others = match self.is_disturbed {
            true => 0,
            false => self.unobservable_rows(&copy),
        };
        Some(due + others as u64 * self.period(copy.direction))
    }

    /// Number of rows before the next observable one.
    fn unobservable_rows(&self, copy: &Copy) -> usize {
        let last = copy.rows(self.parameters.unit.copy_words) - 1;
        match copy.direction {
            CopyDirection::ToOutput if self.output.forwards() => 0,
            CopyDirection::ToOutput => last,
            CopyDirection::FromInput { place } if self.input.is_complete(place) => {
                let lines = self.input.lines_to_room().unwrap_or(usize::MAX);
                last.min(lines.saturating_sub(1))
            }
            // The words arrive while they are copied.
            CopyDirection::FromInput { .. } | CopyDirection::FromMemory => 0,
        }
    }
}
