//! What the parts of a chip show of themselves, put together. No time passes.

use super::parts::fabric::Fabric;
use super::Machine;
use crate::platform::Platform;
use crate::port::{buffer, load, CoreTable, Picture, Show, Step, Tally, TileArray, UsedCore};
use serde_json::{Map, Value};

impl Machine {
    /// Calls `visit` with the load of each shared path so far, always in the same order.
    pub fn loads(&self, visit: &mut load::Visitor) {
        if self.has_interconnect() {
            self.interconnects.loads(self.now, visit);
        }
        if let Some(messages) = &self.messages {
            messages.loads(self.now, visit);
        }
        for fabric in &self.fabrics {
            fabric.loads(self.now, visit);
        }
    }

    /// Whether an interconnect is worth showing.
    fn has_interconnect(&self) -> bool {
        self.interconnects.replace_bus() || self.has_bus()
    }

    /// Whether cores use a bus: tiles do without, where nothing is attached to it.
    pub(super) fn has_bus(&self) -> bool {
        let is_used = self.devices.are_there() || !self.fabrics.iter().any(Fabric::joins_tiles);
        is_used && !self.interconnects.replace_bus()
    }

    /// Calls `visit` with the fill of each buffer, always in the same order.
    pub fn fills(&self, visit: &mut buffer::Visitor) {
        let nodes = self.messages.iter().flat_map(|it| &it.nodes);
        for (core, node) in nodes.enumerate() {
            node.fills(core, visit);
        }
        for fabric in &self.fabrics {
            fabric.fills(visit);
        }
    }

    /// What the parts add to the record of a run in which these cores had programs, by name.
    pub fn records(&self, used: &[UsedCore]) -> Map<String, Value> {
        let empty = Fabric::RECORDS.map(|name| (name.to_owned(), Value::Null));
        let mut records = Map::from_iter(empty);
        for fabric in &self.fabrics {
            fabric.records(self.now, used, &mut |name, record| {
                records.insert(name.to_owned(), record);
            });
        }
        records
    }

    /// The tables of the parts about these cores.
    pub fn tables(&self, used: &[UsedCore]) -> Vec<CoreTable> {
        let fabrics = self.fabrics.iter();
        let tables = fabrics.flat_map(|fabric| fabric.tables(self.now, used));
        tables.collect()
    }

    /// What the parts have counted.
    pub fn tallies(&self) -> Vec<Tally> {
        let tallies = self.fabrics.iter().filter_map(|fabric| fabric.tally());
        tallies.collect()
    }

    /// The network between the cores, if it can be drawn.
    pub fn picture(&self) -> Option<Picture> {
        picture(&self.fabrics)
    }

    /// Whether the network of a platform can be drawn.
    pub fn has_picture(platform: &Platform) -> bool {
        picture(&Fabric::all(platform)).is_some()
    }

    /// The array of tiles that a platform is, if tasks can be placed on it.
    pub fn tile_array(platform: &Platform) -> Option<TileArray> {
        let fabrics = Fabric::all(platform);
        fabrics.iter().find_map(|it| Some(it.tasks()?.array()))
    }

    /// The calls that hardware carries out for the cores, by the numbers that steps give them.
    pub fn calls(&self) -> &'static [&'static str] {
        let mut calls = self.fabrics.iter().map(|fabric| fabric.calls());
        calls.find(|calls| !calls.is_empty()).unwrap_or_default()
    }

    /// Notes from now on what hardware carries out for a core.
    pub fn keep_steps(&mut self, core: usize) {
        for fabric in &mut self.fabrics {
            fabric.keep_journal(core);
        }
    }

    /// What hardware has carried out for a core since the last call, in the order of time.
    pub fn take_steps(&mut self, core: usize) -> Vec<Step> {
        let fabrics = self.fabrics.iter_mut();
        let steps = fabrics.flat_map(|fabric| fabric.take_journal(core));
        steps.collect()
    }

    /// Whether [`Machine::changes`] counts all that one core can do to another: over the bus or the switches, and by messages.
    pub fn counts_all_changes(&self) -> bool {
        self.fabrics.is_empty()
    }
}

fn picture(fabrics: &[Fabric]) -> Option<Picture> {
    fabrics.iter().find_map(|fabric| fabric.picture())
}
