//! The message unit of a tile: buffer manager, DMA engine and network interface.
//!
//! Source: pronto IV and figures 2 and 3. `commands` has the core's commands. The manager is a pipeline of `manager` stages: an event in
//! cycle e (a block is complete, a packet has arrived, room has become free) has its effect on the link, or in the status table, in
//! e + `manager` at the earliest.

use super::commands::{Pending, Registers};
use super::copy::{Copy, CopyDirection};
use super::damage::Word;
use super::input::{Envelope, InputBuffer};
use super::journal::Journal;
use super::keys::MessageUnit;
use super::memory_read::MemoryRead;
use super::output::OutputBuffer;
use super::registers;
use super::statistics::{Counters, StallClock, TileStatistics};
use super::translation::TranslationTable;
use crate::description::Range;
use crate::noc::interface::packet::{Kind, Packet};
use crate::noc::interface::queues::{PacketQueue, Received, Receiver};
use crate::noc::interface::NetworkPort;
use crate::noc::Flit;
use crate::port::{LocalMemory, Step};
use crate::units::Cycle;
use serde::{Deserialize, Serialize};
use std::collections::VecDeque;
use std::sync::Arc;

/// A memory tile as the message units see it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MemoryOfTasks {
    pub endpoint: u16,
    /// Its range in the addresses of all memory tiles.
    pub range: Range,
}

/// The parameters of a message unit.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Parameters {
    pub unit: MessageUnit,
    /// The core's data memory, which holds the blocks to send and receive.
    pub data_memory: Range,
    /// Maximum payload words of a packet.
    pub packet_words: usize,
    /// The endpoint of this unit.
    pub endpoint: u16,
    /// Tiles of the mesh: endpoints that a table entry can name, apart from memory tiles and the host.
    pub tiles: u16,
    pub memories: Arc<[MemoryOfTasks]>,
    pub host: u16,
}

/// The message unit of a tile.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MessageBuffers {
    pub(super) parameters: Parameters,
    pub(super) table: TranslationTable,
    pub(super) registers: Registers,
    pub(super) output: OutputBuffer,
    pub(crate) input: InputBuffer,
    /// The copy in progress in the DMA engine.
    pub(super) copy: Option<Copy>,
    /// Whether other accesses may come between the rows of the copy. Derived, and checked again before it matters.
    #[serde(skip)]
    pub(super) is_disturbed: bool,
    pub(super) memory_read: Option<MemoryRead>,
    /// The access for whose answer the core waits.
    pub(super) pending: Option<Pending>,
    /// Whether the host has started the core. Before that no room is granted, since the table may not be complete.
    started: bool,
    /// Envelopes, grants and memory reads to send. Data packets are sent while there are none.
    pub(super) control: PacketQueue,
    pub(super) receiver: Receiver,
    /// Flits, with their cycles, that have arrived or arrive in the next cycle and have not been taken in.
    pub(super) deferred: VecDeque<(Cycle, Flit)>,
    pub(super) stalls: StallClock,
    pub(super) counters: Counters,
    /// None unless requested.
    #[serde(skip)]
    pub(super) journal: Option<Journal>,
}

impl MessageBuffers {
    /// A unit with empty buffers and tables.
    pub fn new(parameters: Parameters) -> Self {
        let unit = parameters.unit;
        let (words, line) = (|bytes: u32| bytes as usize / 4, unit.copy_words);
        MessageBuffers {
            parameters,
            table: TranslationTable::new(unit.tasks),
            registers: Registers::default(),
            output: OutputBuffer::new(words(unit.output_bytes), line, unit.cut_through),
            input: InputBuffer::new(words(unit.input_bytes), line, unit.blocks, unit.cut_through),
            copy: None,
            is_disturbed: false,
            memory_read: None,
            pending: None,
            started: false,
            control: PacketQueue::default(),
            receiver: Receiver::default(),
            deferred: VecDeque::new(),
            stalls: StallClock::default(),
            counters: Counters::default(),
            journal: None,
        }
    }

    /// Records the core's commands from now on.
    pub fn keep_journal(&mut self) {
        self.journal = Some(Journal::default());
    }

    /// Takes the core's commands recorded since the last call, in the order of time.
    pub fn take_journal(&mut self) -> Vec<Step> {
        self.journal.as_mut().map_or_else(Vec::new, Journal::take)
    }

