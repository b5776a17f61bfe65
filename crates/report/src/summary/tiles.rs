//! The tiles of a mesh: what each core's time went into, so that stages out of balance are seen, and the links that carried most.

use super::bar::{bar_of, legend_of, Part};
use super::quantity::percent;
use super::table::{Align, Table};
use super::{whose, Style};
use crate::json::{CoreRecord, RunRecord};
use crate::mesh::{LinkRecord, MeshRecord, TileRecord};

/// Links that are told.
const BUSIEST: usize = 3;

/// Columns of a tile's bar.
const BAR_COLUMNS: usize = 24;

/// What a core does from its start to its exit.
const PARTS: [Part; 6] = [
    Part::new("busy", "█", 32),
    Part::new("waits for a block", "░", 90),
    Part::new("for room", "▒", 35),
    Part::new("for a copy", "▓", 33),
    Part::new("for memory", "▚", 34),
    Part::new("calls", "▄", 36),
];

/// A row for each tile that ran a program, in per cent of the cycles from the start of its core to its exit.
pub(super) fn tiles(run: &RunRecord, style: Style) -> String {
    let Some(mesh) = &run.mesh else {
        return String::new();
    };
    let columns = [
        ("core", Align::Left),
        (whose(run), Align::Left),
        ("at", Align::Left),
        ("balance in %", Align::Left),
        ("busy", Align::Right),
        ("block", Align::Right),
        ("room", Align::Right),
        ("copy", Align::Right),
        ("memory", Align::Right),
        ("calls", Align::Right),
    ];
    let mut table = Table::new(&columns);
    for tile in &mesh.tiles {
        table.row(row(tile, &run.cores[tile.core], style));
    }
    let legend = legend_of(&PARTS, style);
    format!(
        "{}{legend}\n{}",
        table.text(),
        busiest_links(mesh, run.cycles)
    )
}

fn row(tile: &TileRecord, core: &CoreRecord, style: Style) -> Vec<String> {
    let rank = core.rank.map_or(String::from("-"), |rank| rank.to_string());
    let [x, y, z] = tile.at;
    let at = match z {
        0 => format!("{x},{y}"),
        _ => format!("{x},{y},{z}"),
    };
    let cycles = cycles_by_part(tile, core);
    let running = cycles.iter().sum();
    let parts: Vec<(Part, u64)> = PARTS.into_iter().zip(cycles).collect();
    let bar = bar_of(&parts, BAR_COLUMNS, style);
    let names = [
        tile.core.to_string(),
        tile.task.clone().unwrap_or(rank),
        at,
        bar,
    ];
    let shares = cycles.map(|cycles| percent(cycles, running));
    names.into_iter().chain(shares).collect()
}

/// The cycles of a core in the order of [`PARTS`].
fn cycles_by_part(tile: &TileRecord, core: &CoreRecord) -> [u64; PARTS.len()] {
    let (classes, stalled) = (&core.classes, &tile.stalled);
    let (block, room) = (stalled.underflow, stalled.overflow);
    let (copy, memory) = (stalled.copying, stalled.memory);
    let calls = classes.message.saturating_sub(block + room + copy + memory);
    let busy = classes.total() - classes.halted - classes.sleep - classes.message;
    [busy, block, room, copy, memory, calls]
}

fn busiest_links(mesh: &MeshRecord, cycles: u64) -> String {
    let mut links: Vec<&LinkRecord> = mesh.links.iter().filter(|link| link.flits > 0).collect();
    links.sort_by_key(|link| std::cmp::Reverse(link.flits));
    let told = links.iter().take(BUSIEST).map(|link| {
        let share = percent(link.flits, cycles);
        format!("{} to {} {share} %", link.from, link.to)
    });
    match told.collect::<Vec<_>>() {
        none if none.is_empty() => String::new(),
        told => format!("busiest links: {}\n", told.join("; ")),
    }
}
