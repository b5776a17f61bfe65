//! Reads `[[cores]]`: the first group has all keys; each further one has those in which its cores differ from the first.

use std::path::Path;
use std::sync::Arc;

use weft_isa::user::UserInstructions;

use super::{CoreKeys, Cores, DataMemory, Group, Timing, TIMER_BYTES};
use crate::description::keys::{Chip, Key, Keys, Shape, TableShape};
use crate::description::{
    read_text, within, BusWindows, Field, Range, Reading, Result, Section, Spot, Table, MAX_CORES,
};

/// Maximum ticks of an instruction: its decoded form stores them in a byte.
pub const MAX_INSTRUCTION_TICKS: u64 = 255;
/// Bytes below the data memory that stay empty, so that an overflowing stack is caught.
const STACK_GUARD_BYTES: u32 = 4096;

/// The keys of the first group.
const FIRST: TableShape = TableShape {
    help: Group::HELP,
    keys: &[Group::KEYS, CoreKeys::KEYS],
};

impl Section for Cores {
    const KEY: Key = Key::of(Group::NAME, Group::HELP, Shape::Tables(FIRST));

    fn read(reading: &mut Reading) -> Result<Cores> {
        let tables = tables(&reading.root)?;
        let first = &tables[0];
        first.expect_keys(&FIRST)?;
        let count = count(&tables)?;
        reading.chip.cores = count;
        let groups = tables.iter().map(|table| group(table, &reading.chip));
        let groups = groups.collect::<Result<Vec<_>, _>>()?;
        let keys = CoreKeys::take(first, &reading.chip)?;
        reading.record(Group::NAME, &groups[0]);
        reading.record(Group::NAME, &keys);
        for (number, group) in groups.iter().enumerate().skip(1) {
            reading.record(&format!("{}.{number}", Group::NAME), group);
        }
        cores(keys, groups, count, first, reading)
    }
}

fn cores<'a>(
    keys: CoreKeys,
    groups: Vec<Group>,
    count: usize,
    table: &Table<'a>,
    reading: &mut Reading<'a>,
) -> Result<Cores> {
    Ok(Cores {
        count,
        groups,
        data_memory: data_memory(&keys.data_memory, table, reading)?,
        program_memory: program_memory(&keys, table, reading)?,
        program_stores: keys.program_memory.stores,
        null_access: keys.program_memory.null_access,
        stack_bytes: keys.data_memory.stack,
        bus_windows: bus_windows(
            "data_memory",
            (keys.data_memory.bus_base, keys.data_memory.bus_stride),
            (count, keys.data_memory.size),
            table,
            reading,
        )?,
        program_windows: bus_windows(
            "program_memory",
            (keys.program_memory.bus_base, keys.program_memory.bus_stride),
            (count, keys.program_memory.size),
            table,
            reading,
        )?,
        timer: timer(&keys, table, reading)?,
        messages: keys.messages,
        float: keys.floating_point,
        instructions: instructions(keys.instructions.unwrap_or_default(), reading)?,
        mailbox: keys.mailbox,
    })
}

/// Returns the tables of the groups, each laid over the first one. The files of a chain of extensions refer to a group by its position.
pub fn tables<'a>(root: &Table<'a>) -> Result<Vec<Table<'a>>> {
    let field = root.required("cores", "[[cores]]")?;
    let mut merged: Vec<Field<'a>> = Vec::new();
    for layer in field.layers() {
        for (place, group) in elements(&layer)?.into_iter().enumerate() {
            match merged.get_mut(place) {
                Some(present) => *present = present.clone().over(group),
                None => merged.push(group),
            }
        }
    }
    let first = merged[0].clone();
    let mut tables = vec![first.table()?];
    for (number, group) in merged.iter().enumerate().skip(1) {
        let own = group.table()?;
        own.expect_keys(&Group::TABLE)?;
        if own.optional("count").is_none() && group.place().document.is_option {
            return Err(group.error(format!(
                "has no group {number}, the last is {}; a new one needs a `count`: --set cores.{number}.count=1",
                number - 1
            )));
        }
        own.required("count", "count = 1")?;
        tables.push(group.clone().over(first.clone()).table()?);
    }
    Ok(tables)
}

fn elements<'a>(field: &Field<'a>) -> Result<Vec<Field<'a>>> {
    let groups = field.elements("[[cores]]: a platform is a list of groups of cores")?;
    match groups.is_empty() {
        true => Err(field.error("is empty; describe a group of cores under [[cores]]")),
        false => Ok(groups),
    }
}

/// Cores in all groups.
fn count(tables: &[Table]) -> Result<usize> {
    let mut count = 0;
    for table in tables {
        let field = table.required("count", "count = 8")?;
        count += field.count(1..=MAX_CORES as u64)?;
        if count > MAX_CORES {
            return Err(field.error(format!(
                "makes {count} cores in all groups; there can be {MAX_CORES}"
            )));
        }
    }
    Ok(count)
}

