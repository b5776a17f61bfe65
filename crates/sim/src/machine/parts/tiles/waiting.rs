//! What a core waits for whose access to its message buffers has not been answered.

use super::Tiles;
use crate::part::message_buffers::Waiting;
use crate::port::{RefusedBlock, Task, TaskTables, Wait};

impl Tiles {
    /// Returns what a core waits for, in terms of tasks and cores.
    pub(super) fn wait_of(&self, core: usize) -> Wait {
        match self.interfaces[core].waiting() {
            Some(Waiting::Block { task }) => Wait::Block {
                from: Some(Task {
                    number: task,
                    core: self.core_of_task(core, task),
                }),
            },
            Some(Waiting::AnyBlock) => Wait::Block { from: None },
            Some(Waiting::Room) => Wait::Room {
                block: self.blocked_send(core),
            },
            Some(Waiting::Copy | Waiting::Memory) | None => Wait::Service,
        }
    }

    /// Returns the oldest block of a core that waits for room in the input buffer of its destination.
    fn blocked_send(&self, core: usize) -> Option<RefusedBlock> {
        let blocks = self.interfaces[core].blocked_sends();
        let block = blocks.into_iter().find(|block| block.is_requested)?;
        let destination = self.core_at(block.tile.into())?;
        Some(RefusedBlock {
            task: block.task,
            core: destination,
            bytes: block.bytes,
            room: self.interfaces[destination].input_room(),
        })
    }
}
