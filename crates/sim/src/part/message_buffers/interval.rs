//! Copies and packets as intervals: rows and flits that nothing can notice are not looked at in their cycles, but made up for when something looks.
//!
//! ```text
//!   row        1     2     3     4     5  ...  n
//!   due        d    d+p   d+2p  d+3p            |      p: cycles of a row
//!              |<--- made up for at once --->|  +-- noticed: the core is answered, or the block asks for room
//! ```
//!
//! A row is noticed that is the last one, after which the buffer has room that a block waits for, or whose words can leave at once. Between
//! such rows nothing else changes the memory that is copied from or to: the core waits for a copy to its memory, and while a copy from there
//! goes on, a store of the core that runs ahead shows in its journal. Where that cannot be known, each row is looked at in its cycle.
//!
//! Of a packet that leaves, the port drives all flits but the last: they make room in the output buffer, which is noticed only by a core that
//! waits for room. Of a packet of data that comes, only the last flit is noticed, which completes the block, unless words are forwarded.

use super::copy::{Copy, Way};
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

    /// Counts the flits that the port has driven, whose words have left.
    pub(super) fn count_sent(&mut self, port: &impl NetworkPort) {
        let sender = &mut self.control.sender;
        let packet = sender.packet.as_ref();
        let tile = packet.map_or(0, |packet| packet.header.destination);
        sender.catch_up(port, || {
            self.output.take_word(tile);
        });
    }

    /// Whether nothing notices in which cycle a flit comes. Only packets of data can be harmed by links.
    pub(super) fn is_unnoticed(&self, flit: &Flit) -> bool {
        let is_data = flit.mark != Mark::Protected;
        is_data && !flit.tail && !self.parameters.unit.cut_through
    }

    /// Looks at the flits that have come before `now`.
    pub(super) fn look_at_unnoticed(&mut self, now: Cycle) {
        while let Some(&(at, flit)) = self.unnoticed.front().filter(|(at, _)| *at < now) {
            self.unnoticed.pop_front();
            self.arrive(&flit, at);
        }
    }

    /// The flit that has come in `now`, if it has not been looked at.
    pub(super) fn take_unnoticed(&mut self, now: Cycle) -> Option<Flit> {
        self.unnoticed.front().filter(|(at, _)| *at == now)?;
        self.unnoticed.pop_front().map(|(_, flit)| flit)
    }

    /// A flit comes in `now`. Returns whether it starts the core.
    pub(super) fn arrive(&mut self, flit: &Flit, now: Cycle) -> bool {
        let received = self.receiver.take(flit);
        received.is_some_and(|received| self.receive(received, now))
    }

    /// The end of `now`, in which rows that were due have been copied as far as their words were there.
    pub(super) fn plan_copy(&mut self, now: Cycle, memory: &mut impl LocalMemory) {
        let is_next = self.next_copy().is_some();
        if let Some(copy) = self.copy.as_mut().filter(|_| is_next) {
            copy.due = copy.due.max(now + 1);
        }
        if self.is_disturbed {
            self.is_disturbed = self.may_be_disturbed(memory);
        }
    }

    /// Whether others may come between the rows of the copy.
    pub(super) fn may_be_disturbed(&self, memory: &mut impl LocalMemory) -> bool {
        let may_change = |copy: Copy| memory.may_change(copy.address, copy.bytes);
        self.copy.is_some_and(may_change)
    }

    /// When the next row is copied that is noticed, if its words are there.
    pub(super) fn next_noticed_row(&self) -> Option<Cycle> {
        let (due, copy) = (self.next_copy()?, self.copy?);
        let others = match self.is_disturbed {
            true => 0,
            false => self.unnoticed_rows(&copy),
        };
        Some(due + others as u64 * self.period(copy.way))
    }

    /// Rows before the next one that is noticed.
    fn unnoticed_rows(&self, copy: &Copy) -> usize {
        let last = copy.rows(self.parameters.unit.copy_words) - 1;
        match copy.way {
            Way::ToOutput if self.output.forwards() => 0,
            Way::ToOutput => last,
            Way::FromInput { place } if self.input.is_complete(place) => {
                let lines = self.input.lines_to_room().unwrap_or(usize::MAX);
                last.min(lines.saturating_sub(1))
            }
            // The words come while they are copied.
            Way::FromInput { .. } | Way::FromMemory => 0,
        }
    }
}
