//! An open-loop source: packets wait in an unbounded queue until the network accepts their flits.

use super::super::flit::Flit;
use super::super::Network;
use crate::units::Cycle;
use std::collections::VecDeque;

/// The source of one node.
#[derive(Clone, Debug, Default)]
pub(super) struct Source {
    queue: VecDeque<Packet>,
    /// Number of flits sent of the first packet, and the virtual channel that they use.
    sent: usize,
    virtual_channel: usize,
}

/// A packet in the queue.
#[derive(Clone, Copy, Debug)]
pub(super) struct Packet {
    pub(super) destination: u16,
    pub(super) created: Cycle,
}

impl Source {
    pub(super) fn push(&mut self, packet: Packet) {
        self.queue.push_back(packet);
    }

    pub(super) fn is_empty(&self) -> bool {
        self.queue.is_empty()
    }

    /// Injects the next flit, if there is room. All packets have `length` flits. A new packet takes the next virtual channel with room, round robin.
    #[inline]
    pub(super) fn send(&mut self, node: usize, length: usize, channels: usize, mesh: &mut Network) {
        let packet = *self.queue.front().expect("a packet waits");
        if self.sent == 0 {
            let next = (1..=channels).map(|step| (self.virtual_channel + step) % channels);
            let Some(channel) = { next }.find(|&channel| mesh.can_inject(node, channel)) else {
                return;
            };
            self.virtual_channel = channel;
        } else if !mesh.can_inject(node, self.virtual_channel) {
            return;
        }
        let (head, tail) = (self.sent == 0, self.sent + 1 == length);
        mesh.inject(node, self.virtual_channel, flit(node, packet, head, tail));
        self.sent += 1;
        if tail {
            self.sent = 0;
            self.queue.pop_front();
        }
    }
}

fn flit(node: usize, packet: Packet, head: bool, tail: bool) -> Flit {
    Flit {
        head,
        tail,
        source: node as u16,
        destination: packet.destination,
        created: packet.created,
        ..Flit::default()
    }
}
