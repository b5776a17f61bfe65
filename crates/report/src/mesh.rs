//! What the mesh of a chip did: its tiles, its links, what has arrived at the memory.

use std::collections::BTreeMap;

use serde::Serialize;
use weft_sim::noc::interface::{FlitCounts, Kind};
use weft_sim::part::mesh::RequestStatistics;
use weft_sim::part::message_buffers::TileStatistics;
use weft_sim::platform::Mesh;
use weft_sim::Machine;

use crate::heatmap::HeatMap;
use crate::network::NetworkNames;
use crate::workload::Workload;

/// The mesh of a run.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct MeshRecord {
    /// Tiles in x, y and z.
    pub size: [usize; 3],
    /// The tiles of the cores that ran a program.
    pub tiles: Vec<TileRecord>,
    /// Every link.
    pub links: Vec<LinkRecord>,
    /// The blocks written to the memory tile.
    pub arrivals: Vec<ArrivalRecord>,
    /// What the injectors at the edges asked for; None on a mesh without.
    pub requests: Option<RequestsRecord>,
}

/// What the message buffers of a tile did.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct TileRecord {
    pub core: usize,
    /// The name of its task in the task graph.
    pub task: Option<String>,
    /// Coordinates x, y and z.
    pub at: [usize; 3],
    /// Blocks to and from tasks, and to and from the memory tile.
    pub sent: TrafficRecord,
    pub received: TrafficRecord,
    pub memory_read: TrafficRecord,
    pub memory_written: TrafficRecord,
    /// By the kind of their packet; kinds without any are left out.
    pub flits_sent: BTreeMap<String, u64>,
    pub flits_received: BTreeMap<String, u64>,
    /// Cycles in which the core was held up by an access, by reason.
    pub stalled: StallRecord,
}

/// Blocks and their bytes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct TrafficRecord {
    pub blocks: u64,
    pub bytes: u64,
}

/// Cycles by what a core waited for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct StallRecord {
    /// A block that had not come.
    pub underflow: u64,
    /// Room in the output buffer, and so in the input buffers downstream.
    pub overflow: u64,
    /// The words of a block, copied from or to local memory.
    pub copying: u64,
    /// The memory tile.
    pub memory: u64,
}

/// What a link carried.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct LinkRecord {
    /// What is at its ends: `router 1,2`, `core 3`, `memory`, `host` or `injector 0`.
    pub from: String,
    pub to: String,
    pub flits: u64,
}

/// A block that arrived at the memory tile.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct ArrivalRecord {
    /// The cycle in which its last word was written.
    pub cycle: u64,
    /// The core that had sent it.
    pub core: usize,
    pub address: u32,
    pub bytes: u32,
}

/// Traffic of the injectors.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct RequestsRecord {
    pub misses: u64,
    pub write_backs: u64,
    pub answered: u64,
    /// Cycles from a request to the end of its answer, of all answers together, and the most.
    pub latency_sum: u64,
    pub latency_max: u64,
}

impl MeshRecord {
    /// The mesh of a machine that has one.
    pub(crate) fn of(machine: &Machine, mesh: &Mesh, workload: &Workload) -> Option<MeshRecord> {
        let statistics = machine.mesh_statistics()?;
        let names = NetworkNames::of_mesh(mesh, |core| format!("core {core}"));
        let tiles = mesh.core_tiles();
        let used = statistics.tiles.iter().enumerate();
        let used = used.filter(|(core, _)| workload.program(*core).is_some());
        let arrivals = statistics.arrivals.iter();
        Some(MeshRecord {
            size: mesh.network.size,
            tiles: used
                .map(|(core, tile)| TileRecord {
                    task: workload.task_of_core.get(&core).cloned(),
                    at: mesh.network.coordinates(tiles[core]),
                    ..TileRecord::counted(core, tile)
                })
                .collect(),
            links: statistics
                .links
                .iter()
                .map(|link| LinkRecord {
                    from: names.place(link.from),
                    to: names.place(link.to),
                    flits: link.flits,
                })
                .collect(),
            arrivals: arrivals
                .map(|arrival| ArrivalRecord {
                    cycle: arrival.cycle.0,
                    core: arrival.core,
                    address: arrival.address,
                    bytes: arrival.bytes,
                })
                .collect(),
            requests: statistics.requests.map(RequestsRecord::from),
        })
    }
}

/// The chip with the loads of its links, as an SVG file; None if it has no mesh. Tiles are labelled with their tasks or ranks.
pub fn heat_map(machine: &Machine, mesh: &Mesh, workload: &Workload) -> Option<String> {
    let statistics = machine.mesh_statistics()?;
    let name = |core| match (
        workload.task_of_core.get(&core),
        workload.rank_of_core(core),
    ) {
        (Some(task), _) => task.clone(),
        (None, Some(rank)) => format!("rank {rank}"),
        (None, None) => String::from("-"),
    };
    let names = NetworkNames::of_mesh(mesh, name);
    let map = HeatMap {
        title: "Flits a cycle on each link",
        links: &statistics.links,
        cycles: machine.now().0,
        labels: names.endpoints(),
    };
    Some(map.svg())
}

impl TileRecord {
    fn counted(core: usize, tile: &TileStatistics) -> TileRecord {
        let traffic = |traffic: weft_sim::part::message_buffers::Traffic| TrafficRecord {
            blocks: traffic.blocks,
            bytes: traffic.bytes,
        };
        let stalled = tile.stalled;
        TileRecord {
            core,
            task: None,
            at: [0; 3],
            sent: traffic(tile.sent),
            received: traffic(tile.received),
            memory_read: traffic(tile.memory_read),
            memory_written: traffic(tile.memory_written),
            flits_sent: by_kind(&tile.flits_sent),
            flits_received: by_kind(&tile.flits_received),
            stalled: StallRecord {
                underflow: stalled.underflow,
                overflow: stalled.overflow,
                copying: stalled.copying,
                memory: stalled.memory,
            },
        }
    }
}

fn by_kind(counts: &FlitCounts) -> BTreeMap<String, u64> {
    let named = Kind::ALL
        .iter()
        .map(|kind| kind.name().replace(' ', "_"))
        .zip(*counts);
    named.filter(|(_, flits)| *flits > 0).collect()
}

impl From<RequestStatistics> for RequestsRecord {
    fn from(requests: RequestStatistics) -> RequestsRecord {
        RequestsRecord {
            misses: requests.misses,
            write_backs: requests.write_backs,
            answered: requests.answered,
            latency_sum: requests.latency_sum,
            latency_max: requests.latency_max,
        }
    }
}
