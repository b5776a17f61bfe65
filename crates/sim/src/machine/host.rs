//! What the host of a chip sets up before and between runs: memories, places of tasks, words for another machine. No time passes.

use super::Machine;
use crate::platform::Platform;
use crate::port::{HostBridge, TableChange, TaskPlacement, TaskTables};

impl Machine {
    /// The contents of the memory of this name, of those that no core addresses.
    pub fn host_memory(&self, name: &str) -> Option<&[u8]> {
        self.fabrics.iter().find_map(|fabric| fabric.memory(name))
    }

    /// As [`Machine::host_memory`], to be written.
    pub fn host_memory_mut(&mut self, name: &str) -> Option<&mut [u8]> {
        let mut fabrics = self.fabrics.iter_mut();
        fabrics.find_map(|fabric| fabric.memory_mut(name))
    }

    /// The bridge to the machine next to the chip, to be used between two runs.
    pub fn host_bridge(&mut self) -> Option<&mut dyn HostBridge> {
        self.fabrics.iter_mut().find_map(|fabric| fabric.bridge())
    }

    /// Has the chip's host set up and start these cores, instead of those that it was told before, and change tables in later cycles.
    /// Other cores are not started. To be called before the first cycle; does nothing on a chip without tables of tasks.
    pub fn place_tasks(&mut self, tasks: &[TaskPlacement], changes: &[TableChange]) {
        let mut fabrics = self.fabrics.iter_mut();
        if let Some(tables) = fabrics.find_map(|fabric| fabric.tasks_mut()) {
            tables.place(tasks, changes);
        }
    }

    /// Where tables say what runs where, the cores wait for their start by the host, which places task i on the core of rank i, of those
    /// that have a program. All tasks see all of their memory.
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

    /// The core that runs a task of the flow that `core` belongs to, as that core's table says.
    pub fn core_of_task(&self, core: usize, task: u32) -> Option<usize> {
        self.tasks()?.core_of_task(core, task)
    }

    /// Source core and length in bytes of each block of a task of the table that a core has not received.
    pub(super) fn blocks_left(&self, core: usize) -> Vec<(u32, u32)> {
        let left = self.tasks().map(|tables| tables.blocks_left(core));
        let left = left.unwrap_or_default().into_iter();
        left.map(|(source, bytes)| (source as u32, bytes)).collect()
    }

    fn tasks(&self) -> Option<&dyn TaskTables> {
        self.fabrics.iter().find_map(|fabric| fabric.tasks())
    }
}
