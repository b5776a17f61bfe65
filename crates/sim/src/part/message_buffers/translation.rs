//! The address translation table: the tile of each task (pronto IV, "ATT").

use serde::{Deserialize, Serialize};

/// The endpoint of each task's tile.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TranslationTable {
    tiles: Vec<Option<u16>>,
}

impl TranslationTable {
    /// A table of this number of entries, none of them valid.
    pub fn new(tasks: usize) -> Self {
        TranslationTable {
            tiles: vec![None; tasks],
        }
    }

    /// The tile of a task; None if there is no valid entry for it.
    pub fn tile(&self, task: u32) -> Option<u16> {
        *self.tiles.get(task as usize)?
    }

    /// The task of a tile: the first entry that names it.
    pub fn task(&self, tile: u16) -> Option<u16> {
        let entry = self.tiles.iter().position(|entry| *entry == Some(tile));
        entry.map(|task| task as u16)
    }

    /// Sets an entry; ignored if the table has none for the task.
    pub fn set(&mut self, task: u32, tile: Option<u16>) {
        if let Some(entry) = self.tiles.get_mut(task as usize) {
            *entry = tile;
        }
    }

    /// Number of valid entries.
    pub fn valid(&self) -> usize {
        self.tiles.iter().flatten().count()
    }
}