    /// Whether the manager still has events to handle: it handles one of each kind a cycle.
    pub(super) fn has_to_manage(&self) -> bool {
        let grants = self.started && self.input.can_reserve();
        self.output.can_request() || grants || self.can_request_memory()
    }

    /// Whether a memory read can request a packet. It must not overtake what the core wrote to that memory before.
    fn can_request_memory(&self) -> bool {
        let can_request =
            |read: &MemoryRead| read.can_request() && !self.output.has_block_to(read.tile);
        self.memory_read.as_ref().is_some_and(can_request)
    }

    /// Number of entries of the address translation table.
    pub fn table_entries(&self) -> usize {
        self.parameters.unit.tasks
    }

    /// The counters, up to the end of the cycle before `now`.
    pub fn statistics(&self, now: Cycle) -> TileStatistics {
        TileStatistics {
            counters: self.counters,
            flits_sent: self.control.sender.flits,
            flits_received: self.receiver.flits,
            stalled: self.stalls.up_to(Cycle(now.0.saturating_sub(1))),
        }
    }

    /// The cycle in which an event in `now` has its effect.
    fn effect_cycle(&self, now: Cycle) -> Cycle {
        now + self.parameters.unit.manager
    }

    /// Queues an envelope, a grant or a memory read.
    fn queue_control(&mut self, kind: Kind, destination: u16, payload: Vec<u32>, now: Cycle) {
        let source = self.parameters.endpoint;
        let ready = self.effect_cycle(now);
        let packet = Packet::new(kind, source, destination, payload, ready);
        self.control.push(packet);
    }

    /// Drives the next flit: of the packet in progress, else of the oldest control packet, else of a block.
    pub(super) fn send(&mut self, now: Cycle, port: &mut impl NetworkPort) {
        if self.control.sender.packet.is_none() {
            let (source, limit) = (self.parameters.endpoint, self.parameters.packet_words);
            let control = self.control.take(now);
            let packet = control.or_else(|| self.output.begin_packet(source, limit, now));
            if let Some(packet) = packet {
                self.control.sender.begin(packet);
            }
        }
        let awaits_room = self.awaits_room();
        let sender = &mut self.control.sender;
        let Some(tile) = sender
            .packet
            .as_ref()
            .map(|packet| packet.header.destination)
        else {
            return;
        };
        if sender.is_in_outbox() && !awaits_room && port.has_outbox() {
            return;
        }
        sender.clear_outbox(port);
        if awaits_room || !sender.fill_outbox(port, self.output.words_to(tile)) {
            sender.drive(port, || self.output.take_word(tile));
        }
    }

    /// The next cycle, not before `now`, in which the unit drives a flit itself.
    pub(super) fn next_flit(&self, now: Cycle) -> Cycle {
        let sender = &self.control.sender;
        match &sender.packet {
            // The DMA engine will bring the missing word.
            Some(packet)
                if sender.needs_more() && !self.output.has_word(packet.header.destination) =>
            {
                Cycle::NEVER
            }
            Some(_) if sender.is_in_outbox() => Cycle::NEVER,
            Some(_) => now,
            None => {
                let control = self.control.next_event(now);
                control.min(self.output.next_packet(now))
            }
        }
    }

    /// Handles a flit that has arrived in `now`. Returns whether it starts the core.
    pub(super) fn receive(&mut self, received: Received, now: Cycle) -> bool {
        let (header, word) = (received.header, received.word);
        let source = header.source;
        match (header.kind, received.index) {
            (Kind::Envelope, Some(_)) => {
                let bytes = word;
                self.input.queue_envelope(Envelope { source, bytes });
            }
            (Kind::Grant, None) => {
                let from = self.effect_cycle(now);
                self.output.granted(source, from);
            }
            (Kind::Data, Some(index)) => {
                let (task, from) = (self.table.task(source), self.effect_cycle(now));
                let word = Word {
                    word,
                    index,
                    mark: received.mark,
                };
                self.input.arrived(source, word, task, from);
            }
            (Kind::MemoryData, Some(_)) => {
                if let Some(read) = &mut self.memory_read {
                    read.arrived(word);
                }
            }
            (Kind::Table, Some(index)) => self.set_by_host(index, word),
            (Kind::Start, None) => self.started = true,
            _ => {}
        }
        header.kind == Kind::Start
    }

