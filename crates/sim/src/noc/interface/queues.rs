//! The two halves of a network interface: the sender turns packets into flits, one flit in a cycle; the receiver turns flits into packets.

use super::packet::{FlitCounts, Header, Kind, Packet};
use super::NetworkPort;
use crate::noc::{Flit, Mark};
use crate::units::Cycle;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, VecDeque};

/// The sending half: sends one packet after the other.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sender {
    pub packet: Option<Packet>,
    /// Number of the packet's flits that have been sent.
    sent: usize,
    /// Number of flits that were handed to the port to send later, and are not yet counted in `sent`.
    in_outbox: usize,
    /// Flits sent since reset.
    pub flits: FlitCounts,
}

impl Sender {
    /// Begins a packet. The previous one must have been sent completely.
    pub fn begin(&mut self, packet: Packet) {
        debug_assert!(self.packet.is_none());
        self.packet = Some(packet);
        self.sent = 0;
    }

    /// Has the rest of the packet been handed to the port?
    pub fn is_in_outbox(&self) -> bool {
        self.in_outbox > 0
    }

    /// Hands the rest of the packet, except its last flit, to the port, which sends it without the sender being simulated in each cycle. `more`: the
    /// payload words that are not in the packet itself. Returns false, without effect, if too few flits are left or the port has no outbox.
    pub fn fill_outbox(
        &mut self,
        port: &mut impl NetworkPort,
        more: impl Iterator<Item = u32>,
    ) -> bool {
        let Some(packet) = self.packet.as_ref().filter(|_| port.has_outbox()) else {
            return false;
        };
        let rest = self.sent..packet.header.words;
        if rest.len() < 2 {
            return false;
        }
        let own = std::iter::once(packet.header.encode()).chain(packet.payload.iter().copied());
        let words = own.skip(self.sent).chain(more);
        for (number, word) in rest.zip(words) {
            port.push_to_outbox(flit(packet, number, word));
            self.in_outbox += 1;
        }
        self.in_outbox > 0
    }

    /// Revokes [`Sender::fill_outbox`]: the sender sends the remaining flits itself.
    pub fn clear_outbox(&mut self, port: &mut impl NetworkPort) {
        port.clear_outbox();
        self.in_outbox = 0;
    }

    /// Counts the flits that the port has sent since the last call; calls `left` for each whose word was not in the packet itself.
    pub fn catch_up(&mut self, port: &impl NetworkPort, mut left: impl FnMut()) {
        let Some(packet) = self.packet.as_ref().filter(|_| self.in_outbox > 0) else {
            return;
        };
        for _ in port.outbox_length()..self.in_outbox {
            if self.sent > packet.payload.len() {
                left();
            }
            self.flits[packet.header.kind as usize] += 1;
            self.sent += 1;
        }
        self.in_outbox = port.outbox_length();
    }

    /// Is the next flit a word that is not in the packet itself?
    pub fn needs_more(&self) -> bool {
        let needs = |packet: &Packet| self.sent > packet.payload.len();
        self.packet.as_ref().is_some_and(needs)
    }

    /// Sends the next flit, if the network has room for it. `more` returns the next word that is not in the packet itself, or None if it is not
    /// available yet.
    pub fn drive(&mut self, port: &mut impl NetworkPort, more: impl FnOnce() -> Option<u32>) {
        let Some(packet) = self.packet.as_ref().filter(|_| port.can_inject()) else {
            return;
        };
        let header = packet.header;
        let word = match self.sent.checked_sub(1) {
            None => Some(header.encode()),
            Some(index) => packet.payload.get(index).copied().or_else(more),
        };
        let Some(word) = word else {
            return;
        };
        port.inject(flit(packet, self.sent, word));
        self.flits[header.kind as usize] += 1;
        self.sent += 1;
        if self.sent > header.words {
            self.packet = None;
        }
    }
}

/// Returns flit `number` of a packet; the header is number 0.
fn flit(packet: &Packet, number: usize, word: u32) -> Flit {
    let header = packet.header;
    Flit {
        word,
        head: number == 0,
        tail: number == header.words,
        source: header.source,
        destination: header.destination,
        mark: match header.kind {
            Kind::Data => Mark::Intact,
            _ => Mark::Protected,
        },
        created: packet.ready,
        ..Flit::default()
    }
}

/// A sender with a FIFO of packets.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct PacketQueue {
    packets: VecDeque<Packet>,
    pub sender: Sender,
}

impl PacketQueue {
    /// Appends a packet. It must not become ready before a packet in the queue.
    pub fn push(&mut self, packet: Packet) {
        self.packets.push_back(packet);
    }

    /// Is there nothing left to send?
    pub fn is_empty(&self) -> bool {
        self.packets.is_empty() && self.sender.packet.is_none()
    }

    /// Returns the next cycle, not before `now`, in which a flit can be sent.
    pub fn next_event(&self, now: Cycle) -> Cycle {
        let ready = self.packets.front().map(|packet| packet.ready);
        match &self.sender.packet {
            Some(_) => now,
            None => ready.map_or(Cycle::NEVER, |ready| ready.max(now)),
        }
    }

    /// Removes the oldest packet, if it is ready.
    pub fn take(&mut self, now: Cycle) -> Option<Packet> {
        self.packets.front().filter(|packet| packet.ready <= now)?;
        self.packets.pop_front()
    }

    /// Sends the next flit.
    pub fn drive(&mut self, now: Cycle, port: &mut impl NetworkPort) {
        if self.sender.packet.is_none() {
            if let Some(packet) = self.take(now) {
                self.sender.begin(packet);
            }
        }
        self.sender.drive(port, || None);
    }
}

/// The receiving half: assigns each flit to its packet. The packets of one source arrive one after the other; those of different sources may be
/// interleaved.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Receiver {
    /// For each source with an incomplete packet: the header and the number of payload words received.
    open: BTreeMap<u16, (Header, usize)>,
    /// Flits received since reset.
    pub flits: FlitCounts,
}

/// A received flit and its position in its packet.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Received {
    pub header: Header,
    /// The index of the payload word; None for the header.
    pub index: Option<usize>,
    pub word: u32,
    /// Is the packet complete?
    pub tail: bool,
    /// What faulty links have done to the packet.
    pub mark: Mark,
}

impl Receiver {
    /// Receives a flit; returns None if it belongs to no packet.
    pub fn take(&mut self, flit: &Flit) -> Option<Received> {
        let (header, index) = if flit.head {
            (Header::decode(flit)?, None)
        } else {
            let (header, words) = self.open.get(&flit.source)?;
            (*header, Some(*words))
        };
        if flit.tail {
            self.open.remove(&flit.source);
        } else {
            let words = index.map_or(0, |index| index + 1);
            self.open.insert(flit.source, (header, words));
        }
        self.flits[header.kind as usize] += 1;
        Some(Received {
            header,
            index,
            word: flit.word,
            tail: flit.tail,
            mark: flit.mark,
        })
    }
}
