//! External memory at HIBI, with a DMA controller of several channels that other agents configure over the bus.
//!
//! ```text
//!   HIBI address            a word for it
//!   memory + place          is written at that place
//!   memory + size + 8 c     is a parameter of channel c: source, target, words, command, in this order; the fourth starts the transfer
//!   memory + size + 8 c + 4 is data of channel c, written at the target if its command is WRITE
//!                           (READ: words from the source are sent to the target, a HIBI address, one a cycle)
//! ```
//!
//! Source: L. Matilainen et al., "Multicore Communications API (MCAPI) implementation on an FPGA multiprocessor", 2011, IV.A: four parameters, source
//! address, target address, amount and command; "multiple transfer channels to both directions"; memory that can be accessed transparently. The
//! cycles are defined in docs/contract/hibi.md, "External memory".

pub mod keys;

use crate::port::{signal, word_at, Addressed, Agent, HostAccess, Show, WordPort};
use crate::units::Cycle;
use serde::{Deserialize, Serialize};

/// The commands, which are the fourth parameter.
pub const READ: u32 = 1;
pub const WRITE: u32 = 2;
/// HIBI addresses of a channel, in bytes: for its parameters and for its data.
pub const CHANNEL_BYTES: u32 = 8;

/// A channel, which carries out one transfer at a time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
struct Channel {
    parameters: [u32; 4],
    /// Number of parameters that have arrived.
    given: usize,
    /// Words of the transfer that are left.
    left: u32,
    /// The first cycle in which a word can be read.
    from: Cycle,
}

impl Channel {
    fn command(&self) -> u32 {
        self.parameters[3]
    }

    fn is_reading(&self) -> bool {
        self.left > 0 && self.command() == READ
    }

    fn is_writing(&self) -> bool {
        self.left > 0 && self.command() == WRITE
    }

    /// Takes a parameter; the fourth starts the transfer, whose first word can be read in cycle `from`.
    fn configure(&mut self, value: u32, from: Cycle) {
        self.parameters[self.given] = value;
        self.given = (self.given + 1) % 4;
        if self.given == 0 {
            self.left = self.parameters[2];
            self.from = from;
        }
    }

    /// The address in the memory of the next word.
    fn place(&self) -> u32 {
        let [source, target, amount, command] = self.parameters;
        let first = if command == READ { source } else { target };
        first.wrapping_add(4 * (amount - self.left))
    }
}

/// What a word is for, by its HIBI address.
enum Destination {
    Memory(u32),
    Parameters(usize),
    Data(usize),
}

/// The memory with its controller.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ExternalMemory {
    name: String,
    /// First HIBI address.
    address: u32,
    bytes: Vec<u8>,
    channels: Vec<Channel>,
    access: u64,
    /// The channel that has read last, for round robin.
    turn: usize,
}

impl Agent for ExternalMemory {
    /// Simulates one cycle: takes a word, and reads one.
    fn tick(&mut self, now: Cycle, port: &mut impl WordPort) {
        let reads = self.reader(now).filter(|_| port.has_room());
        let received = port.received().filter(|word| self.takes(*word));
        if let Some(number) = reads {
            let channel = &mut self.channels[number];
            let (place, target) = (channel.place(), channel.parameters[1]);
            channel.left -= 1;
            self.turn = number;
            let data = self.word(place);
            port.send(Addressed {
                address: target,
                data,
            });
        }
        if let Some(word) = received {
            self.receive(word, now);
            port.take();
        }
    }

    fn next_event(&self, now: Cycle, received: Option<Addressed>) -> Cycle {
        let reading = self.channels.iter().filter(|channel| channel.is_reading());
        let reading = reading.map(|it| it.from).fold(Cycle::NEVER, Cycle::min);
        let takes = received.is_some_and(|word| self.takes(word));
        if takes {
            now
        } else {
            reading.max(now)
        }
    }
}

impl Show for ExternalMemory {
    fn signals(&self, _: Cycle, visit: &mut signal::Visitor) {
        for (number, channel) in self.channels.iter().enumerate() {
            visit(
                format_args!("channel{number}.left"),
                32,
                u64::from(channel.left),
            );
        }
    }
}

impl HostAccess for ExternalMemory {
    fn memory(&self, name: &str) -> Option<&[u8]> {
        (name == self.name).then_some(&self.bytes)
    }

    fn memory_mut(&mut self, name: &str) -> Option<&mut [u8]> {
        (name == self.name).then_some(&mut self.bytes)
    }
}

impl ExternalMemory {
    /// Zeroed memory.
    pub fn new(name: &str, address: u32, keys: &keys::MemoryKeys) -> Self {
        ExternalMemory {
            name: name.to_owned(),
            address,
            bytes: vec![0; keys.bytes as usize],
            channels: vec![Channel::default(); keys.channels],
            access: keys.access,
            turn: 0,
        }
    }

    /// The channel that reads in this cycle: the next one after the last that is ready.
    fn reader(&self, now: Cycle) -> Option<usize> {
        let count = self.channels.len();
        let ready = |number: &usize| {
            let channel = &self.channels[*number];
            channel.is_reading() && channel.from <= now
        };
        (1..=count)
            .map(|step| (self.turn + step) % count)
            .find(ready)
    }

    /// Decodes a HIBI address of this memory.
    fn destination(&self, address: u32) -> Destination {
        let offset = address - self.address;
        let Some(beyond) = offset.checked_sub(self.bytes.len() as u32) else {
            return Destination::Memory(offset);
        };
        let channel = (beyond / CHANNEL_BYTES) as usize;
        match beyond % CHANNEL_BYTES {
            0 => Destination::Parameters(channel),
            _ => Destination::Data(channel),
        }
    }

    /// Whether a word is taken. Parameters wait for the end of the channel's transfer; data without a transfer are taken, and lost.
    fn takes(&self, word: Addressed) -> bool {
        match self.destination(word.address) {
            Destination::Parameters(channel) => self.channels[channel].left == 0,
            _ => true,
        }
    }

    fn receive(&mut self, word: Addressed, now: Cycle) {
        match self.destination(word.address) {
            Destination::Memory(place) => self.store(place, word.data),
            Destination::Parameters(channel) => {
                self.channels[channel].configure(word.data, now + self.access);
            }
            Destination::Data(channel) if self.channels[channel].is_writing() => {
                let place = self.channels[channel].place();
                self.channels[channel].left -= 1;
                self.store(place, word.data);
            }
            Destination::Data(_) => {}
        }
    }

    fn word(&self, place: u32) -> u32 {
        word_at(&self.bytes, place as usize & !3)
    }

    fn store(&mut self, place: u32, word: u32) {
        let place = place as usize & !3;
        if let Some(bytes) = self.bytes.get_mut(place..place + 4) {
            bytes.copy_from_slice(&word.to_le_bytes());
        }
    }
}
