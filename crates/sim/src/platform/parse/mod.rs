//! The schema: which keys a platform file has, their defaults and ranges. `docs/platforms.md` describes it to users.

mod devices;
mod groups;
mod hibi;
mod instructions;
mod library;
mod map;
mod mesh;
mod switches;

use std::sync::Arc;

use sha2::{Digest, Sha256};
use toml::de::DeTable;
use toml::Spanned;

use super::address_map::{self, Placed};
use super::error::PlatformError;
use super::quantity::{BYTES, HERTZ};
use super::reader::{Document, Field, Layer, Table};
use super::{
    Arbitration, Bus, BusWindows, CoreModel, Cores, Crossbar, Device, FloatTiming, HandOver, Hibi,
    Mailbox, Platform, Range, Source, SyncController, MAX_CORES, TIMER_BYTES,
};
use groups::Groups;

/// The most cycles that any latency of the bus may have.
const MAX_LATENCY: u64 = 1000;
/// The most cycles that any latency of a core may have: sums of a few of them fit a byte of a decoded instruction.
const MAX_CORE_LATENCY: u64 = 100;
/// The most words in a block: as many as the 15 bits of a message's length in bytes can count.
const MAX_BLOCK_WORDS: u64 = 8192;
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
    let cores = cores(&groups, clock_hz, &mut placed)?;
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

fn cores<'a>(
    groups: &Groups<'a>,
    clock_hz: u64,
    placed: &mut Vec<Placed<'a>>,
) -> Result<Cores, PlatformError> {
    let table = &groups.first;
    table.expect_only(&[
        "count",
        "clock",
        "model",
        "issue_width",
        "message_unit",
        "instructions",
        "floating_point",
        "timing",
        "program_memory",
        "data_memory",
        "timer",
        "mailbox",
    ])?;
    let count = groups.count()?;
    Ok(Cores {
        count,
        model: core_model(table)?,
        groups: groups.read(clock_hz)?,
        message_unit: flag_or(table, "message_unit", true)?,
        float: float(table)?,
        instructions: Arc::default(),
        data_memory: data_memory(table, placed)?,
        program_memory: program_memory(table, placed)?,
        stack_bytes: stack_bytes(table)?,
        bus_windows: bus_windows(table, count, placed)?,
        timer: timer(&table.optional_table("timer")?, placed)?,
        mailbox: mailbox(&table.optional_table("mailbox")?)?,
    })
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

fn core_model(table: &Table) -> Result<CoreModel, PlatformError> {
    if let Some(field) = table.optional("model") {
        field.choice(&["asip"])?;
    }
    Ok(CoreModel::Asip)
}

/// The floating-point unit, whose table may be empty: then it is one that answers in a cycle.
fn float(table: &Table) -> Result<Option<FloatTiming>, PlatformError> {
    let Some(field) = table.optional("floating_point") else {
        return Ok(None);
    };
    let table = field.table()?;
    let keys = [
        "transfer",
        "add",
        "multiply",
        "fused",
        "divide",
        "square_root",
    ];
    table.expect_only(&keys)?;
    let cycles = |key| table.integer_or(key, 0, 0..=MAX_CORE_LATENCY);
    Ok(Some(FloatTiming {
        transfer: cycles("transfer")?,
        add: cycles("add")?,
        multiply: cycles("multiply")?,
        fused: cycles("fused")?,
        divide: cycles("divide")?,
        square_root: cycles("square_root")?,
    }))
}

fn program_memory<'a>(
    table: &Table<'a>,
    placed: &mut Vec<Placed<'a>>,
) -> Result<Range, PlatformError> {
    let example = "[cores.program_memory] base = 0x0, size = \"256 KiB\"";
    let memory = table.required("program_memory", example)?.table()?;
    memory.expect_only(&["base", "size"])?;
    let range = memory_range(&memory)?;
    placed.push(Placed::new("cores.program_memory", range, memory.place()));
    Ok(range)
}

