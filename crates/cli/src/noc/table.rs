//! What `weft noc` prints of each load.

use clap::ValueEnum;
use serde::Serialize;
use weft_report::table::{self, left, right, Column};
use weft_sim::noc::traffic::{Experiment, Measurement};
use weft_sim::noc::GRID;

use crate::arguments::noc::NocArguments;

/// Loads are in flits a node a cycle, latencies in cycles, link use in flits a cycle.
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

/// A network cannot keep up when the flits of the window that it has not taken are more than this part of them,
const BEHIND: f64 = 0.02;
/// and more for each node than are on their way below saturation.
const BEHIND_FLITS: f64 = 8.0;

/// The figures of one load.
#[derive(Serialize)]
pub struct Row {
    /// Flits a node offers in a cycle, and flits that a node has taken.
    pub offered: f64,
    accepted: f64,
    /// Latencies of the packets that have arrived, in cycles; none if there are no packets.
    pub average: Option<f64>,
    pub p99: Option<u64>,
    maximum: Option<u64>,
    packets: u64,
    /// Flits a cycle on a link between routers: averaged over them, and on the one with most.
    link_use: f64,
    busiest_link: f64,
    /// Whether more is offered than the network takes, so that latencies grow with the time of measuring.
    pub saturated: bool,
}

impl Row {
    pub fn new(experiment: &Experiment, measurement: &Measurement) -> Row {
        let latencies = &measurement.latencies;
        let (link_use, busiest_link) = measurement.link_use(experiment.cycles);
        let packets = latencies.count();
        let flits = ((packets + measurement.lost) * experiment.packet as u64) as f64;
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
            saturated: measurement.lost > 0 || behind > (BEHIND * flits).max(BEHIND_FLITS * nodes),
        }
    }

    /// The line of the table.
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

/// The network and its traffic in words.
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

/// The word of the command line.
fn name(value: &impl ValueEnum) -> String {
    let value = value.to_possible_value().expect("no value is hidden");
    value.get_name().to_string()
}

fn counted(count: usize, what: &str) -> String {
    format!("{count} {what}{}", if count == 1 { "" } else { "s" })
}
