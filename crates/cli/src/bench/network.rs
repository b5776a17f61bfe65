//! The simulation speed of the network alone: an 8x8 mesh under uniform traffic of single-flit packets, including sources and sinks.

use std::time::Instant;

use anyhow::Result;
use serde::Serialize;
use weft_report::table::{self, left, right};
use weft_sim::noc::traffic::{Experiment, Pattern};
use weft_sim::noc::{GridParameters, Pipeline, GRID};

use super::median;
use crate::terminal::print;

const AHEAD: &str = "look-ahead routers, 1 virtual channel, load 0.1";
const STAGES: &str = "four-stage routers, 4 virtual channels, load 0.1";
const AGAIN: &str = "the same, load 0.3";

/// A network: its description, router pipeline, virtual channels, and load in flits per node and cycle.
type Case = (&'static str, Pipeline, usize, f64);

const CASES: [Case; 4] = [
    (AHEAD, Pipeline::LookAhead, 1, 0.1),
    (AGAIN, Pipeline::LookAhead, 1, 0.3),
    (STAGES, Pipeline::FourStage, 4, 0.1),
    (AGAIN, Pipeline::FourStage, 4, 0.3),
];

/// Cycles of a run, and of one for `--quick`.
const CYCLES: u64 = 200_000;
const QUICK_CYCLES: u64 = 20_000;

/// The speed of one case.
#[derive(Serialize)]
pub struct Row {
    what: &'static str,
    /// Cycles of the network per second of this machine's time.
    cycles_per_second: f64,
}

/// Measures and prints each case.
///
/// # Errors
/// When standard output cannot be written.
pub fn rows(quick: bool) -> Result<Vec<Row>> {
    let columns = [
        left(format!("8x8 {GRID}, uniform traffic")).at_least(50),
        right("cycles a second").at_least(18),
    ];
    print(&format!("\n{}", table::heading(&columns)))?;
    let mut rows = Vec::new();
    for case in &CASES {
        let row = Row {
            what: case.0,
            cycles_per_second: median(quick, |_| speed(case, quick), |speed| *speed)?,
        };
        let speed = format!("{:.0}", row.cycles_per_second);
        print(&table::line(&columns, &[row.what, &speed]))?;
        rows.push(row);
    }
    Ok(rows)
}

fn speed(&(_, pipeline, virtual_channels, rate): &Case, quick: bool) -> Result<f64> {
    let experiment = Experiment {
        network: GridParameters {
            size: [8, 8, 1],
            pipeline,
            virtual_channels,
            buffer_flits: 8,
            edges: Vec::new(),
        },
        pattern: Pattern::Uniform,
        rate,
        packet: 1,
        warm_up: 0,
        cycles: if quick { QUICK_CYCLES } else { CYCLES },
        seed: 1,
    };
    let begin = Instant::now();
    let simulated = experiment.measure()?.simulated;
    Ok(simulated as f64 / begin.elapsed().as_secs_f64())
}
