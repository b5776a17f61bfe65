//! A graph on a chip without a mesh: task i is on the core of rank i, and the tasks' memory is a part of the shared memory. There is one
//! flow only, since the programs address that part without an offset of their flow.

use anyhow::{bail, Result};
use weft_graph::{Array, FlowMemory, Position};
use weft_sim::platform::Platform;
use weft_sim::port::TaskMemory;

use super::{Flows, Placed};
use crate::spec::RunSpec;

/// The longest block of `<mp.h>` without message buffers, in bytes.
const BLOCK_BYTES: u64 = 256;

/// Returns the cores of the ranks as an array of one row, for the checks of a graph.
pub(super) fn array(platform: &Platform) -> Array {
    let ranks = platform.map.ranks.len();
    let memory = platform.shared_memory().map(|shared| TaskMemory {
        name: shared.name.clone(),
        at: [ranks, 0, 0],
        bytes: u64::from(shared.range.size / 2),
    });
    Array {
        name: platform.name.clone(),
        size: [ranks, 1, 1],
        cores: (0..ranks).map(|rank| Position([rank, 0, 0])).collect(),
        memories: memory.into_iter().collect(),
        host: Position([ranks, 0, 0]),
        block_bytes: BLOCK_BYTES,
        table_entries: ranks,
    }
}

impl Flows {
    /// Places the tasks in the order of the ranks, and gives them their memory (`lib/src/mp/engine/memory.c`).
    ///
    /// # Errors
    /// When an option or the graph needs a mesh, or a memory that the chip does not have.
    pub(super) fn place_in_a_row(&mut self, platform: &Platform, spec: &RunSpec) -> Result<()> {
        let name = &platform.name;
        spec.refuse_places()?;
        if self.count > 1 {
            bail!("--flows: {name} has no tiles, and runs one copy of a graph");
        }
        if let Some(task) = self.graph.tasks.iter().find(|task| !task.at.is_empty()) {
            let message = format!("task {} has a place, but {name} has no tiles", task.name);
            return Err(self.graph.error(task.offset, message).into());
        }
        let ranks = platform.map.ranks.iter().enumerate();
        let placed = ranks.take(self.graph.tasks.len());
        let placed = placed.map(|(task, core)| Placed {
            core: *core,
            task,
            flow: 0,
            is_spare: false,
        });
        self.placed = placed.collect();
        self.memories = part_of_tasks(platform).into_iter().collect();
        let transfers = self.graph.inputs.iter().chain(&self.graph.outputs);
        if let Some(first) = transfers.min_by_key(|transfer| transfer.offset) {
            if self.memories.is_empty() {
                let message = format!(
                    "{name} has no memory that all cores reach, for {}",
                    first.file
                );
                return Err(self.graph.error(first.offset, message).into());
            }
        }
        Ok(())
    }
}

/// Returns the tasks' part: the middle half of the shared memory.
fn part_of_tasks(platform: &Platform) -> Option<FlowMemory> {
    let shared = platform.shared_memory()?;
    let before = shared.range.size / 4;
    Some(FlowMemory {
        name: shared.name.clone(),
        offset: u64::from(before),
        base: u64::from(shared.range.base + before),
    })
}
