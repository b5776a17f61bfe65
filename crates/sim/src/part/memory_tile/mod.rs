//! A memory tile at the periphery of the mesh, which holds the input and the output of task graphs.
//!
//! ```text
//!   network --> memory write: address, words --> write port, a word in the cycle of its arrival
//!   network --> memory read: address, bytes  --> queue --> read port --> memory data --> network
//! ```
//!
//! Source: pronto III, "fast dual-ported memories"; defined in docs/contract/message-buffers.md, "Memory tiles". Each port moves a word a cycle,
//! pipelined. Words are written as they arrive, so the tile always accepts what the network delivers. The answer to a read that has arrived in e is
//! on the link from e + `access` on; reads are answered in the order of their arrival.

use crate::noc::interface::queues::{Received, Receiver, Sender};
use crate::noc::interface::{FlitCounts, Header, Kind, NetworkPort, Packet, Station};
use crate::port::word_at;
use crate::units::Cycle;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, VecDeque};

/// A block that has been written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Arrival {
    /// The cycle in which its last word arrived.
    pub cycle: Cycle,
    /// The endpoint that sent it.
    pub source: u16,
    /// The address of its first byte in this memory.
    pub address: u32,
    pub bytes: u32,
}

/// A read of words that waits for its answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Request {
    source: u16,
    address: u32,
    words: usize,
    ready: Cycle,
}

/// A block that is being written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
struct Writing {
    address: u32,
    bytes: u32,
}

/// A memory tile.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct MemoryTile {
    endpoint: u16,
    access: u64,
    size: u32,
    /// The contents.
    pub memory: Vec<u8>,
    receiver: Receiver,
    /// For each source, the address in its read request that is arriving.
    asking: BTreeMap<u16, u32>,
    requests: VecDeque<Request>,
    sender: Sender,
    /// The address of the next word of the packet that is being sent.
    reading: u32,
    writing: BTreeMap<u16, Writing>,
    pub arrivals: Vec<Arrival>,
}

impl Station for MemoryTile {
    fn tick(&mut self, now: Cycle, port: &mut impl NetworkPort) {
        self.send(now, port);
        let received = port.ejected().and_then(|flit| self.receiver.take(&flit));
        if let Some(received) = received {
            self.receive(received, now);
        }
    }

    fn next_event(&self, now: Cycle) -> Cycle {
        match (&self.sender.packet, self.requests.front()) {
            (Some(_), _) => now,
            (None, Some(request)) => request.ready.max(now),
            (None, None) => Cycle::NEVER,
        }
    }
}

impl MemoryTile {
    /// A memory of `size` zero bytes, a multiple of 4.
    pub fn new(endpoint: u16, size: u32, access: u64) -> Self {
        MemoryTile {
            endpoint,
            access,
            size,
            memory: vec![0; size as usize],
            ..MemoryTile::default()
        }
    }

    /// Flits sent and received, by the kind of their packet.
    pub fn flits(&self) -> (FlitCounts, FlitCounts) {
        (self.sender.flits, self.receiver.flits)
    }

    /// Drives the next flit of an answer. Words outside the memory read as 0.
    fn send(&mut self, now: Cycle, port: &mut impl NetworkPort) {
        let next = self.requests.front().filter(|next| next.ready <= now);
        if let (None, Some(request)) = (&self.sender.packet, next.copied()) {
            self.requests.pop_front();
            self.reading = request.address;
            self.sender.begin(self.answer(request, now));
        }
        let (memory, size, reading) = (&self.memory, self.size, &mut self.reading);
        self.sender.drive(port, || {
            let inside = (*reading < size).then(|| word_at(memory, *reading as usize));
            *reading = reading.wrapping_add(4);
            inside.or(Some(0))
        });
    }

    /// The header of an answer; its words are read when they are sent.
    fn answer(&self, request: Request, now: Cycle) -> Packet {
        let mut packet = Packet::new(Kind::MemoryData, self.endpoint, request.source, vec![], now);
        packet.header.words = request.words;
        packet
    }

    /// Takes a word of a memory read or a memory write.
    fn receive(&mut self, received: Received, now: Cycle) {
        let (header, word) = (received.header, received.word);
        match (header.kind, received.index) {
            (Kind::MemoryRead, Some(0)) => {
                self.asking.insert(header.source, word);
            }
            (Kind::MemoryRead, Some(_)) => {
                let address = self.asking.remove(&header.source).unwrap_or_default();
                self.requests.push_back(Request {
                    source: header.source,
                    address,
                    words: word as usize / 4,
                    ready: now + self.access,
                });
            }
            (Kind::MemoryWrite, Some(0)) => {
                let writing = self.writing.entry(header.source);
                writing.or_insert(Writing {
                    address: word,
                    bytes: 0,
                });
            }
            (Kind::MemoryWrite, Some(_)) => self.write(header, word, received.tail, now),
            _ => {}
        }
    }

    /// Writes a word of a block, and logs the block with its last word.
    fn write(&mut self, header: Header, word: u32, tail: bool, now: Cycle) {
        let Some(writing) = self.writing.get_mut(&header.source) else {
            return;
        };
        let width = if tail { 4 - header.unused } else { 4 };
        let address = writing.address.wrapping_add(writing.bytes);
        if address < self.size {
            let bytes = word.to_le_bytes();
            let first = address as usize;
            self.memory[first..first + width as usize].copy_from_slice(&bytes[..width as usize]);
        }
        writing.bytes += width;
        if tail && header.last {
            self.arrivals.push(Arrival {
                cycle: now,
                source: header.source,
                address: writing.address,
                bytes: writing.bytes,
            });
            self.writing.remove(&header.source);
        }
    }
}
