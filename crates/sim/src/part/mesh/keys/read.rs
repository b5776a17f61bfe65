//! Reads `[mesh]`: the network with a free port for each injector, and whether every tile has its place.

use super::{ports_along, Mesh, MeshKeys};
use crate::description::keys::Key;
use crate::description::part::Section;
use crate::description::reader::{Field, Table};
use crate::description::reading::Reading;
use crate::description::PlatformError;
use crate::noc::GridParameters;

impl Section for Mesh {
    const KEY: Key = Key::table::<MeshKeys>();

    fn read(reading: &mut Reading) -> Result<Mesh, PlatformError> {
        let keys: MeshKeys = reading.section()?;
        let field = reading.root.required("mesh", "")?;
        let table = field.table()?;
        let network = network(&field, &keys)?;
        let memory = table.optional_table("memory")?.required("at", "")?;
        let host = table.required("host", "")?;
        check_position(&memory, keys.memory.at, &network)?;
        if keys.host == keys.memory.at {
            return Err(host.error("is where the memory tile is; give it another place"));
        }
        check_count(&table, &network, reading.chip.cores)?;
        check_position(&host, keys.host, &network)?;
        let place = table.optional_table("message_unit")?.place();
        reading.place("mesh.message_unit", keys.message_unit.registers(), place);
        Ok(Mesh {
            network,
            packet_words: keys.packet,
            memory: keys.memory,
            host: keys.host,
            message_unit: keys.message_unit,
            injectors: keys.injectors,
        })
    }
}

/// The network, with a free port for each injector.
fn network(field: &Field, keys: &MeshKeys) -> Result<GridParameters, PlatformError> {
    let mut network = GridParameters {
        size: keys.size,
        pipeline: keys.pipeline,
        // With more, packets from one tile to another could overtake each other.
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

fn check_position(
    field: &Field,
    at: [usize; 3],
    network: &GridParameters,
) -> Result<(), PlatformError> {
    if at.iter().zip(&network.size).all(|(at, size)| at < size) {
        return Ok(());
    }
    let [x, y, z] = network.size.map(|side| side - 1);
    Err(field.error(format!(
        "is off the mesh: x goes from 0 to {x}, y to {y}, z to {z}"
    )))
}

fn check_count(table: &Table, network: &GridParameters, cores: usize) -> Result<(), PlatformError> {
    let (tiles, needed) = (network.routers(), cores + 2);
    match tiles == needed {
        true => Ok(()),
        false => Err(table.required("size", "")?.error(format!(
            "makes {tiles} tiles, but {cores} cores, a memory and a host need {needed}; change it or cores.count"
        ))),
    }
}
