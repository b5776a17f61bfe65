//! What core and blocks wait for at a message unit, for reports of deadlocks.

use super::output::{Purpose, Stage};
use super::registers;
use super::statistics::Stall;
use super::unit::MessageBuffers;
use crate::port::RegisterAccess;

/// What a core waits for while its access is not answered.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Waiting {
    /// A block from this task.
    Block { task: u32 },
    /// A block from any task.
    AnyBlock,
    /// Room in its own output buffer.
    Room,
    /// The end of a copy.
    Copy,
    /// The memory tile.
    Memory,
}

/// A block in the output buffer that cannot leave.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BlockedSend {
    pub task: u16,
    /// The endpoint of the task's tile.
    pub tile: u16,
    pub bytes: u32,
    /// Whether its envelope is at the tile, which has not granted it; otherwise an older block is before it.
    pub is_requested: bool,
}

impl MessageBuffers {
    /// What the core waits for; None if it does not.
    pub fn waiting(&self) -> Option<Waiting> {
        let access = self.pending?.access;
        Some(match self.stalls.stall()? {
            Stall::Underflow => match access {
                RegisterAccess::Write {
                    offset: registers::RECEIVE,
                    ..
                } => Waiting::Block {
                    task: self.registers.receive_task,
                },
                _ => Waiting::AnyBlock,
            },
            Stall::Overflow => Waiting::Room,
            Stall::Copying => Waiting::Copy,
            Stall::Memory => Waiting::Memory,
        })
    }

    /// The endpoint of a task's tile, according to the table.
    pub fn tile_of(&self, task: u32) -> Option<u16> {
        self.table.tile(task)
    }

    /// The messages in the output buffer whose packets cannot be sent, oldest first.
    pub fn blocked_sends(&self) -> Vec<BlockedSend> {
        let blocked = self.output.blocks.iter().filter_map(|block| {
            let is_requested = match block.stage {
                Stage::Waiting => false,
                Stage::Requested => true,
                Stage::Sending { .. } => return None,
            };
            match block.purpose {
                Purpose::Message { task } => Some(BlockedSend {
                    task,
                    tile: block.destination,
                    bytes: block.bytes,
                    is_requested,
                }),
                Purpose::MemoryWrite { .. } => None,
            }
        });
        blocked.collect()
    }

    /// Free bytes of the input buffer.
    pub fn input_room(&self) -> u32 {
        4 * self.input.free as u32
    }

    /// Source task, if it is in the table, and bytes of each block that has arrived and was not received, oldest first.
    pub fn left_over(&self) -> Vec<(Option<u16>, u32)> {
        let entries = self.input.table.iter();
        entries
            .map(|entry| (entry.task, entry.block.bytes))
            .collect()
    }
}
