//! What the chip's host sets up before and between runs: memories, placement of tasks, words for another machine. No time passes.

use super::Machine;
use crate::platform::Platform;
use crate::port::{HostBridge, TableChange, TaskPlacement, TaskTables};

impl Machine {
    /// Returns the contents of a memory that no core addresses, by its name.
    pub fn host_memory(&self, name: &str) -> Option<&[u8]> {
        self.fabrics.iter().find_map(|fabric| fabric.memory(name))
    }

    /// As [`Machine::host_memory`], for writing.
    pub fn host_memory_mut(&mut self, name: &str) -> Option<&mut [u8]> {
        let mut fabrics = self.fabrics.iter_mut();
        fabrics.find_map(|fabric| fabric.memory_mut(name))
    }

    /// Returns the bridge to a machine outside the chip, for use between two runs.
    pub fn host_bridge(&mut self) -> Option<&mut dyn HostBridge> {
        self.fabrics.iter_mut().find_map(|fabric| fabric.bridge())
    }

    /// Tells the chip's host which cores to set up and start, and which table entries to change in later cycles. Replaces what it was told before.
    /// Cores that are not listed are not started. Must be called before the first cycle; has no effect on a chip without task tables.
    pub fn place_tasks(&mut self, tasks: &[TaskPlacement], changes: &[TableChange]) {
        let mut fabrics = self.fabrics.iter_mut();
        if let Some(tables) = fabrics.find_map(|fabric| fabric.tasks_mut()) {
            tables.place(tasks, changes);
        }
    }

    /// On a chip with task tables, the cores wait for the host to start them. This default placement gives task i to the i-th rank's core, counting
    /// only cores with a program. Every task sees all of the task memories.
    pub(super) fn place_ranks(&mut self, platform: &Platform) {
        let Some(array) = self.tasks().map(TaskTables::array) else {
            return;
        };
        let ranks = platform.map.ranks.iter().copied();
        let cores: Vec<usize> = ranks
            .filter(|core| !self.cores[*core].is_halted())
            .collect();
        let table: Vec<Option<usize>> = cores.iter().copied().map(Some).collect();
        let memory_bytes = array.memories.iter().map(|it| it.bytes as u32).sum();
        let placement = |(core, task): (&usize, u16)| TaskPlacement {
            core: *core,
            task,
            table: table.clone(),
            memory_base: 0,
            memory_bytes,
        };
        let placements: Vec<TaskPlacement> = cores.iter().zip(0..).map(placement).collect();
        let loaded = self.cores.iter_mut().filter(|core| !core.is_halted());
        loaded.for_each(|core| core.hold());
        self.place_tasks(&placements, &[]);
    }

    /// Returns the core that runs a task of `core`'s flow, according to the table of `core`.
    pub fn core_of_task(&self, core: usize, task: u32) -> Option<usize> {
        self.tasks()?.core_of_task(core, task)
    }

    /// Returns source core and length in bytes of each block that a core has not received, if the block's source is in the core's table.
    pub(super) fn blocks_left(&self, core: usize) -> Vec<(u32, u32)> {
        let left = self.tasks().map(|tables| tables.blocks_left(core));
        let left = left.unwrap_or_default().into_iter();
        left.map(|(source, bytes)| (source as u32, bytes)).collect()
    }

    fn tasks(&self) -> Option<&dyn TaskTables> {
        self.fabrics.iter().find_map(|fabric| fabric.tasks())
    }
}