    /// Lets the manager handle the first event of each kind, on the state at the end of `now`.
    pub(super) fn manage(&mut self, now: Cycle) {
        if let Some((tile, bytes)) = self.output.request_room(self.effect_cycle(now)) {
            self.queue_control(Kind::Envelope, tile, vec![bytes], now);
        }
        if self.started {
            if let Some(tile) = self.input.reserve() {
                self.queue_control(Kind::Grant, tile, vec![], now);
            }
        }
        if self.can_request_memory() {
            self.request_memory(now);
        }
    }

    fn request_memory(&mut self, now: Cycle) {
        let memory = self.memory_read.as_ref().map(|read| read.tile);
        let packet = self.memory_read.as_mut().and_then(MemoryRead::request);
        if let (Some(tile), Some((address, bytes))) = (memory, packet) {
            self.queue_control(Kind::MemoryRead, tile, vec![address, bytes], now);
        }
    }

    /// The cycle in which the next row can be copied; None if there is no copy, or its words have not arrived.
    pub(super) fn next_copy(&self) -> Option<Cycle> {
        let copy = self.copy?;
        let words = self.row(&copy);
        let are_there = match copy.direction {
            CopyDirection::ToOutput => true,
            CopyDirection::FromInput { place } => self.input.has_words(place, words),
            CopyDirection::FromMemory => {
                self.memory_read.as_ref().is_some_and(MemoryRead::has_word)
            }
        };
        are_there.then_some(copy.due)
    }

    /// Whether a copy waits for words to arrive.
    pub(super) fn copy_starves(&self) -> bool {
        self.copy.is_some() && self.next_copy().is_none()
    }

    /// Copies the next row if it is due. Answers the core if it was the last one of a copy that the core waits for.
    pub(super) fn copy_row(&mut self, now: Cycle, memory: &mut impl LocalMemory) -> Option<u32> {
        self.next_copy().filter(|due| *due <= now)?;
        self.copy_next_row(now, memory)
    }

    /// Copies the next row, whose words are there, in `now`. Answers the core as [`Self::copy_row`] does.
    pub(super) fn copy_next_row(
        &mut self,
        now: Cycle,
        memory: &mut impl LocalMemory,
    ) -> Option<u32> {
        let mut copy = self.copy.take()?;
        for _ in 0..self.row(&copy) {
            self.copy_word(&copy, memory);
            copy.advance();
        }
        if copy.bytes > 0 {
            copy.due = now + self.period(copy.direction);
            self.copy = Some(copy);
            return None;
        }
        (copy.direction != CopyDirection::ToOutput)
            .then(|| self.copied_for_core(copy.direction, now))
    }

    /// Copies one word between buffer and local memory. Of a block's last word only the bytes of the block are written.
    fn copy_word(&mut self, copy: &Copy, memory: &mut impl LocalMemory) {
        let word = match copy.direction {
            CopyDirection::ToOutput => return self.output.copied(memory.read(copy.address)),
            CopyDirection::FromInput { place } => self.input.take_word(place),
            CopyDirection::FromMemory => self.memory_read.as_mut().and_then(MemoryRead::take_word),
        };
        if let Some(word) = word {
            memory.write(copy.address, &word.to_le_bytes()[..copy.width()]);
        }
    }

    /// Number of words in the next row. Words from a memory tile arrive one by one, and are copied one by one.
    pub(super) fn row(&self, copy: &Copy) -> usize {
        match copy.direction {
            CopyDirection::FromMemory => 1,
            CopyDirection::ToOutput | CopyDirection::FromInput { .. } => {
                copy.row(self.parameters.unit.copy_words)
            }
        }
    }

    /// Cycles that a row takes.
    pub(super) fn period(&self, direction: CopyDirection) -> u64 {
        let unit = &self.parameters.unit;
        match direction {
            CopyDirection::ToOutput => unit.copy_in,
            CopyDirection::FromInput { .. } | CopyDirection::FromMemory => unit.copy_out,
        }
    }

    fn copied_for_core(&mut self, direction: CopyDirection, now: Cycle) -> u32 {
        if direction == CopyDirection::FromMemory {
            self.memory_read = None;
        }
        self.answered(now);
        0
    }

    /// Takes a word from the host, which sets registers by offset and value in turn.
    fn set_by_host(&mut self, index: usize, word: u32) {
        if index % 2 == 0 {
            self.registers.host_offset = word;
            return;
        }
        match self.registers.host_offset {
            registers::SELF => self.registers.own_task = Some(word as u16),
            registers::MEMORY_BASE => self.registers.memory_base = word,
            registers::MEMORY_BYTES => self.registers.memory_bytes = word,
            offset => self.set_table(offset, word),
        }
    }
}
