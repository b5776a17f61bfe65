//! `[mesh]`: the network, where memory and host are, the message buffers of the tiles, the injectors at the edges.

use super::super::address_map::Placed;
use super::super::error::PlatformError;
use super::super::mesh::{
    ports_along, Injectors, MemoryTile, Mesh, MessageUnit, Position, PIPELINES, SIDES,
};
use super::super::reader::{Field, Table};
use super::super::{Cores, Range, MAX_CORES};
use super::{base_of, count_or, flag_or, size_of, MAX_CORE_LATENCY, MAX_LATENCY};
use crate::noc::{Direction, GridParameters, Pipeline};

/// Payload words of a packet: a header counts them in five bits; a request to the memory tile takes two.
const LEAST_PACKET_WORDS: u64 = 2;
const MAX_PACKET_WORDS: u64 = 16;
/// Bytes of a message buffer: a block's length is told in 16 bits.
const MAX_BUFFER_BYTES: u32 = 0xFFFC;
/// Entries of the tables of a tile.
const MAX_TASKS: u64 = 256;
const MAX_BLOCKS: u64 = 256;
/// Words of the DMA engine's port to the local memory.
const MAX_COPY_WORDS: u64 = 8;

/// The mesh of a platform that has one.
///
/// # Errors
/// The first thing that is wrong, with its place in the text.
pub fn mesh<'a>(
    root: &Table<'a>,
    cores: &Cores,
    placed: &mut Vec<Placed<'a>>,
) -> Result<Option<Mesh>, PlatformError> {
    let Some(field) = root.optional("mesh") else {
        return Ok(None);
    };
    let table = field.table()?;
    table.expect_only(&[
        "size",
        "pipeline",
        "buffer",
        "packet",
        "memory",
        "host",
        "message_unit",
        "injectors",
    ])?;
    let injectors = injectors(&table)?;
    let network = network(&field, &table, injectors.as_ref())?;
    let memory = memory(&table, &network)?;
    let host = table.required("host", "host = [3, 4]")?;
    if position(&host, &network)? == memory.at {
        return Err(host.error("is where the memory tile is; give it another place"));
    }
    check_count(&table, &network, cores)?;
    let unit = table.optional_table("message_unit")?;
    let packet_words = LEAST_PACKET_WORDS..=MAX_PACKET_WORDS;
    Ok(Some(Mesh {
        packet_words: table.integer_or("packet", MAX_PACKET_WORDS, packet_words)? as usize,
        memory,
        host: position(&host, &network)?,
        message_unit: message_unit(&unit, cores, placed)?,
        injectors,
        network,
    }))
}

/// The network, with a free port for each injector.
fn network(
    field: &Field,
    table: &Table,
    injectors: Option<&Injectors>,
) -> Result<GridParameters, PlatformError> {
    let mut network = GridParameters {
        size: size(&shape(table)?)?,
        pipeline: pipeline(table)?,
        // With more, packets from one tile to another could overtake each other.
        virtual_channels: 1,
        buffer_flits: count_or(table, "buffer", 4, u64::from(u16::MAX))?,
        edges: Vec::new(),
    };
    if let Some(injectors) = injectors {
        let responders = injectors.requesters.opposite();
        network.edges = ports_along(&network, injectors.requesters);
        network.edges.extend(ports_along(&network, responders));
    }
    match network.check() {
        Ok(()) => Ok(network),
        Err(error) => Err(field.error(format!("cannot be built: {error}"))),
    }
}

fn shape<'a>(table: &Table<'a>) -> Result<Field<'a>, PlatformError> {
    table.required("size", "size = [4, 5]")
}

fn size(field: &Field) -> Result<[usize; 3], PlatformError> {
    let most = MAX_CORES as u64 + 2;
    let sides = numbers(field, 1..=most)?;
    match sides[..] {
        [x, y] => Ok([x, y, 1]),
        [x, y, z] => Ok([x, y, z]),
        _ => Err(field.error("must be the tiles in x and y, or in x, y and z, for example [4, 5]")),
    }
}

