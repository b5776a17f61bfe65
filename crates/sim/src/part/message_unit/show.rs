//! What a message unit shows: its registers in a waveform, the fill of its buffers in a trace.

use super::receiver;
use super::transmitter;
use super::MessageUnit;
use crate::port::signal::Visitor;
use crate::port::{buffer, Fill, TransmitterPort};

impl MessageUnit {
    /// Shows what the core sees of the unit. The first `moved_blocks` blocks of the mailbox buffer count as free at the start of the cycle, though
    /// the core takes them during it.
    pub fn signals(&self, moved_blocks: usize, visit: &mut Visitor) {
        let blocks = self.mailbox.len().saturating_sub(moved_blocks);
        let head = self.mailbox.header(moved_blocks);
        visit(format_args!("mailbox_blocks"), 8, blocks as u64);
        visit(format_args!("word_queue"), 8, self.words.len() as u64);
        visit(format_args!("head"), 32, head.unwrap_or(0).into());
        visit(format_args!("queued"), 32, self.words.front().into());
        visit(format_args!("events"), 64, self.events);
        visit(format_args!("event_mask"), 64, self.event_mask);
        visit(
            format_args!("pending"),
            32,
            u64::from(self.pending_with(head.is_some())),
        );
    }

    /// Shows the fill of the buffers of this core's unit.
    pub fn fills(&self, core: usize, visit: &mut buffer::Visitor) {
        visit(Fill {
            signal: format_args!("core{core}.mailbox_blocks"),
            core: Some(core),
            name: "mailbox",
            unit: "blocks",
            value: self.mailbox.len() as u64,
        });
        visit(Fill {
            signal: format_args!("core{core}.word_queue"),
            core: Some(core),
            name: "word queue",
            unit: "words",
            value: self.words.len() as u64,
        });
    }

    /// Shows the unit as a node of the crossbar.
    pub fn node_signals(&self, visit: &mut Visitor) {
        self.transmitter_signals(visit);
        let (state, source, answer) = match self.receiver.state {
            receiver::State::Idle => (0, 0, 0),
            receiver::State::Respond { answer, .. } => (1, answer.source, answer.lines()),
            receiver::State::Receive { source, .. } => (2, source, 0),
        };
        visit(format_args!("rx_state"), 2, state);
        visit(format_args!("rx_source"), 6, source as u64);
        let [block, word] = self.receiver.waiting();
        visit(format_args!("rx_answer"), 2, answer);
        visit(format_args!("rx_refused_block"), 64, block);
        visit(format_args!("rx_refused_word"), 64, word);
    }

    fn transmitter_signals(&self, visit: &mut Visitor) {
        let (state, drives) = match self.transmitter.state {
            transmitter::State::Idle => (0, 0),
            transmitter::State::Request => (1, 1),
            transmitter::State::Transfer { .. } => (2, 2),
            transmitter::State::Sleep => (3, 0),
            transmitter::State::Wake { .. } => (4, 0),
        };
        let word = self.asks().map_or(0, |_| self.request().word);
        let destination = if drives == 0 { 0 } else { self.destination() };
        visit(format_args!("tx_state"), 3, state);
        visit(format_args!("tx_control"), 2, drives);
        visit(format_args!("tx_request"), 32, u64::from(word));
        visit(format_args!("tx_destination"), 7, destination as u64);
    }
}
