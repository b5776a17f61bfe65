//! The packets between the interfaces of initiators and targets.
//!
//! ```text
//!   request   header: operation 7..0, bytes 10..8, reserved 11, no answer 12 | address | value, if written
//!   answer    header: operation                                             | value, if read
//! ```
//!
//! (docs/contract/switches.md, "Packets".) Source, destination and priority, which also belong to a header, travel on the control lines of a flit.

use super::channels::Channels;
use crate::noc::{CircuitStep, Flit, Mark};
use crate::port::Request;
use serde::{Deserialize, Serialize};
use weft_isa::Op;

/// Words of the longest request.
pub const MAX_REQUEST_FLITS: usize = 3;

/// The word of the packet that says that a circuit is open. No header has this value.
pub const OPENED: u32 = u32::MAX;

/// Fields of a header.
const OPERATION_BITS: u32 = 0xFF;
const BYTES_SHIFT: u32 = 8;
const BYTES_BITS: u32 = 0x7;
const RESERVED: u32 = 1 << 11;
const NO_ANSWER: u32 = 1 << 12;

/// The routing information of a packet.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Label {
    /// The endpoint that sends the packet.
    pub source: u16,
    pub destination: u16,
    /// The priority. 0 is best effort; packets by circuit have 0 too.
    pub class: u8,
    pub virtual_channel: u8,
}

impl Label {
    /// The label of the answer.
    pub fn back(self, channels: Channels) -> Label {
        Label {
            source: self.destination,
            destination: self.source,
            class: self.class,
            virtual_channel: channels.of_answer(self.virtual_channel),
        }
    }
}

/// Makes one packet of the words.
pub fn flits(label: Label, words: &[u32]) -> Vec<Flit> {
    let last = words.len() - 1;
    let flit = |(place, &word): (usize, &u32)| Flit {
        word,
        head: place == 0,
        tail: place == last,
        source: label.source,
        destination: label.destination,
        class: label.class,
        virtual_channel: label.virtual_channel,
        mark: Mark::Intact,
        ..Flit::default()
    };
    words.iter().enumerate().map(flit).collect()
}

/// Makes a packet that opens, answers or closes a circuit: one flit, with an error-correcting code.
pub fn signal(label: Label, word: u32, circuit: CircuitStep) -> Vec<Flit> {
    let protect = |flit| Flit {
        circuit,
        mark: Mark::Protected,
        ..flit
    };
    flits(label, &[word]).into_iter().map(protect).collect()
}

/// The words of a request; `answered` tells whether its initiator waits for an answer.
pub fn request_words(request: &Request, answered: bool) -> Vec<u32> {
    let reserved = if request.reserved { RESERVED } else { 0 };
    let no_answer = if answered { 0 } else { NO_ANSWER };
    let header = request.op as u32 | request.bytes << BYTES_SHIFT | reserved | no_answer;
    let mut words = vec![header, request.address];
    if carries_value(request.op) {
        words.push(request.value);
    }
    words
}

/// Whether the initiator of a request waits for an answer.
pub fn is_answered(words: &[u32]) -> bool {
    words[0] & NO_ANSWER == 0
}

/// Decodes a request. Its target, the component at the address, is not known yet.
pub fn request(words: &[u32]) -> Request {
    let header = words[0];
    Request {
        op: Op::ALL[(header & OPERATION_BITS) as usize],
        address: words[1],
        bytes: header >> BYTES_SHIFT & BYTES_BITS,
        value: words.get(2).copied().unwrap_or(0),
        target: None,
        reserved: header & RESERVED != 0,
    }
}

/// The words of an answer: a header alone for a store, otherwise a header and the value.
pub fn answer_words(request: &Request, value: u32) -> Vec<u32> {
    let header = request.op as u32;
    if request.is_store() {
        vec![header]
    } else {
        vec![header, value]
    }
}

/// Whether a request with this operation has a word that is written.
pub fn carries_value(op: Op) -> bool {
    !matches!(op, Op::Lb | Op::Lbu | Op::Lh | Op::Lhu | Op::Lw | Op::LrW)
}
