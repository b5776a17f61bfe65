//! The traffic of tiles and links, for the record of a run.

use super::{TileStation, Tiles};
use crate::part::injector::RequestStatistics;
use crate::part::memory_tile::Arrival;
use crate::part::message_buffers::TileStatistics;
use crate::port::UsedCore;
use crate::units::Cycle;
use serde::Serialize;

/// The section on the mesh in the record of a run.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct MeshRecord {
    /// Tiles in x, y and z.
    size: [usize; 3],
    /// The tiles of the cores that ran a program.
    tiles: Vec<TileRecord>,
    /// Every link.
    links: Vec<LinkRecord>,
    /// The blocks that have been written to memory tiles.
    arrivals: Vec<ArrivalRecord>,
    /// The totals of the injectors at the edges; None on a mesh without injectors.
    requests: Option<RequestStatistics>,
}

/// The counters of a tile's message buffers.
#[derive(Clone, Debug, PartialEq, Serialize)]
struct TileRecord {
    core: usize,
    /// The name of its task in the task graph.
    task: Option<String>,
    /// Coordinates x, y and z.
    at: [usize; 3],
    #[serde(flatten)]
    counters: TileStatistics,
}

/// The traffic on a link.
#[derive(Clone, Debug, PartialEq, Serialize)]
struct LinkRecord {
    /// The components at its ends: `router 1,2`, `core 3`, `memory`, `host` or `injector 0`.
    from: String,
    to: String,
    flits: u64,
}

/// A block that has arrived at a memory tile.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
struct ArrivalRecord {
    /// The cycle in which its last word was written.
    cycle: Cycle,
    /// The core that sent it.
    core: usize,
    address: u32,
    bytes: u32,
}

impl Tiles {
    /// Returns the record of the mesh before cycle `now`.
    pub(super) fn record(&self, now: Cycle, used: &[UsedCore]) -> MeshRecord {
        MeshRecord {
            size: self.grid.size,
            tiles: used
                .iter()
                .map(|used| self.tile_record(used, now))
                .collect(),
            links: self.link_records(),
            arrivals: self.arrivals(),
            requests: self.requests(),
        }
    }

    fn tile_record(&self, used: &UsedCore, now: Cycle) -> TileRecord {
        TileRecord {
            core: used.core,
            task: used.task.clone(),
            at: self.coordinates(used.core),
            counters: self.interfaces[used.core].statistics(now),
        }
    }

    fn link_records(&self) -> Vec<LinkRecord> {
        let name = |place| self.names.of(place).to_string();
        let links = self.network.link_loads().into_iter();
        let record = |link: crate::noc::LinkLoad| LinkRecord {
            from: name(link.from),
            to: name(link.to),
            flits: link.flits,
        };
        links.map(record).collect()
    }

    /// Returns the arrivals in the order of their last words; within a cycle in the order of the memories.
    fn arrivals(&self) -> Vec<ArrivalRecord> {
        let mut base = 0;
        let mut all = Vec::new();
        for memory in self.memory_tiles() {
            let arrivals = memory.arrivals.iter();
            all.extend(arrivals.filter_map(|it| self.arrival_record(it, base)));
            base += memory.memory.len() as u32;
        }
        all.sort_by_key(|arrival| arrival.cycle);
        all
    }

    /// Returns the record of a block that has arrived at the memory whose addresses begin at `base`.
    fn arrival_record(&self, arrival: &Arrival, base: u32) -> Option<ArrivalRecord> {
        Some(ArrivalRecord {
            cycle: arrival.cycle,
            core: self.core_at(arrival.source.into())?,
            address: base + arrival.address,
            bytes: arrival.bytes,
        })
    }

    fn requests(&self) -> Option<RequestStatistics> {
        let requesters = self.stations.iter().filter_map(|station| match station {
            TileStation::Requester(requester) => Some(requester.statistics),
            _ => None,
        });
        requesters.reduce(RequestStatistics::and)
    }
}
