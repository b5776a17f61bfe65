//! The tiles of a network in the record of a run.

use std::collections::BTreeMap;

use anyhow::{Context, Result};
use serde::Deserialize;
use weft_report::json::RunRecord;

/// The part of the record that describes a network of tiles.
#[derive(Deserialize)]
pub struct Network {
    pub tiles: Vec<Tile>,
}

/// The counters of a tile's message buffers.
#[derive(Deserialize)]
pub struct Tile {
    pub core: usize,
    pub task: Option<String>,
    pub sent: Sent,
    pub flits_sent: BTreeMap<String, u64>,
    pub stalled: Stalled,
}

#[derive(Deserialize)]
pub struct Sent {
    pub blocks: u64,
    pub bytes: u64,
}

#[derive(Deserialize)]
pub struct Stalled {
    pub underflow: u64,
    pub overflow: u64,
}

impl Network {
    /// Reads the network of a run.
    ///
    /// # Errors
    /// When the platform has none.
    pub fn of(record: &RunRecord) -> Result<Network> {
        let network = record.part();
        network.context("the platform has no network of tiles")
    }
}
