//! A core as a message unit sees it: a data memory that is read, an order that is held, a load that takes words as they
//! can be had.

use crate::record::Recorded;
use weft_isa::message::block;
use weft_sim::part::message_unit::MessageUnit;
use weft_sim::port::{CorePort, MessagePort, Order, Reach};
use weft_sim::Cycle;

/// Words of the data memory.
pub const WORDS: usize = 1 << 14;

/// The ports of a core in one cycle.
#[derive(Clone, Default)]
pub struct Ports {
    pub order: bool,
    pub issue: bool,
    pub is_block: bool,
    pub is_query: bool,
    pub is_try: bool,
    pub is_offer: bool,
    pub match_begins: bool,
    pub match_ends: bool,
    pub match_word: u64,
    pub body: u64,
    pub destination: usize,
    pub done: bool,
    pub granted: Option<u64>,
    pub send_offset: Option<u64>,
    pub send_word: u64,
    pub load: bool,
    pub loaded: bool,
    pub load_strobe: u64,
    pub load_offset: Option<u64>,
    pub load_word: u64,
    pub head: u64,
    pub queued: u64,
    pub take_word: bool,
    pub event_register: u64,
    pub event_write: bool,
    pub event_data: u64,
    pub event_read: u64,
    pub pending: u64,
    pub tx_control: u64,
    pub tx_data: Option<u64>,
}

/// A core without a program.
#[derive(Clone)]
pub struct Core {
    pub memory: Vec<u8>,
    /// The order that is being carried out, for which node, and whether it was issued in this cycle.
    pub order: Option<(Order, usize, bool)>,
    /// Words of the present block that have been driven, and where the block begins.
    pub driven: usize,
    pub block_address: usize,
    /// Whether a receiver sampled its request in the cycle before, so that the first word of a block is driven with the answer.
    pub is_sampled: bool,
    pub load: Option<Load>,
    /// Whether the match register holds a word.
    pub waits: bool,
    pub ports: Ports,
}

/// `mbox.load`, in its course.
#[derive(Clone, Default)]
pub struct Load {
    /// Bytes of the message, once its first word has moved, and where the present block begins in it.
    length: Option<usize>,
    begin: usize,
    /// Words of the present block that have moved.
    moved: usize,
}

impl Core {
    pub fn new(memory: Vec<u8>) -> Self {
        Core {
            memory,
            order: None,
            driven: 0,
            block_address: 0,
            is_sampled: false,
            load: None,
            waits: false,
            ports: Ports::default(),
        }
    }

    /// A word of the data memory.
    pub fn word(&self, address: usize) -> u64 {
        let word = self.memory.get(address..address + 4).unwrap_or(&[0; 4]);
        word.iter()
            .rev()
            .fold(0, |word, &byte| word << 8 | u64::from(byte))
    }

    /// What `mbox.load` does in this cycle, by the registers as they are at its start.
    pub fn move_word(&mut self, unit: &Recorded<MessageUnit>) {
        let (Some(load), Some(block)) = (&mut self.load, unit.part.next_block()) else {
            return;
        };
        let header = || {
            block
                .header
                .map_or(0, |word| block::LENGTH.get(word) as usize)
        };
        let length = *load.length.get_or_insert_with(header);
        let bytes = unit.part.clone().take_block(false).to_vec();
        let from = 4 * load.moved;
        let word = &bytes[from.min(bytes.len())..bytes.len().min(from + 4)];
        let ports = &mut self.ports;
        ports.load_strobe = (1 << word.len()) - 1;
        ports.load_offset = (!word.is_empty()).then_some((load.begin + from) as u64);
        ports.load_word = word
            .iter()
            .rev()
            .fold(0, |word, &byte| word << 8 | u64::from(byte));
        ports.loaded = load.begin + from + 4 >= length;
    }

    /// The end of the cycle: the block is free when its last word has moved.
    pub fn end_move(&mut self, unit: &mut Recorded<MessageUnit>) {
        let (Some(load), Some(block)) = (&mut self.load, unit.part.next_block()) else {
            return;
        };
        // A block that came at the end of this cycle has not been seen yet.
        let Some(length) = load.length else { return };
        if self.ports.load_strobe == 0 && length != 0 {
            return;
        }
        load.moved += 1;
        if 4 * load.moved >= block.bytes {
            load.begin += block.bytes;
            load.moved = 0;
            let ends = load.begin >= length;
            unit.part.take_block(ends);
            if ends {
                self.load = None;
            }
        }
    }
}

impl CorePort for Core {
    fn data_range(&self) -> (u32, u32) {
        (0, self.memory.len() as u32)
    }

    fn data(&mut self, _now: Cycle, offset: u32, length: usize) -> &[u8] {
        &self.memory[offset as usize..][..length]
    }

    fn answered(&mut self, _word: u32, _free: Cycle) {}

    fn store_served(&mut self, _free: Cycle) {}

    fn registers_answered(&mut self, _word: u32, _at: Cycle) {}

    fn write_data(&mut self, _now: Cycle, _offset: u32, _bytes: &[u8]) {}

    fn program_word(&self, _offset: u32) -> u32 {
        0
    }

    fn write_program(&mut self, _offset: u32, _word: u32) {}

    fn drive_lines(&mut self, _driver: usize, _lines: u32, _from: Cycle) -> bool {
        false
    }

    fn set_reach(&mut self, _window: usize, reach: Reach) -> Reach {
        reach
    }

    fn may_change(&self, _offset: u32, _bytes: u32) -> bool {
        false
    }

    fn is_ahead(&self) -> bool {
        false
    }

    fn start(&mut self, _at: Cycle) -> bool {
        false
    }
}
