//! `[mesh]`: the network, where memory and host are, the message buffers of the tiles, the injectors at the edges.

use super::super::address_map::Placed;
use super::super::error::PlatformError;
use super::super::mesh::{Injectors, MemoryTile, Mesh, MessageUnit, Pipeline, Position, Side};
use super::super::reader::{Field, Table};
use super::super::{Cores, Range};
use super::{base_of, count_or, flag_or, size_of, MAX_CORES, MAX_CORE_LATENCY, MAX_LATENCY};

/// Flits that the buffer of a virtual channel holds at most, and virtual channels of a link.
const MAX_BUFFER_FLITS: u64 = 1024;
const MAX_VIRTUAL_CHANNELS: u64 = 16;
/// Payload words of a packet: a header counts them in five bits; a request to the memory tile takes two.
const LEAST_PACKET_WORDS: u64 = 2;
const MAX_PACKET_WORDS: u64 = 16;
/// Bytes of a message buffer: a block's length is told in 16 bits.
const MAX_BUFFER_BYTES: u32 = 0xFFFC;
/// Entries of the tables of a tile.
const MAX_TASKS: u64 = 256;
const MAX_BLOCKS: u64 = 256;

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
        "virtual_channels",
        "buffer",
        "packet",
        "memory",
        "host",
        "message_unit",
        "injectors",
    ])?;
    let shape = table.required("size", "size = [4, 5]")?;
    let size = size(&shape)?;
    let memory = memory(&table, size)?;
    let host_at = table.required("host", "host = [3, 4]")?;
    let host = position(&host_at, size)?;
    if host == memory.at {
        return Err(host_at.error("is where the memory tile is; give it another place"));
    }
    check_count(&shape, size, cores)?;
    Ok(Some(Mesh {
        size,
        pipeline: pipeline(&table)?,
        virtual_channels: count_or(&table, "virtual_channels", 1, MAX_VIRTUAL_CHANNELS)?,
        buffer_flits: count_or(&table, "buffer", 4, MAX_BUFFER_FLITS)?,
        packet_words: table.integer_or("packet", 16, LEAST_PACKET_WORDS..=MAX_PACKET_WORDS)?
            as usize,
        memory,
        host,
        message_unit: message_unit(&table.optional_table("message_unit")?, placed)?,
        injectors: injectors(&table)?,
    }))
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

fn position(field: &Field, size: [usize; 3]) -> Result<Position, PlatformError> {
    let at = match numbers(field, 0..=u64::from(u32::MAX))?[..] {
        [x, y] => [x, y, 0],
        [x, y, z] => [x, y, z],
        _ => return Err(field.error("must be a place on the mesh, x and y, for example [0, 0]")),
    };
    if at.iter().zip(&size).all(|(at, size)| at < size) {
        return Ok(at);
    }
    let last = size.map(|side| side - 1);
    Err(field.error(format!(
        "is off the mesh: x goes from 0 to {}, y to {}, z to {}",
        last[0], last[1], last[2]
    )))
}

fn check_count(field: &Field, size: [usize; 3], cores: &Cores) -> Result<(), PlatformError> {
    let tiles: usize = size.iter().product();
    let count = cores.count;
    if tiles == count + 2 {
        return Ok(());
    }
    Err(field.error(format!(
        "makes {tiles} tiles, but {count} cores, a memory and a host need {}; change it or cores.count",
        count + 2
    )))
}

fn memory(table: &Table, size: [usize; 3]) -> Result<MemoryTile, PlatformError> {
    let example = "memory = { at = [0, 0], size = \"16 MiB\" }";
    let memory = table.required("memory", example)?.table()?;
    memory.expect_only(&["at", "size", "access"])?;
    Ok(MemoryTile {
        at: position(&memory.required("at", "at = [0, 0]")?, size)?,
        bytes: size_of(&memory.required("size", "size = \"16 MiB\"")?)?,
        access: memory.integer_or("access", 1, 1..=MAX_LATENCY)?,
    })
}

fn pipeline(table: &Table) -> Result<Pipeline, PlatformError> {
    let chosen = table.optional("pipeline").map_or(Ok(0), |field| {
        field.choice(&Pipeline::ALL.map(Pipeline::name))
    })?;
    Ok(Pipeline::ALL[chosen])
}

fn message_unit<'a>(
    table: &Table<'a>,
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
        "manager",
        "cut_through",
    ])?;
    let tasks = count_or(table, "tasks", 32, MAX_TASKS)?;
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
    Ok(MessageUnit {
        registers,
        output_bytes: buffer_bytes(table, "output_buffer", 256)?,
        input_bytes: buffer_bytes(table, "input_buffer", 512)?,
        tasks,
        blocks: count_or(table, "blocks", 32, MAX_BLOCKS)?,
        access: cycles("access", 2)?,
        copy_in: cycles("copy_in", 2)?,
        copy_out: cycles("copy_out", 2)?,
        manager: cycles("manager", 2)?,
        cut_through: flag_or(table, "cut_through", false)?,
    })
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
fn edges(table: &Table) -> Result<Side, PlatformError> {
    let example = "edges = [\"north\", \"south\"]";
    let field = table.required("edges", example)?;
    let mut chosen = Vec::new();
    for element in field.elements(example)? {
        chosen.push(Side::ALL[element.choice(&Side::ALL.map(Side::name))?]);
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
