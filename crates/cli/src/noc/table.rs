//! The table of `weft noc`: a row for each load.

use clap::ValueEnum;
use serde::Serialize;
use weft_report::table::{self, left, right, Column};
use weft_sim::noc::traffic::{Experiment, Measurement};
use weft_sim::noc::GRID;

use crate::arguments::noc::NocArguments;

/// Loads are in flits per node and cycle, latencies in cycles, link use in flits per cycle.
pub fn columns() -> [Column; 8] {
    [
        right("offered"),
        right("accepted"),
        right("average").at_least(8),
        right("p99").at_least(8),
        right("maximum").at_least(8),
        right("link use"),
        right("busiest link"),
        left(""),
    ]
}

/// A network is saturated if measured packets never arrive, or if the flits offered but not accepted in the window exceed both this part of the
/// offered flits,
const BEHIND: f64 = 0.02;
/// and this number per node, which is more than are in flight below saturation.
const BEHIND_FLITS: f64 = 8.0;

/// The figures of one load.
#[derive(Serialize)]
pub struct Row {
    /// Offered and accepted load: flits per node and cycle.
    pub offered: f64,
    accepted: f64,
    /// Latencies of the packets that have arrived, in cycles; None if no packet has.
    pub average: Option<f64>,
    pub p99: Option<u64>,
    maximum: Option<u64>,
    packets: u64,
    /// Flits per cycle on a link between routers: the average over all links, and the busiest link.
    link_use: f64,
    busiest_link: f64,
    /// Is the offered load more than the network accepts? Latencies then grow with the length of the measurement.
    pub saturated: bool,
}

impl Row {
    pub fn new(experiment: &Experiment, measurement: &Measurement) -> Row {
        let latencies = &measurement.latencies;
        let (link_use, busiest_link) = measurement.link_use(experiment.cycles);
        let packets = latencies.count();
        let flits = ((packets + measurement.unfinished) * experiment.packet as u64) as f64;
        let nodes = experiment.network.routers() as f64;
        let behind = flits - measurement.accepted * nodes * experiment.cycles as f64;
        Row {
            offered: experiment.rate,
            accepted: measurement.accepted,
            average: latencies.average(),
            p99: latencies.percentile(0.99),
            maximum: latencies.maximum(),
            packets,
            link_use,
            busiest_link,
            saturated: measurement.unfinished > 0
                || behind > (BEHIND * flits).max(BEHIND_FLITS * nodes),
        }
    }

    /// Returns the row of the table.
    pub fn line(&self) -> String {
        let cycles = |value: Option<u64>| value.map_or("-".to_string(), |value| value.to_string());
        let average = self.average.map(|value| format!("{value:.2}"));
        let saturated = if self.saturated { "saturated" } else { "" };
        let cells = [
            format!("{:.3}", self.offered),
            format!("{:.4}", self.accepted),
            average.unwrap_or("-".to_string()),
            cycles(self.p99),
            cycles(self.maximum),
            format!("{:.4}", self.link_use),
            format!("{:.4}", self.busiest_link),
            saturated.to_string(),
        ];
        table::line(&columns(), &cells)
    }
}

/// Describes the network and its traffic in words.
pub fn network(experiment: &Experiment, arguments: &NocArguments) -> String {
    let grid = &experiment.network;
    let size = match grid.size {
        [x, y, 1] => format!("{x}x{y}"),
        [x, y, z] => format!("{x}x{y}x{z}"),
    };
    format!(
        "{size} {GRID}, {} routers, {} of {}, {} traffic, {} a packet",
        name(&arguments.pipeline),
        counted(grid.virtual_channels, "virtual channel"),
        counted(grid.buffer_flits, "flit"),
        name(&arguments.traffic),
        counted(experiment.packet, "flit"),
    )
}

/// Returns the word for a value on the command line.
fn name(value: &impl ValueEnum) -> String {
    let value = value.to_possible_value().expect("no value is hidden");
    value.get_name().to_string()
}

fn counted(count: usize, what: &str) -> String {
    format!("{count} {what}{}", if count == 1 { "" } else { "s" })
}
