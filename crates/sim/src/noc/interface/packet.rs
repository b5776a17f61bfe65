//! Packets between tiles, and the fields of their header flit.
//!
//! ```text
//!   header:  kind | last | unused bytes | payload words | source | destination
//!   payload: up to the network's limit of words (16 in the source, section IV.A)
//! ```
//!
//! The header has the source and the length, so that an envelope needs one payload word (the bytes wanted) and a grant none (section V.A). It has ten
//! bits for each endpoint number. In a network with more than 1,024 endpoints the control lines of the link carry the whole numbers, and the header
//! their low bits.

use crate::noc::Flit;
use crate::units::Cycle;
use serde::{Deserialize, Serialize};
use weft_isa::message::Field;

/// The type of a packet.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Kind {
    /// Asks for room in the input buffer of the destination. Payload: bytes wanted.
    Envelope,
    /// The destination has reserved the room. No payload.
    Grant,
    /// Words of a block for which room was granted.
    Data,
    /// Requests words from a memory tile. Payload: address, bytes.
    MemoryRead,
    /// The words requested by a memory read.
    MemoryData,
    /// Writes words to a memory tile. Payload: address, then the words.
    MemoryWrite,
    /// From the host: writes registers of a tile's message buffers. Payload: pairs of offset and value.
    Table,
    /// From the host: starts the core. No payload.
    Start,
    /// From an injector: a cache miss (4 bytes) or a write-back (64 bytes).
    Request,
    /// To an injector: the cache line requested (64 bytes), or an empty acknowledgement of a write-back.
    Response,
}

impl Kind {
    /// All kinds, in the order of their codes in the header, with their names in reports.
    pub const ALL: [(Kind, &'static str); 10] = [
        (Kind::Envelope, "envelope"),
        (Kind::Grant, "grant"),
        (Kind::Data, "data"),
        (Kind::MemoryRead, "memory read"),
        (Kind::MemoryData, "memory data"),
        (Kind::MemoryWrite, "memory write"),
        (Kind::Table, "table"),
        (Kind::Start, "start"),
        (Kind::Request, "request"),
        (Kind::Response, "response"),
    ];
}

/// Numbers of flits for each kind of packet, in the order of [`Kind::ALL`].
pub type FlitCounts = [u64; Kind::ALL.len()];

const KIND: Field = field("kind", 31, 28, "as in the list of kinds");
const LAST: Field = field("last", 27, 27, "of its block");
const UNUSED: Field = field("unused", 26, 25, "bytes of the last word");
const WORDS: Field = field("words", 24, 20, "of payload");
const SOURCE: Field = field("source", 19, 10, "endpoint");
const DESTINATION: Field = field("destination", 9, 0, "endpoint");

const fn field(name: &'static str, high: u8, low: u8, meaning: &'static str) -> Field {
    Field {
        name,
        high,
        low,
        meaning,
    }
}

/// The header of a packet, its first flit.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Header {
    pub kind: Kind,
    pub source: u16,
    pub destination: u16,
    /// Payload words.
    pub words: usize,
    /// Is this the last packet of its block?
    pub last: bool,
    /// Bytes of the last payload word that do not belong to the block, 0 to 3.
    pub unused: u32,
}

impl Header {
    /// Returns the header as a word of a flit.
    pub fn encode(&self) -> u32 {
        KIND.put(self.kind as u32)
            | LAST.put(u32::from(self.last))
            | UNUSED.put(self.unused)
            | WORDS.put(self.words as u32)
            | SOURCE.put(u32::from(self.source))
            | DESTINATION.put(u32::from(self.destination))
    }

    /// Decodes the header in a flit; None if the kind is invalid.
    pub fn decode(flit: &Flit) -> Option<Header> {
        let word = flit.word;
        Some(Header {
            kind: Kind::ALL.get(KIND.get(word) as usize)?.0,
            source: flit.source,
            destination: flit.destination,
            words: WORDS.get(word) as usize,
            last: LAST.get(word) != 0,
            unused: UNUSED.get(word),
        })
    }
}

/// A packet that is ready to be sent.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Packet {
    pub header: Header,
    /// The first payload words. Further words are taken from a buffer while the packet is being sent.
    pub payload: Vec<u32>,
    /// The first cycle in which the header can be on the link.
    pub ready: Cycle,
}

impl Packet {
    /// Returns a packet with all of its payload, the last of its block.
    pub fn new(kind: Kind, source: u16, destination: u16, payload: Vec<u32>, ready: Cycle) -> Self {
        let header = Header {
            kind,
            source,
            destination,
            words: payload.len(),
            last: true,
            unused: 0,
        };
        Packet {
            header,
            payload,
            ready,
        }
    }
}

/// Splits a block whose words are all available into packets of at most `limit` words.
pub fn packets(
    kind: Kind,
    [source, destination]: [u16; 2],
    words: &[u32],
    limit: usize,
    ready: Cycle,
) -> impl Iterator<Item = Packet> + '_ {
    let count = words.len().div_ceil(limit).max(1);
    (0..count).map(move |number| {
        let rest = &words[number * limit..];
        let payload = rest[..rest.len().min(limit)].to_vec();
        let mut packet = Packet::new(kind, source, destination, payload, ready);
        packet.header.last = number + 1 == count;
        packet
    })
}
