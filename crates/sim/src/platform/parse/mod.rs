//! The schema: which keys a platform file has, their defaults and ranges. `docs/chips/keys.md` describes it to users.

mod cores;
mod devices;
mod groups;
mod hibi;
mod instructions;
mod library;
mod map;
mod mesh;
mod switches;

use sha2::{Digest, Sha256};
use toml::de::DeTable;
use toml::Spanned;

use super::address_map;
use super::error::PlatformError;
use super::quantity::{BYTES, HERTZ};
use super::reader::{Document, Field, Layer, Table};
use super::{
    Arbitration, Bus, Crossbar, Device, HandOver, Hibi, Platform, Range, Source, SyncController,
};
use groups::Groups;

/// The most cycles that any latency of the bus may have.
const MAX_LATENCY: u64 = 1000;
/// The most cycles that any latency of a core may have: sums of a few of them fit a byte of a decoded instruction.
const MAX_CORE_LATENCY: u64 = 100;
/// Eight bits of a request's payload name a lock or a barrier.
const MAX_SYNC_NUMBERS: u64 = 256;

/// What a file extends, if it extends another, with the place of the name.
///
/// # Errors
/// The file is not TOML, or the name is not a string.
pub fn extends<'a>(document: Document<'a>) -> Result<Option<(String, usize)>, PlatformError> {
    let parsed = document.parse()?;
    let entries = parsed.get_ref();
    let root = Table::root(vec![Layer { document, entries }]);
    let field = root.optional("extends");
    field.map_or(Ok(None), |field| {
        Ok(Some((field.text()?.to_string(), field.place().at)))
    })
}

/// Reads the platform `name` from the text of the first document, laid over the second, which it extends, and so on.
///
/// # Errors
/// The first thing that is wrong, with its place in the text.
pub fn platform(name: &str, documents: &[Document]) -> Result<Platform, PlatformError> {
    let parsed: Vec<Spanned<DeTable>> = documents
        .iter()
        .map(Document::parse)
        .collect::<Result<_, _>>()?;
    let layers = documents.iter().zip(&parsed);
    let root = Table::root(
        layers
            .map(|(document, parsed)| layer(*document, parsed))
            .collect(),
    );
    root.expect_only(&[
        "extends", "summary", "clock", "library", "cores", "crossbar", "sync", "bus", "device",
        "mesh", "hibi", "switches", "map",
    ])?;
    let mut placed = Vec::new();
    let clock_hz = clock(&root)?;
    let groups = Groups::of(&root)?;
    let cores = cores::cores(&groups, clock_hz, &mut placed)?;
    let devices = devices::devices(&root, &cores, &mut placed)?;
    let hibi = hibi::hibi(&root, &cores, &devices, &mut placed)?;
    let mut platform = Platform {
        name: name.to_string(),
        summary: summary(&root)?,
        clock_hz,
        library: library::library(&root.optional_table("library")?)?,
        crossbar: crossbar(&root.optional_table("crossbar")?)?,
        sync: sync(&root.optional_table("sync")?)?,
        bus: bus(&root.optional_table("bus")?, clock_hz)?,
        mesh: mesh::mesh(&root, &cores, &mut placed)?,
        map: map::map(
            &root.optional_table("map")?,
            cores.count,
            &places(&devices, hibi.as_ref()),
        )?,
        hibi,
        switches: switches::switches(&root, &cores, &devices)?,
        devices,
        cores,
        source: source(documents),
    };
    address_map::check(&placed)?;
    library::check(&root, &platform)?;
    instructions::add(&groups.first, &mut platform)?;
    groups::check(&groups, &platform)?;
    Ok(platform)
}

/// The devices that a node can be at: those on the bus, then the agents of HIBI.
fn places<'a>(devices: &'a [Device], hibi: Option<&'a Hibi>) -> Vec<&'a str> {
    let on_the_bus = devices.iter().map(|device| device.name.as_str());
    let agents = hibi.into_iter().flat_map(|hibi| &hibi.agents);
    on_the_bus
        .chain(agents.map(|agent| agent.name.as_str()))
        .collect()
}

fn layer<'a>(document: Document<'a>, parsed: &'a Spanned<DeTable<'a>>) -> Layer<'a> {
    Layer {
        document,
        entries: parsed.get_ref(),
    }
}

