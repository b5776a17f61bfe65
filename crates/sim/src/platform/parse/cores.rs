//! `[[cores]]`, what all groups share: the pipeline, private memories, timer, message unit.

use std::sync::Arc;

use super::super::address_map::Placed;
use super::super::error::PlatformError;
use super::super::reader::{Field, Table};
use super::super::{BusWindows, CoreModel, Cores, FloatTiming, Mailbox, Range, TIMER_BYTES};
use super::groups::Groups;
use super::{base_of, count_or, flag_or, memory_range, size_of, MAX_CORE_LATENCY};

/// The most words in a block: as many as the 15 bits of a message's length in bytes can count.
const MAX_BLOCK_WORDS: u64 = 8192;

/// All cores, with what they have for themselves entered into the address map.
pub fn cores<'a>(
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