fn numbers(
    field: &Field,
    range: std::ops::RangeInclusive<u64>,
) -> Result<Vec<usize>, PlatformError> {
    let elements = field.elements("a list of numbers, for example [4, 5]")?;
    elements
        .iter()
        .map(|element| element.count(range.clone()))
        .collect()
}

fn position(field: &Field, network: &GridParameters) -> Result<Position, PlatformError> {
    let at = match numbers(field, 0..=u64::from(u32::MAX))?[..] {
        [x, y] => [x, y, 0],
        [x, y, z] => [x, y, z],
        _ => return Err(field.error("must be a place on the mesh, x and y, for example [0, 0]")),
    };
    if at.iter().zip(&network.size).all(|(at, size)| at < size) {
        return Ok(at);
    }
    let [x, y, z] = network.size.map(|side| side - 1);
    Err(field.error(format!(
        "is off the mesh: x goes from 0 to {x}, y to {y}, z to {z}"
    )))
}

fn check_count(
    table: &Table,
    network: &GridParameters,
    cores: &Cores,
) -> Result<(), PlatformError> {
    let (tiles, count) = (network.routers(), cores.count);
    if tiles == count + 2 {
        return Ok(());
    }
    Err(shape(table)?.error(format!(
        "makes {tiles} tiles, but {count} cores, a memory and a host need {}; change it or cores.count",
        count + 2
    )))
}

fn memory(table: &Table, network: &GridParameters) -> Result<MemoryTile, PlatformError> {
    let example = "memory = { at = [0, 0], size = \"16 MiB\" }";
    let memory = table.required("memory", example)?.table()?;
    memory.expect_only(&["at", "size", "access"])?;
    Ok(MemoryTile {
        at: position(&memory.required("at", "at = [0, 0]")?, network)?,
        bytes: size_of(&memory.required("size", "size = \"16 MiB\"")?)?,
        access: memory.integer_or("access", 1, 1..=MAX_LATENCY)?,
    })
}

fn pipeline(table: &Table) -> Result<Pipeline, PlatformError> {
    let names = PIPELINES.map(|(name, _)| name);
    let chosen = table
        .optional("pipeline")
        .map_or(Ok(0), |field| field.choice(&names))?;
    Ok(PIPELINES[chosen].1)
}

fn message_unit<'a>(
    table: &Table<'a>,
    cores: &Cores,
    placed: &mut Vec<Placed<'a>>,
) -> Result<MessageUnit, PlatformError> {
    table.expect_only(&[
        "base",
        "output_buffer",
        "input_buffer",
        "tasks",
        "blocks",
        "access",
        "copy_in",
        "copy_out",
        "copy_words",
        "manager",
        "cut_through",
    ])?;
    let tasks = tasks(table, cores)?;
    let base = match table.optional("base") {
        Some(field) => base_of(&field)?,
        None => 0xA000_0000,
    };
    let registers = Range {
        base,
        size: 0x400 + 4 * tasks as u32,
    };
    placed.push(Placed::new("mesh.message_unit", registers, table.place()));
    let cycles = |key, default| table.integer_or(key, default, 1..=MAX_CORE_LATENCY);
    let unit = MessageUnit {
        registers,
        output_bytes: buffer_bytes(table, "output_buffer", 256)?,
        input_bytes: buffer_bytes(table, "input_buffer", 512)?,
        tasks,
        blocks: count_or(table, "blocks", 32, MAX_BLOCKS)?,
        access: cycles("access", 2)?,
        copy_in: cycles("copy_in", 2)?,
        copy_out: cycles("copy_out", 2)?,
        copy_words: count_or(table, "copy_words", 1, MAX_COPY_WORDS)?,
        manager: cycles("manager", 2)?,
        cut_through: flag_or(table, "cut_through", false)?,
    };
    check_buffers(table, &unit)?;
    check_lines(table, &unit)?;
    Ok(unit)
}

