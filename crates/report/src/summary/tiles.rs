//! The tiles of a mesh: what each core's time went into, and the links that carried most.

use super::quantity::percent;
use super::table::{Align, Table};
use super::whose;
use crate::json::{CoreRecord, RunRecord};
use crate::mesh::{LinkRecord, MeshRecord, TileRecord};

/// Links that are told.
const BUSIEST: usize = 3;

/// A row for each tile that ran a program, in per cent of the cycles from the start of its core to its exit.
pub(super) fn tiles(run: &RunRecord) -> String {
    let Some(mesh) = &run.mesh else {
        return String::new();
    };
    let columns = [
        ("core", Align::Left),
        (whose(run), Align::Left),
        ("at", Align::Left),
        ("busy %", Align::Right),
        ("waits for a block", Align::Right),
        ("for room", Align::Right),
        ("for a copy", Align::Right),
        ("for memory", Align::Right),
        ("calls", Align::Right),
    ];
    let mut table = Table::new(&columns);
    for tile in &mesh.tiles {
        table.row(row(tile, &run.cores[tile.core]));
    }
    table.text() + &busiest_links(mesh, run.cycles)
}

fn row(tile: &TileRecord, core: &CoreRecord) -> Vec<String> {
    let (classes, stalled) = (&core.classes, &tile.stalled);
    let waits = [
        stalled.underflow,
        stalled.overflow,
        stalled.copying,
        stalled.memory,
    ];
    let calls = classes.message.saturating_sub(waits.iter().sum());
    let running = classes.total() - classes.halted - classes.sleep;
    let busy = running - classes.message;
    let rank = core.rank.map_or(String::from("-"), |rank| rank.to_string());
    let [x, y, z] = tile.at;
    let at = match z {
        0 => format!("{x},{y}"),
        _ => format!("{x},{y},{z}"),
    };
    let shares = [[busy].as_slice(), &waits, &[calls]].concat();
    let shares = shares.into_iter().map(|cycles| percent(cycles, running));
    let names = [tile.core.to_string(), tile.task.clone().unwrap_or(rank), at];
    names.into_iter().chain(shares).collect()
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