/// The hash is that of all texts, one behind the other.
fn source(documents: &[Document]) -> Source {
    let mut digest = Sha256::new();
    for document in documents {
        digest.update(document.text.as_bytes());
    }
    let text = |document: &Document| document.text.to_string();
    Source {
        path: documents[0].file.to_string(),
        text: text(&documents[0]),
        extended: documents[1..].iter().map(text).collect(),
        sha256: format!("{:x}", digest.finalize()),
    }
}

fn summary(root: &Table) -> Result<String, PlatformError> {
    let field = root.required("summary", "summary = \"two cores and a bus\"")?;
    Ok(field.text()?.to_string())
}

fn clock(root: &Table) -> Result<u64, PlatformError> {
    let example = "clock = \"200 MHz\"";
    let field = root.required("clock", example)?;
    field.quantity(&HERTZ, 100_000_000_000, example)
}

/// Ticks in a cycle of something that may have a slower clock than the chip's.
fn period(table: &Table, clock_hz: u64) -> Result<u64, PlatformError> {
    let Some(field) = table.optional("clock") else {
        return Ok(1);
    };
    let own = field.quantity(&HERTZ, clock_hz, "clock = \"297 MHz\"")?;
    match own > 0 && clock_hz % own == 0 {
        true => Ok(clock_hz / own),
        false => Err(field.error(format!(
            "is {own} Hz; the chip's clock, {clock_hz} Hz, must be a whole multiple of it: raise that one to a common multiple"
        ))),
    }
}

fn crossbar(table: &Table) -> Result<Crossbar, PlatformError> {
    table.expect_only(&["early_data"])?;
    Ok(Crossbar {
        early_data: flag_or(table, "early_data", false)?,
    })
}

fn sync(table: &Table) -> Result<SyncController, PlatformError> {
    table.expect_only(&["locks", "barriers", "pipelined", "hand_over"])?;
    Ok(SyncController {
        locks: count_or(table, "locks", 32, MAX_SYNC_NUMBERS)?,
        barriers: count_or(table, "barriers", 32, MAX_SYNC_NUMBERS)?,
        pipelined: flag_or(table, "pipelined", false)?,
        hand_over: hand_over(table)?,
    })
}

fn hand_over(table: &Table) -> Result<HandOver, PlatformError> {
    let chosen = table
        .optional("hand_over")
        .map_or(Ok(0), |field| field.choice(&["retry", "grant"]))?;
    Ok([HandOver::Retry, HandOver::Grant][chosen])
}

fn flag_or(table: &Table, key: &str, default: bool) -> Result<bool, PlatformError> {
    table
        .optional(key)
        .map_or(Ok(default), |field| field.boolean())
}

fn bus(table: &Table, clock_hz: u64) -> Result<Bus, PlatformError> {
    table.expect_only(&["clock", "single_access", "arbitration"])?;
    if let Some(field) = table.optional("arbitration") {
        field.choice(&["round-robin"])?;
    }
    Ok(Bus {
        period: period(table, clock_hz)?,
        single_access: table.integer_or("single_access", 4, 4..=MAX_LATENCY)?,
        arbitration: Arbitration::RoundRobin,
    })
}

fn count_or(table: &Table, key: &str, default: usize, most: u64) -> Result<usize, PlatformError> {
    table
        .optional(key)
        .map_or(Ok(default), |field| field.count(1..=most))
}

fn memory_range(table: &Table) -> Result<Range, PlatformError> {
    let base = base_of(&table.required("base", "base = 0x8000_0000")?)?;
    let field = table.required("size", "size = \"256 KiB\"")?;
    let range = Range {
        base,
        size: size_of(&field)?,
    };
    if range.end() > 1 << 32 {
        return Err(field.error(format!(
            "reaches to {:#x}, beyond the 32-bit address space; lower the base or the size",
            range.end()
        )));
    }
    Ok(range)
}

fn size_of(field: &Field) -> Result<u32, PlatformError> {
    let size = field.quantity(&BYTES, u64::from(u32::MAX), "\"256 KiB\"")?;
    match u32::try_from(size) {
        Ok(size) if size % 4 == 0 => Ok(size),
        _ => Err(field.error(format!("is {size} bytes; it must be a multiple of 4"))),
    }
}

fn base_of(field: &Field) -> Result<u32, PlatformError> {
    let base = field.address()?;
    if base % 16 == 0 {
        return Ok(base);
    }
    let below = base & !15;
    Err(field.error(format!(
        "is {base:#010x}, which is not aligned to 16 bytes; write for example {below:#010x}"
    )))
}
