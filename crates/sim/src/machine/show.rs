//! Combines what the parts of a chip show to observers. No time passes.

use super::parts::fabric::Fabric;
use super::Machine;
use crate::platform::Platform;
use crate::port::{buffer, load, CoreTable, Picture, Show, Step, Tally, TileArray, UsedCore};
use serde_json::{Map, Value};

impl Machine {
    /// Calls `visit` with the traffic of each shared path so far, always in the same order.
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

    /// Is there an interconnect worth showing?
    fn has_interconnect(&self) -> bool {
        self.interconnects.replace_bus() || self.has_bus()
    }

    /// Do cores use a bus? Tiles of a mesh have none if no device is attached to it.
    pub(super) fn has_bus(&self) -> bool {
        let is_used = self.devices.are_there() || !self.fabrics.iter().any(Fabric::joins_tiles);
        is_used && !self.interconnects.replace_bus()
    }

    /// Calls `visit` with the fill level of each buffer, always in the same order.
    pub fn fills(&self, visit: &mut buffer::Visitor) {
        let nodes = self.messages.iter().flat_map(|it| &it.nodes);
        for (core, node) in nodes.enumerate() {
            node.fills(core, visit);
        }
        for fabric in &self.fabrics {
            fabric.fills(visit);
        }
    }

    /// Returns the sections that the parts add to the record of a run, by name. `used`: the cores that had programs.
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

    /// Returns the tables of the parts about these cores.
    pub fn tables(&self, used: &[UsedCore]) -> Vec<CoreTable> {
        let fabrics = self.fabrics.iter();
        let tables = fabrics.flat_map(|fabric| fabric.tables(self.now, used));
        tables.collect()
    }

    /// Returns the counters of the parts.
    pub fn tallies(&self) -> Vec<Tally> {
        let tallies = self.fabrics.iter().filter_map(|fabric| fabric.tally());
        tallies.collect()
    }

    /// Returns a picture of the network between the cores, if it can be drawn.
    pub fn picture(&self) -> Option<Picture> {
        picture(&self.fabrics)
    }

    /// Can the network of a platform be drawn?
    pub fn has_picture(platform: &Platform) -> bool {
        picture(&Fabric::all(platform)).is_some()
    }

    /// Returns a platform's array of tiles, if tasks can be placed on it.
    pub fn tile_array(platform: &Platform) -> Option<TileArray> {
        let fabrics = Fabric::all(platform);
        fabrics.iter().find_map(|it| Some(it.tasks()?.array()))
    }

    /// Returns the names of the calls that hardware performs for the cores; the recorded steps refer to them by index.
    pub fn calls(&self) -> &'static [&'static str] {
        let mut calls = self.fabrics.iter().map(|fabric| fabric.calls());
        calls.find(|calls| !calls.is_empty()).unwrap_or_default()
    }

    /// Records from now on the calls that hardware performs for a core.
    pub fn keep_steps(&mut self, core: usize) {
        for fabric in &mut self.fabrics {
            fabric.keep_journal(core);
        }
    }

    /// Returns the calls that hardware has performed for a core since the last call of this function, in the order of time.
    pub fn take_steps(&mut self, core: usize) -> Vec<Step> {
        let fabrics = self.fabrics.iter_mut();
        let steps = fabrics.flat_map(|fabric| fabric.take_journal(core));
        steps.collect()
    }

    /// Does [`Machine::changes`] count every effect that one core can have on another? Only on chips whose cores communicate over the bus, the
    /// switches and message units.
    pub fn counts_all_changes(&self) -> bool {
        self.fabrics.is_empty()
    }
}

fn picture(fabrics: &[Fabric]) -> Option<Picture> {
    fabrics.iter().find_map(|fabric| fabric.picture())
}
