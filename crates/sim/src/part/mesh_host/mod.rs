//! The host's tile: sends the other tiles their tables and starts them; can change tables later, while programs run.
//!
//! Source: pronto III (a runtime mapper at the host spawns and pins the tasks) and IV (tables programmed during mapping); defined in
//! docs/contract/message-buffers.md, "Host". All tables are sent before the first core is started.

use crate::noc::interface::packet::packets;
use crate::noc::interface::queues::PacketQueue;
#[cfg(test)]
use crate::noc::interface::FlitCounts;
use crate::noc::interface::{Kind, NetworkPort, Packet, Station};
use crate::units::Cycle;
use serde::{Deserialize, Serialize};
use std::collections::VecDeque;

/// The settings that the host sends to a tile before it starts it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Placement {
    /// Its endpoint.
    pub tile: u16,
    /// Its task.
    pub task: u16,
    /// For each task of its flow, the endpoint of that task.
    pub table: Vec<Option<u16>>,
    /// The flow's part of the memory tile.
    pub memory_base: u32,
    pub memory_bytes: u32,
}

/// Offsets of a tile's registers that the host sets, and the format of an entry of its table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TileRegisters {
    pub own_task: u32,
    pub memory_base: u32,
    pub memory_bytes: u32,
    /// Offset of the first entry, and distance from one to the next.
    pub table: u32,
    pub table_stride: u32,
    /// The valid bit of an entry, next to the number of a tile.
    pub table_valid: u32,
}

impl TileRegisters {
    /// The registers to set for a placement: offset and value of each.
    fn of(&self, placement: &Placement) -> Vec<u32> {
        let mut words = vec![
            self.own_task,
            u32::from(placement.task),
            self.memory_base,
            placement.memory_base,
            self.memory_bytes,
            placement.memory_bytes,
        ];
        let entry = |(task, tile): (u32, &Option<u16>)| Some(self.entry(task, (*tile)?));
        words.extend((0..).zip(&placement.table).filter_map(entry).flatten());
        words
    }

    fn entry(&self, task: u32, tile: u16) -> [u32; 2] {
        let offset = self.table + self.table_stride * task;
        [offset, self.table_valid | u32::from(tile)]
    }
}

/// The host.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Host {
    endpoint: u16,
    packet_words: usize,
    registers: TileRegisters,
    queue: PacketQueue,
    /// Pending changes of tables, in the order of their cycles.
    changes: VecDeque<(Cycle, Packet)>,
}

impl Station for Host {
    fn tick(&mut self, now: Cycle, port: &mut impl NetworkPort) {
        // No component sends to the host; flits that arrived would be dropped.
        port.ejected();
        let due = self.changes.partition_point(|(at, _)| *at <= now);
        let due = self.changes.drain(..due);
        due.for_each(|(_, packet)| self.queue.push(packet));
        self.queue.drive(now, port);
    }

    fn next_event(&self, now: Cycle) -> Cycle {
        let change = self.changes.front();
        let change = change.map_or(Cycle::NEVER, |(at, _)| (*at).max(now));
        self.queue.next_event(now).min(change)
    }

    /// Whether nothing is left to send. Changes of tables in later cycles do not count: a run does not wait for them.
    fn is_at_rest(&self, _: Cycle) -> bool {
        self.queue.is_empty()
    }
}

impl Host {
    /// A host with nothing to do.
    pub fn new(endpoint: u16, packet_words: usize, registers: TileRegisters) -> Self {
        Host {
            endpoint,
            packet_words,
            registers,
            queue: PacketQueue::default(),
            changes: VecDeque::new(),
        }
    }

    /// Drops all packets and pending changes.
    pub fn reset(&mut self) {
        self.queue = PacketQueue::default();
        self.changes.clear();
    }

    /// Sends these tiles their settings from cycle `now` on, and then starts them.
    pub fn place(&mut self, tiles: &[Placement], now: Cycle) {
        // An even limit keeps offset and value of a register in one packet.
        let limit = self.packet_words & !1;
        for placement in tiles {
            let endpoints = [self.endpoint, placement.tile];
            for packet in packets(
                Kind::Table,
                endpoints,
                &self.registers.of(placement),
                limit,
                now,
            ) {
                self.queue.push(packet);
            }
        }
        for placement in tiles {
            let packet = Packet::new(Kind::Start, self.endpoint, placement.tile, vec![], now);
            self.queue.push(packet);
        }
    }

    /// Sends tile `told`, in cycle `at`, that a task is now on another tile; after the changes requested before for the same or earlier cycles.
    pub fn change(&mut self, at: Cycle, told: u16, task: u16, tile: u16) {
        let payload = self.registers.entry(u32::from(task), tile).to_vec();
        let packet = Packet::new(Kind::Table, self.endpoint, told, payload, at);
        let later = self.changes.partition_point(|(cycle, _)| *cycle <= at);
        self.changes.insert(later, (at, packet));
    }

    /// Flits sent, by the kind of their packet.
    #[cfg(test)]
    pub fn flits(&self) -> FlitCounts {
        self.queue.sender.flits
    }
}
