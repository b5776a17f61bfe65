//! What the chip's host sets up on the tiles: which task runs where (pronto III and IV), and the contents of the memory tiles.

use super::{memory_name, TileStation, Tiles};
use crate::part::memory_tile::MemoryTile;
use crate::part::mesh_host::{Host, Placement};
use crate::part::message_buffers::MessageBuffers;
use crate::port::{
    HostAccess, Step, TableChange, TaskMemory, TaskPlacement, TaskTables, TileArray,
};
use crate::units::Cycle;

impl HostAccess for Tiles {
    fn memory(&self, name: &str) -> Option<&[u8]> {
        let count = self.memory_tiles().count();
        let mut tiles = self.memory_tiles().enumerate();
        let named = tiles.find(|(number, _)| memory_name(*number, count) == name);
        named.map(|(_, memory)| memory.memory.as_slice())
    }

    fn memory_mut(&mut self, name: &str) -> Option<&mut [u8]> {
        let count = self.memory_tiles().count();
        let tiles = self.stations.iter_mut().filter_map(|it| match it {
            TileStation::MemoryTile(memory) => Some(memory),
            _ => None,
        });
        let named = (0..)
            .zip(tiles)
            .find(|(number, _)| memory_name(*number, count) == name);
        named.map(|(_, memory)| memory.memory.as_mut_slice())
    }

    fn tasks(&self) -> Option<&dyn TaskTables> {
        Some(self)
    }

    fn tasks_mut(&mut self) -> Option<&mut dyn TaskTables> {
        Some(self)
    }

    fn keep_journal(&mut self, core: usize) {
        self.interfaces[core].keep_journal();
    }

    fn take_journal(&mut self, core: usize) -> Vec<Step> {
        self.interfaces[core].take_journal()
    }
}

impl TaskTables for Tiles {
    fn array(&self) -> TileArray {
        let unit = self.interfaces.first();
        TileArray {
            size: self.grid.size,
            cores: (0..self.interfaces.len())
                .map(|core| self.coordinates(core))
                .collect(),
            memories: self.task_memories(),
            host: self.host_coordinates(),
            block_bytes: unit.map_or(0, |unit| unit.largest_block().into()),
            table_entries: unit.map_or(0, MessageBuffers::table_entries),
        }
    }

    fn place(&mut self, tasks: &[TaskPlacement], changes: &[TableChange]) {
        let placements: Vec<Placement> = tasks.iter().map(|task| self.placement(task)).collect();
        let tile = |core: usize| self.tile(core) as u16;
        let told = changes
            .iter()
            .flat_map(|change| change.cores.iter().map(move |&told| (change, told)));
        let changes: Vec<(&TableChange, u16, u16)> = told
            .map(|(change, told)| (change, tile(told), tile(change.core)))
            .collect();
        let Some(host) = self.host_mut() else {
            return;
        };
        host.reset();
        host.place(&placements, Cycle(0));
        for (change, told, to) in changes {
            host.change(change.at, told, change.task, to);
        }
    }

    fn core_of_task(&self, core: usize, task: u32) -> Option<usize> {
        self.core_at(self.interfaces[core].tile_of(task)?.into())
    }

    fn blocks_left(&self, core: usize) -> Vec<(usize, u32)> {
        let blocks = MessageBuffers::left_over(&self.interfaces[core]).into_iter();
        let source = |task: Option<u16>| self.core_of_task(core, task?.into());
        blocks
            .filter_map(|(task, bytes)| Some((source(task)?, bytes)))
            .collect()
    }
}

impl Tiles {
    /// Returns the memory tiles as tasks see them.
    fn task_memories(&self) -> Vec<TaskMemory> {
        let stations = self.stations.iter().enumerate();
        let memories = stations.filter_map(|(station, it)| match it {
            TileStation::MemoryTile(memory) => Some((station, memory)),
            _ => None,
        });
        let count = self.memory_tiles().count();
        let described = |(number, (station, memory)): (usize, (usize, &MemoryTile))| TaskMemory {
            name: memory_name(number, count),
            at: self.station_coordinates(station),
            bytes: memory.memory.len() as u64,
        };
        memories.enumerate().map(described).collect()
    }

    fn host_coordinates(&self) -> [usize; 3] {
        let mut stations = self.stations.iter();
        let host = stations.position(|it| matches!(it, TileStation::Host(_)));
        host.map_or([0; 3], |number| self.station_coordinates(number))
    }

    /// Returns the memory tiles, in the order of their numbers.
    pub(super) fn memory_tiles(&self) -> impl Iterator<Item = &MemoryTile> {
        self.stations.iter().filter_map(|station| match station {
            TileStation::MemoryTile(memory) => Some(memory),
            _ => None,
        })
    }

    fn host_mut(&mut self) -> Option<&mut Host> {
        let mut stations = self.stations.iter_mut();
        stations.find_map(|station| match station {
            TileStation::Host(host) => Some(host),
            _ => None,
        })
    }

    /// Converts a placement on cores to one on endpoints of the network.
    fn placement(&self, task: &TaskPlacement) -> Placement {
        let tile = |core: usize| self.tile(core) as u16;
        Placement {
            tile: tile(task.core),
            task: task.task,
            table: task.table.iter().map(|core| core.map(tile)).collect(),
            memory_base: task.memory_base,
            memory_bytes: task.memory_bytes,
        }
    }
}
