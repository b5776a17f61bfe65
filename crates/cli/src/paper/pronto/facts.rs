//! What the facts of a run say about tasks and flits, as lines of cases and numbers.

use std::collections::BTreeMap;
use std::fmt::Write;

use anyhow::{Context, Result};
use serde::Deserialize;
use weft_report::json::RunRecord;

/// What the record of a run says of its tiles.
#[derive(Deserialize)]
struct Mesh {
    tiles: Vec<Tile>,
}

/// What the message buffers of a tile did.
#[derive(Deserialize)]
struct Tile {
    core: usize,
    task: Option<String>,
    sent: Sent,
    flits_sent: BTreeMap<String, u64>,
    stalled: Stalled,
}

#[derive(Deserialize)]
struct Sent {
    blocks: u64,
}

#[derive(Deserialize)]
struct Stalled {
    underflow: u64,
    overflow: u64,
}

impl Mesh {
    fn of(record: &RunRecord) -> Result<Mesh> {
        let mesh = record.part("mesh")?;
        mesh.context("the platform has no mesh")
    }
}

/// What a task did, in cycles.
struct Share {
    /// Instructions and their hazards.
    execution: u64,
    /// Accesses to the message unit, and waiting for its copies and for the memory tile.
    communication: u64,
    /// Waiting for a block to receive, or for room to send one.
    stalls: u64,
}

impl Share {
    fn of(record: &RunRecord, tile: &Tile) -> Share {
        let classes = &record.cores[tile.core].classes;
        let stalls = tile.stalled.underflow + tile.stalled.overflow;
        Share {
            execution: classes.issue + classes.hazard,
            communication: classes.message - stalls,
            stalls,
        }
    }

    /// The three by their names, as parts of `cycles` in per cent.
    fn parts(&self, cycles: f64) -> [(&'static str, f64); 3] {
        let part = |own: u64| 100.0 * own as f64 / cycles;
        [
            ("execution", part(self.execution)),
            ("communication", part(self.communication)),
            ("stalls", part(self.stalls)),
        ]
    }
}

/// How long a run took, and on what its tasks spent that time:
///
///     NAME cycles                         of the whole run
///     NAME stall-cycles                   waiting for blocks and for room, of all tasks together
///     NAME all execution                  per cent of the time of all tasks; communication and stalls likewise
///     NAME most communication             per cent of the time of the task that communicates most
///     NAME TASK execution                 per cent; communication and stalls likewise
///
/// # Errors
/// When the run was not one of a task graph on a mesh.
pub fn breakdown(name: &str, record: &RunRecord) -> Result<String> {
    let mesh = Mesh::of(record)?;
    let cycles = record.cycles as f64;
    let tasks = mesh.tiles.iter().filter_map(|tile| {
        let task = tile.task.as_ref()?;
        Some((task, Share::of(record, tile)))
    });
    let tasks: Vec<_> = tasks.collect();
    let sum = |of: fn(&Share) -> u64| tasks.iter().map(|(_, share)| of(share)).sum();
    let all = Share {
        execution: sum(|share| share.execution),
        communication: sum(|share| share.communication),
        stalls: sum(|share| share.stalls),
    };
    let most = tasks.iter().map(|(_, share)| share.communication).max();
    let mut lines = format!(
        "{name} cycles {cycles}\n{name} stall-cycles {}\n",
        all.stalls
    );
    let most = 100.0 * most.unwrap_or(0) as f64 / cycles;
    let _ = writeln!(lines, "{name} most communication {most}");
    add(
        &mut lines,
        &format!("{name} all"),
        &all,
        cycles * tasks.len() as f64,
    );
    for (task, share) in &tasks {
        add(&mut lines, &format!("{name} {task}"), share, cycles);
    }
    Ok(lines)
}

fn add(lines: &mut String, name: &str, share: &Share, cycles: f64) {
    for (what, part) in share.parts(cycles) {
        let _ = writeln!(lines, "{name} {what} {part}");
    }
}

/// The flits of a block from rank 0, which sends nothing but blocks of one length, to rank 1:
///
///     flits data                          of its packets
///     flits overhead                      of its envelope and the acknowledgement
///     flits share                         the latter as per cent of the former
///
/// # Errors
/// When the run was not one of two ranks on a mesh.
pub fn flits(record: &RunRecord) -> Result<String> {
    let mesh = Mesh::of(record)?;
    let of_rank = |rank: usize| {
        let has = |tile: &&Tile| record.cores[tile.core].rank == Some(rank);
        let tile = mesh.tiles.iter().find(has);
        tile.with_context(|| format!("no tile has rank {rank}"))
    };
    let (sender, receiver) = (of_rank(0)?, of_rank(1)?);
    let blocks = sender.sent.blocks as f64;
    let flits =
        |tile: &Tile, kind: &str| tile.flits_sent.get(kind).copied().unwrap_or(0) as f64 / blocks;
    let data = flits(sender, "data");
    let overhead = flits(sender, "envelope") + flits(receiver, "grant");
    let share = 100.0 * overhead / data;
    Ok(format!(
        "flits data {data}\nflits overhead {overhead}\nflits share {share}\n"
    ))
}
