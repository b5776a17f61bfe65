//! What the host of a chip sets up in a part, and reads from it: memories, places of tasks, a bridge to another machine. No time passes.

use super::journal::Step;
use super::stream::Addressed;
use crate::units::Cycle;

/// A part as the host reaches it. What a part does not have it need not offer.
pub trait HostAccess {
    /// The contents of its memory of this name.
    fn memory(&self, _name: &str) -> Option<&[u8]> {
        None
    }

    /// As [`HostAccess::memory`], to be written.
    fn memory_mut(&mut self, _name: &str) -> Option<&mut [u8]> {
        None
    }

    /// The places of tasks, if it has tables of such.
    fn tasks(&self) -> Option<&dyn TaskTables> {
        None
    }

    /// As [`HostAccess::tasks`], to be changed.
    fn tasks_mut(&mut self) -> Option<&mut dyn TaskTables> {
        None
    }

    /// The bridge to the machine next to the chip.
    fn bridge(&mut self) -> Option<&mut dyn HostBridge> {
        None
    }

    /// Notes from now on what it carries out for a core.
    fn keep_journal(&mut self, _core: usize) {}

    /// What it has carried out for a core since the last call, in the order of time.
    fn take_journal(&mut self, _core: usize) -> Vec<Step> {
        Vec::new()
    }
}

/// Tables that say which core runs which task.
pub trait TaskTables {
    /// Where tasks can be placed.
    fn array(&self) -> TileArray;

    /// Has the chip's host set up and start these cores, instead of those that it was told before, and change tables later. Other cores
    /// are not started. To be called before the first cycle.
    fn place(&mut self, tasks: &[TaskPlacement], changes: &[TableChange]);

    /// The core that runs a task of the flow that `core` belongs to, as that core's table says.
    fn core_of_task(&self, core: usize, task: u32) -> Option<usize>;

    /// Source core and bytes of each block of a task of the table that a core has not received.
    fn blocks_left(&self, core: usize) -> Vec<(usize, u32)>;
}

/// Where tasks can be placed: cores in an array of tiles, with the memories and the host of the tasks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TileArray {
    /// Tiles along x, y and z.
    pub size: [usize; 3],
    /// Where core 0 is, core 1, and so on.
    pub cores: Vec<[usize; 3]>,
    /// Those that tasks read and write by `MP_mread` and `MP_mwrite`; their addresses follow each other.
    pub memories: Vec<TaskMemory>,
    pub host: [usize; 3],
    /// Bytes of the largest block that can be sent.
    pub block_bytes: u64,
    /// The most tasks that a tile can name.
    pub table_entries: usize,
}

/// A memory of the tasks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TaskMemory {
    /// By which the host knows it.
    pub name: String,
    pub at: [usize; 3],
    pub bytes: u64,
}

/// What a core is told of its task before it begins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TaskPlacement {
    pub core: usize,
    /// The task that the core runs.
    pub task: u16,
    /// For each task of its flow the core that runs it.
    pub table: Vec<Option<usize>>,
    /// The flow's part of the tasks' memories, as the addresses of all of them.
    pub memory_base: u32,
    pub memory_bytes: u32,
}

/// A change of tables while programs run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableChange {
    /// When the host sends it.
    pub at: Cycle,
    /// The cores whose tables change.
    pub cores: Vec<usize>,
    /// The task that has moved, and the core that runs it from then on.
    pub task: u16,
    pub core: usize,
}

/// A link to a machine next to the chip. That machine is outside: whoever drives the simulation takes what has arrived there, and sends,
/// between two cycles.
pub trait HostBridge {
    /// Cycles that a word takes to cross.
    fn latency(&self) -> u64;

    /// A word leaves the other machine in cycle `now`.
    fn depart(&mut self, word: Addressed, now: Cycle);

    /// What has come to the other machine since the last call, oldest first.
    fn arrived(&mut self) -> Vec<Addressed>;
}
