//! How fast the network alone is simulated: an 8x8 mesh under uniform traffic of single-flit packets, the sources and sinks among the work.

use std::time::Instant;

use anyhow::Result;
use serde::Serialize;
use weft_report::table::{self, left, right};
use weft_sim::noc::traffic::{Experiment, Pattern};
use weft_sim::noc::{GridParameters, Pipeline};

use super::speed::RUNS;
use crate::terminal::print;

/// A network and its load.
struct Case {
    what: &'static str,
    pipeline: Pipeline,
    virtual_channels: usize,
    /// Flits a node a cycle.
    rate: f64,
}

const CASES: [Case; 4] = [
    Case {
        what: "look-ahead routers, 1 virtual channel, load 0.1",
        pipeline: Pipeline::LookAhead,
        virtual_channels: 1,
        rate: 0.1,
    },
    Case {
        what: "the same, load 0.3",
        pipeline: Pipeline::LookAhead,
        virtual_channels: 1,
        rate: 0.3,
    },
    Case {
        what: "four-stage routers, 4 virtual channels, load 0.1",
        pipeline: Pipeline::FourStage,
        virtual_channels: 4,
        rate: 0.1,
    },
    Case {
        what: "the same, load 0.3",
        pipeline: Pipeline::FourStage,
        virtual_channels: 4,
        rate: 0.3,
    },
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
        left("8x8 mesh, uniform traffic").at_least(50),
        right("cycles a second").at_least(18),
    ];
    print(&format!("\n{}", table::heading(&columns)))?;
    let mut rows = Vec::new();
    for case in &CASES {
        let row = Row {
            what: case.what,
            cycles_per_second: median(case, quick)?,
        };
        let speed = format!("{:.0}", row.cycles_per_second);
        print(&table::line(&columns, &[row.what, &speed]))?;
        rows.push(row);
    }
    Ok(rows)
}

fn median(case: &Case, quick: bool) -> Result<f64> {
    let runs = if quick { 1 } else { RUNS };
    let mut speeds = (0..runs)
        .map(|_| speed(case, quick))
        .collect::<Result<Vec<_>>>()?;
    speeds.sort_by(f64::total_cmp);
    Ok(speeds[runs / 2])
}

fn speed(case: &Case, quick: bool) -> Result<f64> {
    let experiment = Experiment {
        mesh: GridParameters {
            size: [8, 8, 1],
            pipeline: case.pipeline,
            virtual_channels: case.virtual_channels,
            buffer_flits: 8,
            edges: Vec::new(),
        },
        pattern: Pattern::Uniform,
        rate: case.rate,
        packet: 1,
        warm_up: 0,
        cycles: if quick { QUICK_CYCLES } else { CYCLES },
        seed: 1,
    };
    let begin = Instant::now();
    let simulated = experiment.measure()?.simulated;
    Ok(simulated as f64 / begin.elapsed().as_secs_f64())
}
