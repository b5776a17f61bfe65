//! `[[cores]]`, what all groups share: the pipeline, private memories, timer, message unit.

use std::sync::Arc;

use super::super::address_map::Placed;
use super::super::error::PlatformError;
use super::super::keys::{Chip, ReadKeys};
use super::super::reader::{Field, Table};
use super::super::{BusWindows, Cores, FloatTiming, Mailbox, Range, TIMER_BYTES};
use super::groups::Groups;
use super::{base_of, flag_or, memory_range, size_of};

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
    let chip = Chip {
        clock_hz,
        cores: count,
    };
    Ok(Cores {
        count,
        groups: groups.read(&chip)?,
        message_unit: flag_or(table, "message_unit", true)?,
        float: float(table, &chip)?,
        instructions: Arc::default(),
        data_memory: data_memory(table, placed)?,
        program_memory: program_memory(table, placed)?,
        stack_bytes: stack_bytes(table)?,
        bus_windows: bus_windows(table, count, placed)?,
        timer: timer(&table.optional_table("timer")?, placed)?,
        mailbox: Mailbox::read(&table.optional_table("mailbox")?, &chip)?,
    })
}

/// The floating-point unit, whose table may be empty: then it is one that answers in a cycle.
fn float(table: &Table, chip: &Chip) -> Result<Option<FloatTiming>, PlatformError> {
    let Some(field) = table.optional("floating_point") else {
        return Ok(None);
    };
    let table = field.table()?;
    FloatTiming::read(&table, chip).map(Some)
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