fn data_memory_table<'a>(table: &Table<'a>) -> Result<Table<'a>, PlatformError> {
    let example = "[cores.data_memory] base = 0x1000_0000, size = \"1 MiB\"";
    table.required("data_memory", example)?.table()
}

fn data_memory<'a>(
    table: &Table<'a>,
    placed: &mut Vec<Placed<'a>>,
) -> Result<Range, PlatformError> {
    let memory = data_memory_table(table)?;
    memory.expect_only(&["base", "size", "stack", "bus_base", "bus_stride"])?;
    let range = memory_range(&memory)?;
    placed.push(Placed::new("cores.data_memory", range, memory.place()));
    placed.push(Placed::stack_guard(range, memory.place()));
    Ok(range)
}

fn stack_bytes(table: &Table) -> Result<u32, PlatformError> {
    let memory = data_memory_table(table)?;
    let range = memory_range(&memory)?;
    let field = memory.required("stack", "stack = \"64 KiB\"")?;
    let stack = size_of(&field)?;
    if stack % 16 != 0 {
        return Err(field.error("must be a multiple of 16 bytes, as the stack pointer is"));
    }
    if stack >= range.size {
        let size = range.size;
        return Err(field.error(format!(
            "is {stack} bytes and leaves nothing of the data memory ({size} bytes) for data; make it smaller"
        )));
    }
    Ok(stack)
}

/// Where the data memories answer on the bus.
fn bus_windows<'a>(
    table: &Table<'a>,
    cores: usize,
    placed: &mut Vec<Placed<'a>>,
) -> Result<Option<BusWindows>, PlatformError> {
    let memory = data_memory_table(table)?;
    let size = memory_range(&memory)?.size;
    let stride = memory.optional("bus_stride");
    let Some(field) = memory.optional("bus_base") else {
        return match stride {
            Some(stride) => Err(stride.error("says how far apart the data memories answer on the bus, but `bus_base` does not say where; add it")),
            None => Ok(None),
        };
    };
    let stride = match stride {
        Some(stride) => bus_stride(&stride, size)?,
        None => u64::from(size).next_power_of_two(),
    };
    let windows = BusWindows {
        base: base_of(&field)?,
        stride,
        cores,
        size,
    };
    if windows.end() > 1 << 32 {
        return Err(field.error(format!(
            "places the data memories of {cores} cores up to {:#x}, beyond the 32-bit address space; lower it",
            windows.end()
        )));
    }
    for core in 0..cores {
        let what = format!("the data memory of core {core} on the bus");
        placed.push(Placed::new(&what, windows.of(core), field.place()));
    }
    Ok(Some(windows))
}

fn bus_stride(field: &Field, size: u32) -> Result<u64, PlatformError> {
    let stride = size_of(field)?;
    match stride >= size && stride % 16 == 0 {
        true => Ok(u64::from(stride)),
        false => Err(field.error(format!(
            "is {stride} bytes; it must be a multiple of 16 and at least the data memory's size ({size} bytes)"
        ))),
    }
}

fn timer<'a>(table: &Table<'a>, placed: &mut Vec<Placed<'a>>) -> Result<Range, PlatformError> {
    table.expect_only(&["base"])?;
    let base = match table.optional("base") {
        Some(field) => base_of(&field)?,
        None => 0x0200_0000,
    };
    let range = Range {
        base,
        size: TIMER_BYTES,
    };
    placed.push(Placed::new("cores.timer", range, table.place()));
    Ok(range)
}

fn mailbox(table: &Table) -> Result<Mailbox, PlatformError> {
    table.expect_only(&["blocks", "block_words", "word_queue", "matching"])?;
    Ok(Mailbox {
        blocks: count_or(table, "blocks", 16, 4096)?,
        block_words: count_or(table, "block_words", 16, MAX_BLOCK_WORDS)?,
        word_queue: count_or(table, "word_queue", 4, 4096)?,
        matching: flag_or(table, "matching", false)?,
    })
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