/// A block that fits into an output buffer must find room in an input buffer some day.
fn check_buffers(table: &Table, unit: &MessageUnit) -> Result<(), PlatformError> {
    let (output, input) = (unit.output_bytes, unit.input_bytes);
    let named = ["output_buffer", "input_buffer"].map(|key| table.optional(key));
    match named.into_iter().flatten().next() {
        Some(field) if output > input => Err(field.error(format!(
            "leaves an output buffer of {output} bytes and an input buffer of {input}; a block of the one must fit into the other"
        ))),
        _ => Ok(()),
    }
}

/// The DMA engine's port is a row of the local memory, and a line of the buffers.
fn check_lines(table: &Table, unit: &MessageUnit) -> Result<(), PlatformError> {
    let Some(field) = table.optional("copy_words") else {
        return Ok(());
    };
    let words = unit.copy_words as u32;
    let (output, input) = (unit.output_bytes, unit.input_bytes);
    if !words.is_power_of_two() {
        return Err(field.error(format!("is {words}; it must be 1, 2, 4 or 8")));
    }
    match [output, input].iter().all(|bytes| bytes % (4 * words) == 0) {
        true => Ok(()),
        false => Err(field.error(format!(
            "is {words}, but buffers of {output} and {input} bytes are not whole lines of {words} words"
        ))),
    }
}

/// A program may have a task on each core.
fn tasks(table: &Table, cores: &Cores) -> Result<usize, PlatformError> {
    let least = cores.count;
    let Some(field) = table.optional("tasks") else {
        return Ok(least.max(32));
    };
    let tasks = field.count(1..=MAX_TASKS)?;
    match tasks >= least {
        true => Ok(tasks),
        false => Err(field.error(format!(
            "is {tasks}, but each of the {least} cores may have a task; make it {least} or more"
        ))),
    }
}

fn buffer_bytes(table: &Table, key: &str, default: u32) -> Result<u32, PlatformError> {
    let Some(field) = table.optional(key) else {
        return Ok(default);
    };
    let bytes = size_of(&field)?;
    match bytes <= MAX_BUFFER_BYTES {
        true => Ok(bytes),
        false => Err(field.error(format!(
            "is {bytes} bytes; a buffer has {MAX_BUFFER_BYTES} at most, so that 16 bits tell a block's length"
        ))),
    }
}

fn injectors(table: &Table) -> Result<Option<Injectors>, PlatformError> {
    if table.optional("injectors").is_none() {
        return Ok(None);
    }
    let table = table.optional_table("injectors")?;
    table.expect_only(&["edges", "rate", "write_back", "seed"])?;
    Ok(Some(Injectors {
        requesters: edges(&table)?,
        rate: fraction_or(&table, "rate", 0.0)?,
        write_back: fraction_or(&table, "write_back", 0.25)?,
        seed: table.integer_or("seed", 1, 0..=u64::MAX)?,
    }))
}

/// The edge of the requesters; the responders are at the other side.
fn edges(table: &Table) -> Result<Direction, PlatformError> {
    let example = "edges = [\"north\", \"south\"]";
    let field = table.required("edges", example)?;
    let mut chosen = Vec::new();
    for element in field.elements(example)? {
        chosen.push(SIDES[element.choice(&SIDES.map(|(name, _)| name))?].1);
    }
    match chosen[..] {
        [requesters, responders] if responders == requesters.opposite() => Ok(requesters),
        _ => Err(field.error(
            "must be the edge of those that request and the opposite one, of those that answer, for example [\"north\", \"south\"]",
        )),
    }
}

fn fraction_or(table: &Table, key: &str, default: f64) -> Result<f64, PlatformError> {
    table
        .optional(key)
        .map_or(Ok(default), |field| field.fraction())
}
