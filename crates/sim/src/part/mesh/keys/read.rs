//! Reads `[mesh]`: builds the network with a free port for each injector, and checks that every tile has its place.

use super::{ports_along, MemoryTile, Mesh, MeshKeys};
use crate::description::keys::{Key, Keys, ReadKeys, Shape, TableShape};
use crate::description::{Field, Reading, Result, Section, Table, TileKeys};
use crate::noc::GridParameters;

impl<T: TileKeys> Mesh<T> {
    const TABLE: TableShape = TableShape {
        help: MeshKeys::HELP,
        keys: &[MeshKeys::KEYS, &[Key::table::<T>()]],
    };
}

impl<T: TileKeys> Section for Mesh<T> {
    const KEY: Key = Key::of(MeshKeys::NAME, MeshKeys::HELP, Shape::Table(Self::TABLE));

    fn read(reading: &mut Reading) -> Result<Self> {
        let field = reading.root.required(MeshKeys::NAME, "")?;
        let table = field.table()?;
        table.expect_keys(&Self::TABLE)?;
        let mut keys = MeshKeys::take_checked(&table, &reading.chip)?;
        let of_tile = table.optional_table(T::NAME)?;
        let tile = T::read(&of_tile, &reading.chip)?;
        let network = network(&field, &keys)?;
        check_memories(&table, &keys.memories, &network)?;
        keys.memories
            .sort_by_key(|memory| network.router(memory.at));
        reading.record(MeshKeys::NAME, &keys);
        reading.record(&of_tile.path, &tile);
        let host = table.required("host", "")?;
        if keys.memories.iter().any(|memory| memory.at == keys.host) {
            return Err(host.error("is where the memory tile is; give it another place"));
        }
        check_count(&table, &network, reading.chip.cores, keys.memories.len())?;
        check_position(&host, keys.host, &network)?;
        reading.place(&of_tile.path, tile.registers(), of_tile.place);
        Ok(Mesh {
            network,
            packet_words: keys.packet,
            memories: keys.memories,
            host: keys.host,
            tile,
            injectors: keys.injectors,
        })
    }
}

/// The network, with a free port for each injector.
fn network(field: &Field, keys: &MeshKeys) -> Result<GridParameters> {
    let mut network = GridParameters {
        size: keys.size,
        pipeline: keys.pipeline,
        // With more than one, packets from one tile to another could overtake each other.
        virtual_channels: 1,
        buffer_flits: keys.buffer,
        edges: Vec::new(),
    };
    if let Some(injectors) = &keys.injectors {
        let responders = injectors.requesters.opposite();
        network.edges = ports_along(&network, injectors.requesters);
        network.edges.extend(ports_along(&network, responders));
    }
    match network.check() {
        Ok(()) => Ok(network),
        Err(error) => Err(field.error(format!("cannot be built: {error}"))),
    }
}

/// Checks that each memory has a tile of its own, and that 32-bit addresses suffice for all of them.
fn check_memories(table: &Table, memories: &[MemoryTile], network: &GridParameters) -> Result<()> {
    let mut bytes = 0;
    for (number, table) in table
        .required("memory", "")?
        .one_or_more()?
        .iter()
        .enumerate()
    {
        let (memory, field) = (memories[number], table.required("at", "")?);
        check_position(&field, memory.at, network)?;
        if memories[..number].iter().any(|other| other.at == memory.at) {
            return Err(field.error("is where another memory tile is; give it another place"));
        }
        bytes += u64::from(memory.bytes);
        if bytes > u64::from(u32::MAX) {
            return Err(table.required("size", "")?.error(
                "makes the memory tiles larger together than addresses of 32 bits reach; lower it",
            ));
        }
    }
    Ok(())
}

fn check_position(field: &Field, at: [usize; 3], network: &GridParameters) -> Result<()> {
    if at.iter().zip(&network.size).all(|(at, size)| at < size) {
        return Ok(());
    }
    let [x, y, z] = network.size.map(|side| side - 1);
    Err(field.error(format!(
        "must be on the mesh: x goes from 0 to {x}, y to {y}, z to {z}"
    )))
}

fn check_count(
    table: &Table,
    network: &GridParameters,
    cores: usize,
    memories: usize,
) -> Result<()> {
    let (tiles, needed) = (network.routers(), cores + memories + 1);
    if tiles == needed {
        return Ok(());
    }
    let memories = match memories {
        1 => String::from("a memory"),
        several => format!("{several} memories"),
    };
    Err(table.required("size", "")?.error(format!(
        "makes {tiles} tiles, but {cores} cores, {memories} and a host need {needed}; change it or cores.count"
    )))
}
