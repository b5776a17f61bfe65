//! The table of the tiles: how each core spent its time, which shows unbalanced pipeline stages, and the links with the most traffic.

use super::Tiles;
use crate::noc::LinkLoad;
use crate::port::{Align, BarPart, Cell, Column, CoreTable, Highlights, UsedCore};
use crate::units::Cycle;
use std::cmp::Reverse;

/// Number of links that are listed.
const BUSIEST: usize = 3;

const COLUMNS: [Column; 8] = [
    column("at", Align::Left),
    column("balance in %", Align::Left),
    column("busy", Align::Right),
    column("block", Align::Right),
    column("room", Align::Right),
    column("copy", Align::Right),
    column("memory", Align::Right),
    column("calls", Align::Right),
];

/// The ways in which a core spends its time from its start to its exit.
const PARTS: [BarPart; 6] = [
    part("busy", "█", 32),
    part("waits for a block", "░", 90),
    part("for room", "▒", 35),
    part("for a copy", "▓", 33),
    part("for memory", "▚", 34),
    part("calls", "▄", 36),
];

const fn column(name: &'static str, align: Align) -> Column {
    Column { name, align }
}

const fn part(name: &'static str, symbol: &'static str, colour: u8) -> BarPart {
    BarPart {
        name,
        symbol,
        colour,
    }
}

impl Tiles {
    /// Returns the table, with a row for each tile that ran a program.
    pub(super) fn table(&self, now: Cycle, used: &[UsedCore]) -> CoreTable {
        let rows = used.iter().map(|used| (used.core, self.row(now, used)));
        CoreTable {
            columns: COLUMNS.to_vec(),
            rows: rows.collect(),
            legend: PARTS.to_vec(),
            highlights: Some(Highlights {
                title: "busiest links",
                parts: self.busiest_links(),
                whole: now.0,
            }),
        }
    }

    fn row(&self, now: Cycle, used: &UsedCore) -> Vec<Cell> {
        let [x, y, z] = self.coordinates(used.core);
        let at = match z {
            0 => format!("{x},{y}"),
            _ => format!("{x},{y},{z}"),
        };
        let cycles = self.cycles_by_part(now, used);
        let whole = cycles.iter().sum();
        let shares = cycles.map(|part| Cell::Share { part, whole });
        let first = [Cell::Text(at), Cell::Bar(cycles.to_vec())];
        first.into_iter().chain(shares).collect()
    }

    /// Returns the cycles of a core in the order of [`PARTS`].
    fn cycles_by_part(&self, now: Cycle, used: &UsedCore) -> [u64; PARTS.len()] {
        let stalled = self.interfaces[used.core].statistics(now).stalled;
        let (block, room) = (stalled.underflow, stalled.overflow);
        let (copy, memory) = (stalled.copying, stalled.memory);
        let calls = used.waiting.saturating_sub(block + room + copy + memory);
        [used.busy, block, room, copy, memory, calls]
    }

    /// Returns the links with the most traffic, and their flits.
    fn busiest_links(&self) -> Vec<(String, u64)> {
        let mut links = self.network.link_loads();
        links.retain(|link| link.flits > 0);
        links.sort_by_key(|link| Reverse(link.flits));
        let name = |link: &LinkLoad| {
            let [from, to] = [link.from, link.to].map(|place| self.names.of(place));
            (format!("{from} to {to}"), link.flits)
        };
        links.iter().take(BUSIEST).map(name).collect()
    }
}
