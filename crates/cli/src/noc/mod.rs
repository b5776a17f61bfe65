//! `weft noc`: a network of routers alone, under synthetic traffic.

mod curve;
mod table;

use std::path::Path;

use anyhow::{bail, Context, Result};
use serde_json::json;
use weft_report::heatmap::HeatMap;
use weft_report::table::heading;
use weft_sim::noc::traffic::{Experiment, Measurement, Pattern};
use weft_sim::noc::{self, GridParameters, Pipeline, GRID};
use weft_sim::port::Label;

use crate::arguments::noc::{HotNode, NocArguments, PipelineChoice, Traffic};
use crate::files::{write, write_record};
use crate::terminal::{print, tell};
use table::Row;

/// The loads of a sweep, as multiples of [`SWEEP_STEP`].
const SWEEP: std::ops::RangeInclusive<u32> = 1..=50;
/// The distance between two loads of a sweep, in flits per node and 100 cycles.
const SWEEP_STEP: f64 = 2.0;

/// Carries out `weft noc`.
///
/// # Errors
/// When a parameter is out of range, or a file cannot be written.
pub fn measure(arguments: &NocArguments) -> Result<()> {
    let experiment = experiment(arguments)?;
    let network = table::network(&experiment, arguments);
    tell(&format!("{network}\n"));
    print(&heading(&table::columns()))?;
    let mut rows = Vec::new();
    for rate in rates(arguments) {
        let experiment = Experiment {
            rate,
            ..experiment.clone()
        };
        let measurement = experiment.measure()?;
        let row = Row::new(&experiment, &measurement);
        print(&row.line())?;
        let (is_saturated, is_last) = (row.saturated, rate >= 1.0 || !arguments.sweep);
        rows.push(row);
        if is_saturated || is_last {
            write_heat_map(arguments, &network, &experiment, &measurement)?;
            break;
        }
    }
    write_figures(arguments, &network, &rows)
}

fn rates(arguments: &NocArguments) -> Vec<f64> {
    match arguments.sweep {
        false => vec![arguments.rate],
        true => SWEEP
            .map(|step| f64::from(step) * SWEEP_STEP / 100.0)
            .collect(),
    }
}

/// Returns the experiment that the arguments describe; its rate is that of a single load.
fn experiment(arguments: &NocArguments) -> Result<Experiment> {
    let part = if arguments.quick { 10 } else { 1 };
    let network = GridParameters {
        size: arguments.size,
        pipeline: match arguments.pipeline {
            PipelineChoice::FourStage => Pipeline::FourStage,
            PipelineChoice::LookAhead => Pipeline::LookAhead,
        },
        virtual_channels: arguments.vcs,
        buffer_flits: arguments.buffer,
        edges: Vec::new(),
    };
    network.check()?;
    let experiment = Experiment {
        pattern: pattern(arguments, network.routers())?,
        network,
        rate: arguments.rate,
        packet: arguments.packet,
        warm_up: arguments.warm_up / part,
        cycles: arguments.cycles / part,
        seed: arguments.seed,
    };
    experiment.check()?;
    Ok(experiment)
}

fn pattern(arguments: &NocArguments, nodes: usize) -> Result<Pattern> {
    if arguments.traffic != Traffic::Hotspot && !arguments.hotspot.is_empty() {
        bail!("--hotspot is about hotspot traffic; say --traffic hotspot as well");
    }
    Ok(match arguments.traffic {
        Traffic::Uniform => Pattern::Uniform,
        Traffic::Transpose => Pattern::Transpose,
        Traffic::Bitcomp => Pattern::BitComplement,
        Traffic::Neighbor => Pattern::Neighbor,
        Traffic::Hotspot => Pattern::HotSpot(weights(&arguments.hotspot, nodes)?),
    })
}

fn weights(hotspots: &[(HotNode, u32)], nodes: usize) -> Result<Vec<u32>> {
    let rest = hotspots.iter().rfind(|(node, _)| *node == HotNode::Rest);
    let mut weights = vec![rest.map_or(0, |&(_, weight)| weight); nodes];
    let last = nodes - 1;
    for (node, weight) in hotspots {
        if let HotNode::Number(node) = *node {
            match weights.get_mut(node) {
                Some(place) => *place = *weight,
                None => bail!("there is no node {node}; the {GRID} has nodes 0 to {last}"),
            }
        }
    }
    if weights.iter().all(|&weight| weight == 0) {
        bail!(
            "hotspot traffic has no destination; give at least one a weight, such as --hotspot 0=1"
        );
    }
    Ok(weights)
}

fn write_heat_map(
    arguments: &NocArguments,
    network: &str,
    experiment: &Experiment,
    measurement: &Measurement,
) -> Result<()> {
    let Some(file) = &arguments.heatmap else {
        return Ok(());
    };
    let svg = HeatMap {
        title: &format!("{network}, {} flits a node a cycle", experiment.rate),
        picture: &noc::picture(&measurement.links, Label::Core),
        cycles: experiment.cycles,
        core_name: &|node| node.to_string(),
    }
    .svg();
    write(file, &svg)
}

fn write_figures(arguments: &NocArguments, network: &str, rows: &[Row]) -> Result<()> {
    if let Some(directory) = &arguments.plot {
        draw(directory, network, rows)?;
    }
    let figures = json!({ "network": network, "rows": rows });
    write_record(arguments.json.as_deref(), "weft-noc/1", &figures)
}

fn draw(directory: &Path, network: &str, rows: &[Row]) -> Result<()> {
    std::fs::create_dir_all(directory)
        .with_context(|| format!("cannot make {}", directory.display()))?;
    curve::chart(network, rows).draw(&directory.join("latency-load.svg"))
}
