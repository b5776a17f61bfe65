//! `[[cores]]`: groups of cores. The first says everything; each further one says in what its cores differ from the first's.

use super::super::error::PlatformError;
use super::super::keys::{Chip, Keys, ReadKeys};
use super::super::reader::{Field, Table};
use super::super::{Group, Platform, Timing, MAX_CORES, MAX_ISSUE_WIDTH};
use super::{count_or, period};

/// Ticks of an instruction at most: a byte of its decoded form.
const MAX_INSTRUCTION_TICKS: u64 = 255;

/// The tables of a file under `[[cores]]`.
pub struct Groups<'a> {
    pub first: Table<'a>,
    /// Each laid over the first.
    others: Vec<Table<'a>>,
}

impl<'a> Groups<'a> {
    /// The groups; each file in a chain of extensions says something about the same ones, by their order.
    pub fn of(root: &Table<'a>) -> Result<Self, PlatformError> {
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
        let mut merged = merged.into_iter();
        let first = merged.next().unwrap_or(field);
        let mut others = Vec::new();
        for group in merged {
            let keys = ["count", "clock", "issue_width", "timing"];
            let table = group.clone().table()?;
            table.expect_only(&keys)?;
            table.required("count", "count = 1")?;
            others.push(group.over(first.clone()).table()?);
        }
        let first = first.table()?;
        Ok(Groups { first, others })
    }

    fn tables(&self) -> impl Iterator<Item = &Table<'a>> {
        std::iter::once(&self.first).chain(&self.others)
    }

    /// Cores in all groups.
    pub fn count(&self) -> Result<usize, PlatformError> {
        let mut count = 0;
        for table in self.tables() {
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

    /// What the groups say of their cores.
    pub fn read(&self, chip: &Chip) -> Result<Vec<Group>, PlatformError> {
        self.tables().map(|table| group(table, chip)).collect()
    }
}

fn elements<'a>(field: &Field<'a>) -> Result<Vec<Field<'a>>, PlatformError> {
    let groups = field.elements("[[cores]]: a platform is a list of groups of cores")?;
    match groups.is_empty() {
        true => Err(field.error("is empty; describe a group of cores under [[cores]]")),
        false => Ok(groups),
    }
}

fn group(table: &Table, chip: &Chip) -> Result<Group, PlatformError> {
    let period = period(table, chip.clock_hz)?;
    // An instruction that takes long, and bubbles behind it.
    let longest = (MAX_INSTRUCTION_TICKS / period).saturating_sub(1) / 2;
    Ok(Group {
        count: table
            .required("count", "count = 8")?
            .count(1..=MAX_CORES as u64)?,
        period,
        issue_width: count_or(table, "issue_width", 1, MAX_ISSUE_WIDTH as u64)?,
        timing: timing(&table.optional_table("timing")?, longest, chip)?,
    })
}

/// Latencies that fit into a byte of a decoded instruction as ticks.
fn timing(table: &Table, longest: u64, chip: &Chip) -> Result<Timing, PlatformError> {
    let timing = Timing::read(table, chip)?;
    for key in Timing::KEYS {
        if let Some(field) = table.optional(key.name) {
            field.integer(0..=longest)?;
        }
    }
    Ok(timing.map(|cycles| cycles.min(longest)))
}

/// Holds that slower clocks are where the chip can have them.
pub fn check(groups: &Groups, platform: &Platform) -> Result<(), PlatformError> {
    for (table, group) in groups.tables().zip(&platform.cores.groups) {
        let clock = table.optional("clock").filter(|_| group.period > 1);
        if let (Some(clock), Some(why)) = (clock, why_not(group, platform)) {
            return Err(clock.error(why));
        }
    }
    Ok(())
}

/// Why a group's clock cannot be slower than the chip's.
fn why_not(group: &Group, platform: &Platform) -> Option<String> {
    let cores = &platform.cores;
    let networks = [
        platform.mesh.is_some(),
        platform.switches.is_some(),
        platform.hibi.is_some(),
    ];
    if cores.message_unit || networks.contains(&true) {
        return Some(String::from(
            "differs from the chip's, but message units, [mesh], [switches] and [hibi] have the chip's clock alone; \
             use cores with `message_unit = false` on the bus",
        ));
    }
    let float = cores.float.map_or(0, |float| float.longest());
    let longest = float.max(cores.instructions.most_cycles().into()) + 1 + group.timing.load_use;
    let most = MAX_INSTRUCTION_TICKS / group.period;
    (longest > most).then(|| {
        format!("makes an instruction of {longest} cycles longer than {MAX_INSTRUCTION_TICKS} ticks; none may take more than {most}")
    })
}
