//! The mesh of a machine that has one: tasks on its tiles, the contents of the memory tile, what has been counted.

use super::fabric::Fabric;
use super::Machine;
use crate::part::mesh::{MeshOfTiles, MeshStatistics, Remap, TilePlacement};
use crate::part::message_buffers::MessageBuffers;
use crate::platform::Platform;

/// A block that its destination has no room for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RefusedBlock {
    /// The task that it is for, and its core.
    pub task: u16,
    pub core: usize,
    pub bytes: u32,
    /// Bytes that are free there.
    pub room: u32,
}

impl Machine {
    pub(super) fn mesh(&self) -> Option<&MeshOfTiles> {
        self.fabrics.iter().find_map(|fabric| match fabric {
            Fabric::Mesh(mesh) => Some(mesh),
            Fabric::Hibi(_) => None,
        })
    }

    pub(super) fn mesh_mut(&mut self) -> Option<&mut MeshOfTiles> {
        self.fabrics.iter_mut().find_map(|fabric| match fabric {
            Fabric::Mesh(mesh) => Some(mesh),
            Fabric::Hibi(_) => None,
        })
    }

    /// The cores wait for their start by the host, which places task i on the core of rank i, of those that have a program. All tasks
    /// see the whole memory tile.
    pub(super) fn place_ranks(&mut self, platform: &Platform) {
        let Some(mesh) = &platform.mesh else {
            return;
        };
        let ranks = platform.map.ranks.iter().copied();
        let cores: Vec<usize> = ranks
            .filter(|core| !self.cores[*core].is_halted())
            .collect();
        let table: Vec<Option<usize>> = cores.iter().copied().map(Some).collect();
        let placement = |(core, task): (&usize, u16)| TilePlacement {
            core: *core,
            task,
            table: table.clone(),
            memory_base: 0,
            memory_bytes: mesh.memory.bytes,
        };
        let placements: Vec<TilePlacement> = cores.iter().zip(0..).map(placement).collect();
        let loaded = self.cores.iter_mut().filter(|core| !core.is_halted());
        loaded.for_each(|core| core.hold());
        self.place(&placements, &[]);
    }

    /// Has the host set up these tiles and start them, instead of what it was told before, and change tables in later cycles. Other cores
    /// are not started. To be called before the first cycle, on a machine with a mesh.
    pub fn place(&mut self, tiles: &[TilePlacement], remaps: &[Remap]) {
        if let Some(mesh) = self.mesh_mut() {
            mesh.place(tiles, remaps);
        }
    }

    /// The contents of the memory tile, on a machine with a mesh.
    pub fn memory_tile(&self) -> Option<&[u8]> {
        self.mesh().map(MeshOfTiles::memory)
    }

    /// As [`Machine::memory_tile`], to be written; no time passes.
    pub fn memory_tile_mut(&mut self) -> Option<&mut [u8]> {
        self.mesh_mut().map(MeshOfTiles::memory_mut)
    }

    /// The core that runs a task of the flow that `core` belongs to, as the table of its tile says.
    pub fn core_of_task(&self, core: usize, task: u32) -> Option<usize> {
        let mesh = self.mesh()?;
        mesh.core_at(mesh.unit(core).tile_of(task)?.into())
    }

    /// Source core and length in bytes of each block of a task of the table that a tile has not received.
    pub(super) fn blocks_left(&self, core: usize) -> Vec<(u32, u32)> {
        let unit = self.mesh().map(|mesh| mesh.unit(core));
        let blocks = unit.map_or(Vec::new(), MessageBuffers::left_over);
        let source = |task: Option<u16>| self.core_of_task(core, task?.into());
        blocks
            .into_iter()
            .filter_map(|(task, bytes)| Some((source(task)? as u32, bytes)))
            .collect()
    }

    /// The oldest block of a core that waits for room in the input buffer of its destination.
    pub fn blocked_send(&self, core: usize) -> Option<RefusedBlock> {
        let mesh = self.mesh()?;
        let blocks = mesh.unit(core).blocked_sends();
        let block = blocks.into_iter().find(|block| block.asked)?;
        let destination = mesh.core_at(block.tile.into())?;
        Some(RefusedBlock {
            task: block.task,
            core: destination,
            bytes: block.bytes,
            room: mesh.unit(destination).input_room(),
        })
    }

    /// What the mesh has done so far, on a machine with one.
    pub fn mesh_statistics(&self) -> Option<MeshStatistics> {
        let mesh = self.mesh()?;
        Some(mesh.statistics(self.now))
    }
}
