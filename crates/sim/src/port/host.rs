//! What the chip's host sets up in a part and reads from it: memories, placement of tasks, a bridge to another machine. No time passes.

use super::journal::Step;
use super::stream::Addressed;
use crate::units::Cycle;

/// A part, as the host accesses it. The defaults are for parts without the feature.
pub trait HostAccess {
    /// The contents of the memory with this name.
    fn memory(&self, _name: &str) -> Option<&[u8]> {
        None
    }

    /// As [`HostAccess::memory`], for writing.
    fn memory_mut(&mut self, _name: &str) -> Option<&mut [u8]> {
        None
    }

    /// The task tables, if the part has them.
    fn tasks(&self) -> Option<&dyn TaskTables> {
        None
    }

    /// As [`HostAccess::tasks`], for writing.
    fn tasks_mut(&mut self) -> Option<&mut dyn TaskTables> {
        None
    }

    /// The bridge to a machine outside the chip.
    fn bridge(&mut self) -> Option<&mut dyn HostBridge> {
        None
    }

    /// Records the calls that the part performs for a core from now on.
    fn keep_journal(&mut self, _core: usize) {}

    /// Returns what the part has recorded for a core since the last call, in the order of time.
    fn take_journal(&mut self, _core: usize) -> Vec<Step> {
        Vec::new()
    }
}

/// Tables that say which core runs which task.
pub trait TaskTables {
    /// Returns where tasks can be placed.
    fn array(&self) -> TileArray;

    /// Tells the chip's host which cores to set up and start, and which table entries to change later. Replaces what it was told before. Cores that
    /// are not listed are not started. Must be called before the first cycle.
    fn place(&mut self, tasks: &[TaskPlacement], changes: &[TableChange]);

    /// Returns the core that runs a task of `core`'s flow, according to the table of `core`.
    fn core_of_task(&self, core: usize, task: u32) -> Option<usize>;

    /// Returns source core and length in bytes of each block that a core has not received, if the block's source is in the core's table.
    fn blocks_left(&self, core: usize) -> Vec<(usize, u32)>;
}

/// Where tasks can be placed: an array of tiles with cores, and the memories and the host that tasks use.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TileArray {
    /// Tiles along x, y and z.
    pub size: [usize; 3],
    /// The coordinates of core 0, core 1, and so on.
    pub cores: Vec<[usize; 3]>,
    /// The memories that tasks access by `MP_mread` and `MP_mwrite`. Their addresses are consecutive.
    pub memories: Vec<TaskMemory>,
    pub host: [usize; 3],
    /// Size in bytes of the largest block that can be sent.
    pub block_bytes: u64,
    /// The number of tasks that a tile's table can hold.
    pub table_entries: usize,
}

/// A memory that tasks access.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TaskMemory {
    /// The name by which the host knows it.
    pub name: String,
    pub at: [usize; 3],
    pub bytes: u64,
}

/// What the host tells a core about its task before the core starts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TaskPlacement {
    pub core: usize,
    /// The task that the core runs.
    pub task: u16,
    /// For each task of the flow, the core that runs it.
    pub table: Vec<Option<usize>>,
    /// The flow's region of the task memories, in their common address space.
    pub memory_base: u32,
    pub memory_bytes: u32,
}

/// A change of task tables while programs run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableChange {
    /// The cycle in which the host sends it.
    pub at: Cycle,
    /// The cores whose tables change.
    pub cores: Vec<usize>,
    /// The task that moves, and the core that runs it from then on.
    pub task: u16,
    pub core: usize,
}

/// A link to a machine outside the chip. The program that drives the simulation plays that machine: between two cycles it takes the words that have
/// arrived there, and sends others.
pub trait HostBridge {
    /// Cycles that a word takes to cross the link.
    fn latency(&self) -> u64;

    /// The outside machine sends a word in cycle `now`.
    fn depart(&mut self, word: Addressed, now: Cycle);

    /// Returns the words that have arrived at the outside machine since the last call, oldest first.
    fn arrived(&mut self) -> Vec<Addressed>;
}
