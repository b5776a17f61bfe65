//! What the mesh and its tiles have done.

use super::injector::{RequestStatistics, Requester};
use super::MeshOfTiles;
use crate::noc::LinkLoad;
use crate::part::memory_tile::Arrival;
use crate::part::message_buffers::TileStatistics;
use crate::units::Cycle;

/// What the mesh has done so far.
#[derive(Clone, Debug, PartialEq)]
pub struct MeshStatistics {
    /// What each link has carried.
    pub links: Vec<LinkLoad>,
    /// The counters of each core's message unit.
    pub tiles: Vec<TileStatistics>,
    /// The blocks that have been written to the memory tile.
    pub arrivals: Vec<MemoryArrival>,
    /// What the injectors have asked for, all together; None on a mesh without.
    pub requests: Option<RequestStatistics>,
}

/// A block that has arrived at the memory tile.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MemoryArrival {
    /// The cycle in which its last word was written.
    pub cycle: Cycle,
    /// The core that has sent it.
    pub core: usize,
    pub address: u32,
    pub bytes: u32,
}

impl MeshOfTiles {
    /// What each link has carried.
    pub fn link_loads(&self) -> Vec<LinkLoad> {
        self.network.link_loads()
    }

    /// What the mesh has done before `now`.
    pub fn statistics(&self, now: Cycle) -> MeshStatistics {
        let arrival = |arrival: &Arrival| {
            Some(MemoryArrival {
                cycle: arrival.cycle,
                core: self.core_at(arrival.source.into())?,
                address: arrival.address,
                bytes: arrival.bytes,
            })
        };
        let requests = self.requesters.iter().map(Requester::statistics);
        MeshStatistics {
            links: self.link_loads(),
            tiles: self.units.iter().map(|unit| unit.statistics(now)).collect(),
            arrivals: self.memory.arrivals().iter().filter_map(arrival).collect(),
            requests: requests.reduce(sum),
        }
    }
}

fn sum(one: RequestStatistics, other: RequestStatistics) -> RequestStatistics {
    RequestStatistics {
        misses: one.misses + other.misses,
        write_backs: one.write_backs + other.write_backs,
        answered: one.answered + other.answered,
        latency_sum: one.latency_sum + other.latency_sum,
        latency_max: one.latency_max.max(other.latency_max),
    }
}
