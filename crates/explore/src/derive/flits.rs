//! The flits of a block from rank 0, which sends nothing but blocks of one length, to rank 1:
//!
//! ```text
//! flits data                          flits of its data packets
//! flits packets                       number of data packets; each has one header flit
//! flits envelope                      flits of its envelope
//! flits acknowledgement               flits of the acknowledgement
//! flits overhead                      flits of envelope and acknowledgement
//! flits share                         overhead in per cent of data
//! ```

use anyhow::{Context, Result};
use weft_run::RunResult;

use super::network::{Network, Tile};
use crate::measurements::Measurement;

/// Computes the figures of a run.
///
/// # Errors
/// When the run was not one of two ranks on a network of tiles.
pub fn flits(_name: &str, run: &RunResult) -> Result<Vec<Measurement>> {
    let record = run.facts()?;
    let network = Network::of(record)?;
    let of_rank = |rank: usize| {
        let has = |tile: &&Tile| record.cores[tile.core].rank == Some(rank);
        let tile = network.tiles.iter().find(has);
        tile.with_context(|| format!("no tile has rank {rank}"))
    };
    let (sender, receiver) = (of_rank(0)?, of_rank(1)?);
    let blocks = sender.sent.blocks as f64;
    let flits =
        |tile: &Tile, kind: &str| tile.flits_sent.get(kind).copied().unwrap_or(0) as f64 / blocks;
    let data = flits(sender, "data");
    let words = sender.sent.bytes.div_ceil(4) as f64 / blocks;
    let (envelope, acknowledgement) = (flits(sender, "envelope"), flits(receiver, "grant"));
    let overhead = envelope + acknowledgement;
    let figures = [
        ("flits data", data),
        ("flits packets", data - words),
        ("flits envelope", envelope),
        ("flits acknowledgement", acknowledgement),
        ("flits overhead", overhead),
        ("flits share", 100.0 * overhead / data),
    ];
    let named = figures.map(|(case, value)| (case.to_owned(), value));
    Ok(named.into())
}
