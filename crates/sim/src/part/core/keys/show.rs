//! How the cores appear in the picture, the address map and the C header; checks of their number, their clocks and their windows on the bus.

use super::read::MAX_INSTRUCTION_TICKS;
use super::{Cores, Group, MAX_MESSAGE_NODES};
use crate::description::header::{address, constant, range_macros, size};
use crate::description::keys::{Keys, Macro};
use crate::description::{
    boxed, side_by_side, BusWindows, Facts, Part, Range, Result, Role, Row, Table,
};

impl Part for Cores {
    /// Checks that messages can name all cores, and that slower clocks are where the chip can have them.
    fn check(&self, root: &Table, chip: &Facts) -> Result<()> {
        let tables = super::read::tables(root)?;
        check_nodes(self, &tables, chip)?;
        check_programs(self, &tables[0], chip)?;
        for (table, group) in tables.iter().zip(&self.groups) {
            let clock = table.optional("clock").filter(|_| group.period > 1);
            if let (Some(clock), Some(why)) = (clock, why_not(group, self, chip)) {
                return Err(clock.error(why));
            }
        }
        Ok(())
    }

    fn macros(&self, _: &Facts) -> Vec<Macro> {
        let mut macros = vec![
            constant("WEFT_CORES", self.count),
            constant("WEFT_TIMER_MTIME", address(self.mtime())),
            constant("WEFT_TIMER_MTIMECMP", address(self.mtimecmp())),
            constant("WEFT_STACK_SIZE", size(self.stack_bytes)),
        ];
        if self.groups[0].user_mode {
            macros.push(constant("WEFT_USER_MODE", 1));
        }
        if self.messages {
            macros.extend(self.mailbox.macros(""));
        }
        macros.extend(range_macros("PMEM", self.program_memory));
        macros.extend(range_macros("DMEM", self.data_memory));
        macros.extend(window_macros("DMEM", self.bus_windows));
        macros.extend(window_macros("PMEM", self.program_windows));
        macros
    }

    /// Cores on which ranks are placed show the rank's number.
    fn picture(&self, chip: &Facts) -> Vec<String> {
        if chip.has(Role::NetworkOfTiles) {
            return Vec::new();
        }
        let text = |core| [format!("core {core:<2}"), chip.map.rank_on(core)];
        let boxes: Vec<Vec<String>> = (0..self.count).map(|core| boxed(&text(core))).collect();
        boxes.chunks(8).flat_map(side_by_side).collect()
    }

    fn rows(&self, chip: &Facts) -> Vec<Row> {
        let timing = &self.groups[0].timing;
        let local = |range, what: &str, more: u64| Row {
            range,
            what: format!("{what}, one a core"),
            access: format!("{}, +{} if used at once", 1 + more, timing.load_use),
        };
        let more = timing.program_memory_data;
        let mut rows = vec![
            local(self.program_memory, "program memory", more),
            local(self.timer, "timer", 0),
            local(self.data_memory, "data memory", 0),
        ];
        let on_bus = |windows: BusWindows, what: &str| Row {
            range: Range {
                base: windows.base,
                size: (windows.end() - u64::from(windows.base)) as u32,
            },
            what: String::from(what),
            access: format!("{}, and waiting for the bus", chip.single_access),
        };
        let data = self.bus_windows;
        let programs = self.program_windows;
        rows.extend(data.map(|windows| on_bus(windows, "data memories, on the bus")));
        rows.extend(programs.map(|windows| on_bus(windows, "program memories, on the bus")));
        rows
    }
}

/// Checks that request words, with six bits for the sender, can name all cores.
fn check_nodes(cores: &Cores, tables: &[Table], chip: &Facts) -> Result<()> {
    let count = cores.count;
    if !cores.messages || count <= MAX_MESSAGE_NODES {
        return Ok(());
    }
    let last = &tables[tables.len() - 1];
    Err(last.required("count", "count = 8")?.error(format!(
        "makes {count} cores with message units, whose messages have six bits for a node: there can be {MAX_MESSAGE_NODES}; \
         with `message_unit = false` the cores reach each other by the bus, {}",
        chip.networks
    )))
}

/// The macros of one kind of memories on the bus, if they answer there.
fn window_macros(name: &str, windows: Option<BusWindows>) -> Vec<Macro> {
    let Some(windows) = windows else {
        return Vec::new();
    };
    let stride = format!("{:#x}", windows.stride);
    vec![
        constant(&format!("WEFT_{name}_BUS_BASE"), address(windows.base)),
        constant(&format!("WEFT_{name}_BUS_STRIDE"), stride),
    ]
}

/// Checks that program memories with a window have a bus to answer on, and that a device can hold their cores meanwhile.
fn check_programs(cores: &Cores, table: &Table, chip: &Facts) -> Result<()> {
    let table = table.optional_table("program_memory")?;
    let Some(field) = table
        .optional("bus_base")
        .filter(|_| cores.program_windows.is_some())
    else {
        return Ok(());
    };
    if chip.has(Role::InsteadOfBus) {
        return Err(field
            .error("places the program memories on a bus, and this platform has none; remove it"));
    }
    let mut devices = chip.devices.iter();
    match devices.any(|device| (0..cores.count).any(|core| device.kind.holds(core))) {
        true => Ok(()),
        false => Err(field.error(
            "lets a core write the program of one that is held, and nothing holds any; add a device of kind \"core-control\"",
        )),
    }
}

/// Why a group's clock cannot be slower than the chip's.
fn why_not(group: &Group, cores: &Cores, chip: &Facts) -> Option<String> {
    let roles = [Role::Network, Role::NetworkOfTiles, Role::InsteadOfBus];
    if cores.messages || roles.iter().any(|role| chip.has(*role)) {
        return Some(format!(
            "differs from the chip's, but message units, {} have the chip's clock alone; \
             use cores with `message_unit = false` on the bus",
            chip.networks
        ));
    }
    let float = cores.float.map_or(0, |float| float.longest());
    let longest = float.max(cores.instructions.most_cycles().into()) + 1 + group.timing.load_use;
    let most = MAX_INSTRUCTION_TICKS / group.period;
    (longest > most).then(|| {
        format!("makes an instruction of {longest} cycles longer than {MAX_INSTRUCTION_TICKS} ticks; none may take more than {most}")
    })
}