fn group(table: &Table, chip: &Chip) -> Result<Group> {
    let mut group = Group::take(table, chip)?;
    // The ticks of an instruction include its own latency and the bubbles after it, each of which may be the longest.
    let longest = (MAX_INSTRUCTION_TICKS / group.period).saturating_sub(1) / 2;
    let timing = table.optional_table("timing")?;
    for key in Timing::KEYS {
        if let Some(field) = timing.optional(key.name) {
            field.integer(0..=longest)?;
        }
    }
    group.timing = group.timing.map(|cycles| cycles.min(longest));
    Ok(group)
}

fn program_memory<'a>(
    keys: &CoreKeys,
    table: &Table<'a>,
    reading: &mut Reading<'a>,
) -> Result<Range> {
    let table = table.optional_table("program_memory")?;
    let (base, size) = (keys.program_memory.base, keys.program_memory.size);
    let range = within(Range { base, size }, &table)?;
    reading.place("cores.program_memory", range, table.place);
    Ok(range)
}

fn data_memory<'a>(
    keys: &DataMemory,
    table: &Table<'a>,
    reading: &mut Reading<'a>,
) -> Result<Range> {
    let table = table.optional_table("data_memory")?;
    let (base, size) = (keys.base, keys.size);
    let range = within(Range { base, size }, &table)?;
    reading.place("cores.data_memory", range, table.place);
    let guard = Range {
        base: base - STACK_GUARD_BYTES.min(base),
        size: STACK_GUARD_BYTES.min(base),
    };
    let what = "the 4 KiB below cores.data_memory, which stay empty to catch an overflowing stack,";
    reading.place(what, guard, table.place);
    let stack = table.required("stack", "")?;
    match keys.stack {
        bytes if bytes % 16 != 0 => {
            Err(stack.error("must be a multiple of 16 bytes, as the stack pointer is"))
        }
        bytes if bytes >= size => Err(stack.error(format!(
            "is {bytes} bytes and leaves nothing of the data memory ({size} bytes) for data; make it smaller"
        ))),
        _ => Ok(range),
    }
}

/// Returns where the memories of one kind, `cores` of `size` bytes, answer on the bus.
fn bus_windows<'a>(
    memory: &'static str,
    (base, stride): (Option<u32>, Option<u32>),
    (cores, size): (usize, u32),
    table: &Table<'a>,
    reading: &mut Reading<'a>,
) -> Result<Option<BusWindows>> {
    let table = table.optional_table(memory)?;
    let name = memory.replace('_', " ");
    let plural = name.replace("memory", "memories");
    let stride = match (stride, table.optional("bus_stride")) {
        (Some(stride), Some(field)) => {
            check_stride(stride, base, size, &name, &field)?;
            u64::from(stride)
        }
        _ => u64::from(size).next_power_of_two(),
    };
    let (Some(base), Some(field)) = (base, table.optional("bus_base")) else {
        return Ok(None);
    };
    let windows = BusWindows {
        base,
        stride,
        cores,
        size,
    };
    if windows.end() > 1 << 32 {
        return Err(field.error(format!(
            "places the {plural} of {cores} cores up to {:#x}, beyond the 32-bit address space; lower it",
            windows.end()
        )));
    }
    for core in 0..cores {
        let what = format!("the {name} of core {core} on the bus");
        reading.place(&what, windows.of(core), field.place());
    }
    Ok(Some(windows))
}

fn check_stride(
    stride: u32,
    base: Option<u32>,
    size: u32,
    name: &str,
    field: &Field,
) -> Result<()> {
    if base.is_none() {
        let plural = name.replace("memory", "memories");
        return Err(field.error(format!(
            "says how far apart the {plural} answer on the bus, but `bus_base` does not say where; add it"
        )));
    }
    match stride < size || stride % 16 != 0 {
        true => Err(field.error(format!(
            "is {stride} bytes; it must be a multiple of 16 and at least the {name}'s size ({size} bytes)"
        ))),
        false => Ok(()),
    }
}

fn timer<'a>(keys: &CoreKeys, table: &Table<'a>, reading: &mut Reading<'a>) -> Result<Range> {
    let range = Range {
        base: keys.timer.base,
        size: TIMER_BYTES,
    };
    reading.place("cores.timer", range, table.optional_table("timer")?.place);
    Ok(range)
}

/// Reads the user-defined instructions of the files that the key names.
fn instructions(files: Vec<Spot<String>>, reading: &mut Reading) -> Result<Arc<UserInstructions>> {
    let mut instructions = UserInstructions::default();
    for file in files {
        // Relative to the platform file that has the name, not to the working directory.
        let beside = Path::new(&file.file).parent();
        let path = beside.unwrap_or(Path::new("")).join(&file.value);
        let unusable = |error| file.error(format!("names a file that cannot be used: {error}"));
        let text = read_text(&path).map_err(unusable)?;
        let added = instructions.add(&path.display().to_string(), &text);
        added.map_err(|error| unusable(error.into()))?;
        reading.texts.push(text);
    }
    Ok(Arc::new(instructions))
}
