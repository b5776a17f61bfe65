//! The tiles of a mesh: the components at its endpoints, one line for each kind, and how they are set up.
//!
//! Source: S. S. Kumar et al., "Low Overhead Message Passing for High Performance Many-Core Processors", 2013 (*pronto*), III. One tile (here one or
//! more) has the memory, one the host; each other tile has a core with its message buffers. Injectors (V.C) are at the edges.

mod host;
mod record;
mod show;
mod table;
#[cfg(test)]
mod tests;
mod waiting;

use crate::noc::interface::{NetworkPort, Station};
use crate::part::injector::{Requester, RequesterParameters, Responder};
use crate::part::memory_tile::MemoryTile;
use crate::part::mesh::keys::Mesh as MeshKeys;
use crate::part::mesh::{End, Mesh};
use crate::part::mesh_host::{Host, TileRegisters};
use crate::part::message_buffers::keys::MessageUnit;
use crate::part::message_buffers::{registers, MemoryOfTasks, MessageBuffers, Parameters};
use crate::port::Range;
use crate::units::Cycle;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// The mesh with message buffers between each core and the network.
pub type Tiles = Mesh<MessageBuffers, TileStation>;

/// Declares the kinds of station. Each line names a part that is a [`Station`].
macro_rules! stations {
    ($($Kind:ident),* $(,)?) => {
        /// The component at an endpoint that has no core.
        #[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
        pub enum TileStation {
            $($Kind($Kind)),*
        }

        impl Station for TileStation {
            fn tick(&mut self, now: Cycle, port: &mut impl NetworkPort) {
                match self {
                    $(TileStation::$Kind(part) => part.tick(now, port)),*
                }
            }

            fn next_event(&self, now: Cycle) -> Cycle {
                match self {
                    $(TileStation::$Kind(part) => part.next_event(now)),*
                }
            }

            fn is_at_rest(&self, due: Cycle) -> bool {
                match self {
                    $(TileStation::$Kind(part) => part.is_at_rest(due)),*
                }
            }

            fn is_background(&self) -> bool {
                match self {
                    $(TileStation::$Kind(part) => part.is_background()),*
                }
            }
        }
    };
}

stations! {
    MemoryTile,
    Host,
    Requester,
    Responder,
}

/// Offsets of the message buffers' registers that the host writes.
const SET_BY_HOST: TileRegisters = TileRegisters {
    own_task: registers::SELF,
    memory_base: registers::MEMORY_BASE,
    memory_bytes: registers::MEMORY_BYTES,
    table: registers::TABLE,
    table_stride: registers::TABLE_STRIDE,
    table_valid: registers::TABLE_VALID,
};

/// The platform keys of a mesh of such tiles.
type Keys = MeshKeys<MessageUnit>;

/// Returns an idle mesh, with empty memories and tables. `window`: the number of the message buffers' registers among the cores' private
/// registers; `data_memory`: the address range of a core's data memory.
pub fn tiles(mesh: &Keys, data_memory: Range, window: usize) -> Tiles {
    let tile = Parameters {
        unit: mesh.tile,
        data_memory,
        packet_words: mesh.packet_words,
        endpoint: 0,
        tiles: mesh.network.routers() as u16,
        memories: memories(mesh),
        host: mesh.network.router(mesh.host) as u16,
    };
    let at_tiles = (0..mesh.network.routers()).map(|number| at_tile(mesh, &tile, number));
    let ends = at_tiles.chain(requesters(mesh)).chain(responders(mesh));
    Mesh::new(&mesh.network, ends, window)
}

/// Returns the memory tiles, with consecutive addresses.
fn memories(mesh: &Keys) -> Arc<[MemoryOfTasks]> {
    let mut base = 0;
    let memories = mesh.memories.iter().map(|memory| {
        let size = memory.bytes;
        base += size;
        MemoryOfTasks {
            endpoint: mesh.network.router(memory.at) as u16,
            range: Range {
                base: base - size,
                size,
            },
        }
    });
    memories.collect()
}

/// Returns the component at a tile: memory, host or core. `of_core`: the parameters that all cores' tiles have in common.
fn at_tile(mesh: &Keys, of_core: &Parameters, tile: usize) -> End<MessageBuffers, TileStation> {
    let endpoint = tile as u16;
    if let Some(number) = mesh.memory_at(tile) {
        let keys = mesh.memories[number];
        let memory = MemoryTile::new(endpoint, keys.bytes, keys.access);
        let name = memory_name(number, mesh.memories.len());
        return station(name, TileStation::MemoryTile(memory));
    }
    if endpoint == of_core.host {
        let host = Host::new(endpoint, mesh.packet_words, SET_BY_HOST);
        return station("host".to_owned(), TileStation::Host(host));
    }
    End::Core(MessageBuffers::new(Parameters {
        endpoint,
        ..of_core.clone()
    }))
}

/// Returns the name of one of `count` memories.
fn memory_name(number: usize, count: usize) -> String {
    match count {
        1 => String::from("memory"),
        _ => format!("memory {number}"),
    }
}

fn station(name: String, station: TileStation) -> End<MessageBuffers, TileStation> {
    End::Station { name, station }
}

/// Returns the injectors that request data, each from the responder at the opposite edge of the mesh.
fn requesters(mesh: &Keys) -> impl Iterator<Item = End<MessageBuffers, TileStation>> + '_ {
    let (pairs, routers) = (mesh.network.edges.len() / 2, mesh.network.routers());
    let all = mesh.injectors.iter();
    let all = all.flat_map(move |injectors| (0..pairs).map(move |number| (number, injectors)));
    all.map(move |(number, injectors)| {
        let requester = Requester::new(RequesterParameters {
            endpoint: (routers + number) as u16,
            responder: (routers + pairs + number) as u16,
            rate: injectors.rate,
            write_back: injectors.write_back,
            seed: injectors.seed.wrapping_add(number as u64),
            packet_words: mesh.packet_words,
        });
        let name = format!("injector {number}");
        station(name, TileStation::Requester(requester))
    })
}

fn responders(mesh: &Keys) -> impl Iterator<Item = End<MessageBuffers, TileStation>> + '_ {
    let (pairs, routers) = (mesh.network.edges.len() / 2, mesh.network.routers());
    (pairs..2 * pairs).map(move |number| {
        let responder = Responder::new((routers + number) as u16, mesh.packet_words);
        let name = format!("injector {number}");
        station(name, TileStation::Responder(responder))
    })
}
