//! Which task runs on which tile, as the host tells the tiles (pronto III and IV).

use super::host::{Host, Placement};
use super::MeshOfTiles;
use crate::units::Cycle;

/// What a core's tile is told before the core begins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TilePlacement {
    pub core: usize,
    /// The task that the core runs.
    pub task: u16,
    /// For each task of its flow the core that runs it.
    pub table: Vec<Option<usize>>,
    /// The flow's part of the memory tile.
    pub memory_base: u32,
    pub memory_bytes: u32,
}

/// A change of tables while programs run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Remap {
    /// When the host sends it.
    pub at: Cycle,
    /// The cores whose tiles are told.
    pub cores: Vec<usize>,
    /// The task that has moved, and the core that runs it from then on.
    pub task: u16,
    pub core: usize,
}

impl MeshOfTiles {
    /// Has the host set up and start these tiles, in the place of what it was told before, and change tables later. Nothing may have run.
    pub fn place(&mut self, tiles: &[TilePlacement], remaps: &[Remap]) {
        self.host = Host::new(self.host_tile as u16, self.packet_words);
        let tile = |core: usize| self.tiles[core] as u16;
        let placements: Vec<Placement> = tiles
            .iter()
            .map(|placed| Placement {
                tile: tile(placed.core),
                task: placed.task,
                table: placed.table.iter().map(|core| core.map(tile)).collect(),
                memory_base: placed.memory_base,
                memory_bytes: placed.memory_bytes,
            })
            .collect();
        self.host.place(&placements, Cycle(0));
        for remap in remaps {
            for &told in &remap.cores {
                self.host.change(
                    remap.at,
                    self.tiles[told] as u16,
                    remap.task,
                    self.tiles[remap.core] as u16,
                );
            }
        }
        self.due[self.host_tile] = Cycle(0);
    }
}
