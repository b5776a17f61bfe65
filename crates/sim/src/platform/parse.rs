//! The schema: which keys a platform file has, their defaults and ranges. `docs/platforms.md` describes it to users.

use sha2::{Digest, Sha256};

use super::address_map::{self, Placed};
use super::error::PlatformError;
use super::quantity::{BYTES, HERTZ};
use super::reader::{Document, Field, Table};
use super::{
    Arbitration, Bus, CoreModel, Cores, Device, DeviceKind, Mailbox, Map, Platform, Range, Source,
    SyncController, Timing, CONSOLE_BYTES, MAX_CORES, TIMER_BYTES,
};

/// The most cycles that any latency of the bus may have.
const MAX_LATENCY: u64 = 1000;
/// The most cycles that any latency of a core may have: sums of a few of them fit a byte of a decoded instruction.
const MAX_CORE_LATENCY: u64 = 100;
/// The most words in a block: as many as the 15 bits of a message's length in bytes can count.
const MAX_BLOCK_WORDS: u64 = 8192;
/// Eight bits of a request's payload name a lock or a barrier.
const MAX_SYNC_NUMBERS: u64 = 256;

/// Reads the platform `name` from the text of `document`.
///
/// # Errors
/// The first thing that is wrong, with its place in the text.
pub fn platform(name: &str, document: Document) -> Result<Platform, PlatformError> {
    let parsed = document.parse()?;
    let root = Table::root(document, parsed.get_ref());
    root.expect_only(&["summary", "clock", "cores", "sync", "bus", "device", "map"])?;
    let mut placed = Vec::new();
    let platform = Platform {
        name: name.to_string(),
        summary: summary(&root)?,
        clock_hz: clock(&root)?,
        cores: cores(&only_group(&root)?, &mut placed)?,
        sync: sync(&root.optional_table("sync")?)?,
        bus: bus(&root.optional_table("bus")?)?,
        devices: devices(&root, &mut placed)?,
        map: Map { ranks: Vec::new() },
        source: source(document),
    };
    address_map::check(document, &placed)?;
    let map = map(&root.optional_table("map")?, platform.cores.count)?;
    Ok(Platform { map, ..platform })
}

fn source(document: Document) -> Source {
    let digest = Sha256::digest(document.text.as_bytes());
    Source {
        path: document.file.to_string(),
        text: document.text.to_string(),
        sha256: format!("{digest:x}"),
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

fn only_group<'a>(root: &Table<'a>) -> Result<Table<'a>, PlatformError> {
    let field = root.required("cores", "[[cores]]")?;
    let groups = field.elements("[[cores]]: a platform is a list of groups of cores")?;
    match groups.as_slice() {
        [group] => group.table(),
        [_, second, ..] => Err(second.error("is given twice; there can be one group of cores")),
        [] => Err(field.error("is empty; describe one group of cores under [[cores]]")),
    }
}

fn cores(table: &Table, placed: &mut Vec<Placed>) -> Result<Cores, PlatformError> {
    table.expect_only(&[
        "count",
        "model",
        "timing",
        "program_memory",
        "data_memory",
        "timer",
        "mailbox",
    ])?;
    let (data_memory, stack_bytes) = data_memory(table, placed)?;
    Ok(Cores {
        count: table
            .required("count", "count = 8")?
            .count(1..=MAX_CORES as u64)?,
        model: core_model(table)?,
        timing: timing(&table.optional_table("timing")?)?,
        program_memory: program_memory(table, placed)?,
        data_memory,
        stack_bytes,
        timer: timer(&table.optional_table("timer")?, placed)?,
        mailbox: mailbox(&table.optional_table("mailbox")?)?,
    })
}

fn core_model(table: &Table) -> Result<CoreModel, PlatformError> {
    if let Some(field) = table.optional("model") {
        field.choice(&["asip"])?;
    }
    Ok(CoreModel::Asip)
}

fn timing(table: &Table) -> Result<Timing, PlatformError> {
    table.expect_only(&[
        "load_use",
        "multiply_use",
        "divide",
        "taken_branch",
        "jump",
        "jump_register",
        "misaligned_target",
        "program_memory_data",
        "atomic",
        "trap_entry",
        "wake",
    ])?;
    let latency = |key, default| table.integer_or(key, default, 0..=MAX_CORE_LATENCY);
    let at_least_one = |key, default| table.integer_or(key, default, 1..=MAX_CORE_LATENCY);
    Ok(Timing {
        load_use: latency("load_use", 1)?,
        multiply_use: latency("multiply_use", 1)?,
        divide: latency("divide", 33)?,
        taken_branch: latency("taken_branch", 2)?,
        jump: latency("jump", 1)?,
        jump_register: latency("jump_register", 2)?,
        misaligned_target: latency("misaligned_target", 1)?,
        program_memory_data: latency("program_memory_data", 1)?,
        atomic: latency("atomic", 1)?,
        trap_entry: at_least_one("trap_entry", 3)?,
        wake: at_least_one("wake", 4)?,
    })
}

fn program_memory(table: &Table, placed: &mut Vec<Placed>) -> Result<Range, PlatformError> {
    let example = "[cores.program_memory] base = 0x0, size = \"256 KiB\"";
    let memory = table.required("program_memory", example)?.table()?;
    memory.expect_only(&["base", "size"])?;
    let range = memory_range(&memory)?;
    placed.push(Placed::new("cores.program_memory", range, memory.at()));
    Ok(range)
}

