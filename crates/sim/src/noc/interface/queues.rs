//! The halves of a network interface: they turn packets into flits, one flit a cycle, and flits into packets.

use super::packet::{FlitCounts, Header, Kind, Packet};
use super::NetworkPort;
use crate::noc::{Flit, Mark};
use crate::units::Cycle;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, VecDeque};

/// The sending half: drives one packet after the other.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sender {
    pub packet: Option<Packet>,
    /// Flits of it that have been driven.
    driven: usize,
    /// Flits after those that the port drives, as far as they have not been counted.
    handed: usize,
    /// Flits driven since reset.
    pub flits: FlitCounts,
}

impl Sender {
    /// Begins a packet; the one before must be over.
    pub fn begin(&mut self, packet: Packet) {
        debug_assert!(self.packet.is_none());
        self.packet = Some(packet);
        self.driven = 0;
    }

    /// Whether the port drives the next flit.
    pub fn is_handed(&self) -> bool {
        self.handed > 0
    }

    /// Lets the port drive what is left of the packet, up to its last flit; `more` are the words that are not in the packet itself. False if that is not
    /// worth it.
    pub fn hand_over(
        &mut self,
        port: &mut impl NetworkPort,
        more: impl Iterator<Item = u32>,
    ) -> bool {
        let Some(packet) = self.packet.as_ref().filter(|_| port.has_outbox()) else {
            return false;
        };
        let rest = self.driven..packet.header.words;
        if rest.len() < 2 {
            return false;
        }
        let own = std::iter::once(packet.header.encode()).chain(packet.payload.iter().copied());
        let words = own.skip(self.driven).chain(more);
        for (number, word) in rest.zip(words) {
            port.drive_later(flit(packet, number, word));
            self.handed += 1;
        }
        self.handed > 0
    }

    /// Drives the flits itself again.
    pub fn take_back(&mut self, port: &mut impl NetworkPort) {
        port.take_back();
        self.handed = 0;
    }

    /// Counts the flits that the port has driven, and calls `left` for each whose word is not in the packet itself.
    pub fn catch_up(&mut self, port: &impl NetworkPort, mut left: impl FnMut()) {
        let Some(packet) = self.packet.as_ref().filter(|_| self.handed > 0) else {
            return;
        };
        for _ in port.to_drive()..self.handed {
            if self.driven > packet.payload.len() {
                left();
            }
            self.flits[packet.header.kind as usize] += 1;
            self.driven += 1;
        }
        self.handed = port.to_drive();
    }

    /// Whether the next flit is a word that is not in the packet itself.
    pub fn needs_more(&self) -> bool {
        let needs = |packet: &Packet| self.driven > packet.payload.len();
        self.packet.as_ref().is_some_and(needs)
    }

    /// Drives the next flit, if the network has room for it. `more` gives the next word that is not in the packet itself, if it is
    /// there.
    pub fn drive(&mut self, port: &mut impl NetworkPort, more: impl FnOnce() -> Option<u32>) {
        let Some(packet) = self.packet.as_ref().filter(|_| port.can_inject()) else {
            return;
        };
        let header = packet.header;
        let word = match self.driven.checked_sub(1) {
            None => Some(header.encode()),
            Some(index) => packet.payload.get(index).copied().or_else(more),
        };
        let Some(word) = word else {
            return;
        };
        port.inject(flit(packet, self.driven, word));
        self.flits[header.kind as usize] += 1;
        self.driven += 1;
        if self.driven > header.words {
            self.packet = None;
        }
    }
}

/// The flit of this number of a packet: the header is number 0.
fn flit(packet: &Packet, number: usize, word: u32) -> Flit {
    let header = packet.header;
    Flit {
        word,
        head: number == 0,
        tail: number == header.words,
        source: header.source,
        destination: header.destination,
        mark: match header.kind {
            Kind::Data => Mark::Whole,
            _ => Mark::Protected,
        },
        created: packet.ready,
        ..Flit::default()
    }
}

/// A sender with packets that wait for it, in order.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct PacketQueue {
    packets: VecDeque<Packet>,
    pub sender: Sender,
}

impl PacketQueue {
    /// Puts a packet behind the others; none of them may be ready later than it.
    pub fn push(&mut self, packet: Packet) {
        self.packets.push_back(packet);
    }

    /// Whether nothing is left to send.
    pub fn is_empty(&self) -> bool {
        self.packets.is_empty() && self.sender.packet.is_none()
    }

    /// The next cycle, not before `now`, in which a flit can be driven.
    pub fn next_event(&self, now: Cycle) -> Cycle {
        let ready = self.packets.front().map(|packet| packet.ready);
        match &self.sender.packet {
            Some(_) => now,
            None => ready.map_or(Cycle::NEVER, |ready| ready.max(now)),
        }
    }

    /// The oldest packet, if it is ready.
    pub fn take(&mut self, now: Cycle) -> Option<Packet> {
        self.packets.front().filter(|packet| packet.ready <= now)?;
        self.packets.pop_front()
    }

    /// Drives the next flit.
    pub fn drive(&mut self, now: Cycle, port: &mut impl NetworkPort) {
        if self.sender.packet.is_none() {
            if let Some(packet) = self.take(now) {
                self.sender.begin(packet);
            }
        }
        self.sender.drive(port, || None);
    }
}

/// The receiving half: tells for each flit what it is. Packets of one source come one after the other.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Receiver {
    /// For each source in the middle of a packet, its header and the payload words that have come.
    open: BTreeMap<u16, (Header, usize)>,
    /// Flits taken since reset.
    pub flits: FlitCounts,
}

/// A flit with its place in its packet.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Received {
    pub header: Header,
    /// None: the header itself. Otherwise the number of the payload word.
    pub index: Option<usize>,
    pub word: u32,
    /// Whether the packet is complete.
    pub tail: bool,
    /// What links have done to the packet.
    pub mark: Mark,
}

impl Receiver {
    /// Takes a flit; None if it belongs to no packet.
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