fn data_memory(table: &Table, placed: &mut Vec<Placed>) -> Result<(Range, u32), PlatformError> {
    let example = "[cores.data_memory] base = 0x1000_0000, size = \"1 MiB\"";
    let memory = table.required("data_memory", example)?.table()?;
    memory.expect_only(&["base", "size", "stack"])?;
    let range = memory_range(&memory)?;
    placed.push(Placed::new("cores.data_memory", range, memory.at()));
    placed.push(Placed::stack_guard(range, memory.at()));
    Ok((range, stack_bytes(&memory, range)?))
}

fn stack_bytes(memory: &Table, range: Range) -> Result<u32, PlatformError> {
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

fn timer(table: &Table, placed: &mut Vec<Placed>) -> Result<Range, PlatformError> {
    table.expect_only(&["base"])?;
    let base = match table.optional("base") {
        Some(field) => base_of(&field)?,
        None => 0x0200_0000,
    };
    let range = Range {
        base,
        size: TIMER_BYTES,
    };
    placed.push(Placed::new("cores.timer", range, table.at()));
    Ok(range)
}

fn mailbox(table: &Table) -> Result<Mailbox, PlatformError> {
    table.expect_only(&["blocks", "block_words", "word_queue"])?;
    Ok(Mailbox {
        blocks: count_or(table, "blocks", 16, 4096)?,
        block_words: count_or(table, "block_words", 16, MAX_BLOCK_WORDS)?,
        word_queue: count_or(table, "word_queue", 4, 4096)?,
    })
}

fn sync(table: &Table) -> Result<SyncController, PlatformError> {
    table.expect_only(&["locks", "barriers"])?;
    Ok(SyncController {
        locks: count_or(table, "locks", 32, MAX_SYNC_NUMBERS)?,
        barriers: count_or(table, "barriers", 32, MAX_SYNC_NUMBERS)?,
    })
}

fn bus(table: &Table) -> Result<Bus, PlatformError> {
    table.expect_only(&["single_access", "arbitration"])?;
    if let Some(field) = table.optional("arbitration") {
        field.choice(&["round-robin"])?;
    }
    Ok(Bus {
        single_access: table.integer_or("single_access", 4, 4..=MAX_LATENCY)?,
        arbitration: Arbitration::RoundRobin,
    })
}

fn devices(root: &Table, placed: &mut Vec<Placed>) -> Result<Vec<Device>, PlatformError> {
    let Some(field) = root.optional("device") else {
        return Ok(Vec::new());
    };
    let mut devices: Vec<Device> = Vec::new();
    for element in field.elements("[[device]]: devices are a list")? {
        let device = device(&element.table()?, placed)?;
        if devices.iter().any(|other| other.name == device.name) {
            let name = device.name;
            return Err(element.error(format!(
                "`{name}` is there twice; give each device a `name` of its own"
            )));
        }
        devices.push(device);
    }
    Ok(devices)
}

fn device(table: &Table, placed: &mut Vec<Placed>) -> Result<Device, PlatformError> {
    let kinds = ["sram", "console"];
    let kind = kinds[table.required("kind", "kind = \"sram\"")?.choice(&kinds)?];
    let (kind_of_device, range) = match kind {
        "sram" => sram(table)?,
        _ => console(table)?,
    };
    let name = match table.optional("name") {
        Some(field) => device_name(&field)?,
        None => kind.to_string(),
    };
    placed.push(Placed::new(&format!("device `{name}`"), range, table.at()));
    Ok(Device {
        name,
        range,
        kind: kind_of_device,
    })
}

fn sram(table: &Table) -> Result<(DeviceKind, Range), PlatformError> {
    table.expect_only(&["kind", "name", "base", "size", "wait_states"])?;
    let wait_states = table.integer_or("wait_states", 0, 0..=MAX_LATENCY)?;
    Ok((DeviceKind::Sram { wait_states }, memory_range(table)?))
}

fn console(table: &Table) -> Result<(DeviceKind, Range), PlatformError> {
    table.expect_only(&["kind", "name", "base"])?;
    let base = base_of(&table.required("base", "base = 0x9000_0000")?)?;
    let size = CONSOLE_BYTES;
    Ok((DeviceKind::Console, Range { base, size }))
}

fn device_name(field: &Field) -> Result<String, PlatformError> {
    let name = field.text()?;
    let letters = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_';
    if !name.starts_with(|c: char| c.is_ascii_lowercase()) || !name.chars().all(letters) {
        return Err(field.error(
            "must be lower-case letters, digits and _, beginning with a letter: C programs see it as WEFT_<NAME>_BASE",
        ));
    }
    if ["pmem", "dmem", "shared", "stack"].contains(&name) {
        return Err(field.error(format!(
            "is \"{name}\", which has a meaning of its own in programs; choose another"
        )));
    }
    Ok(name.to_string())
}

fn map(table: &Table, cores: usize) -> Result<Map, PlatformError> {
    table.expect_only(&["ranks"])?;
    let Some(field) = table.optional("ranks") else {
        return Ok(Map {
            ranks: (0..cores).collect(),
        });
    };
    let mut ranks = Vec::new();
    for element in field.elements("the cores in rank order, for example ranks = [0, 1]")? {
        ranks.push(core_of_rank(&element, &ranks, cores)?);
    }
    if ranks.is_empty() {
        return Err(field.error("is empty; name the core of each rank, or leave the key out"));
    }
    Ok(Map { ranks })
}

fn core_of_rank(field: &Field, taken: &[usize], cores: usize) -> Result<usize, PlatformError> {
    let last = cores - 1;
    let core = field.count(0..=u64::from(u32::MAX))?;
    if core > last {
        return Err(field.error(format!("names core {core}, but the cores are 0 to {last}")));
    }
    match taken.iter().position(|other| *other == core) {
        Some(rank) => Err(field.error(format!(
            "names core {core} twice (rank {rank} has it); each core carries one rank"
        ))),
        None => Ok(core),
    }
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
