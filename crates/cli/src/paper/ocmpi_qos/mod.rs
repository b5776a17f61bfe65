//! J. Joven et al., "QoS-Driven Reconfigurable Parallel Computing for NoC-Based Clustered MPSoCs", 2013: MPI between small cores in
//! two clusters, by the rendezvous of the source's library, with priorities and circuits in the network (sections VII and VIII).

mod figure10;
mod figure6;
mod figure7;
mod figure8;
mod figure9;
mod point_to_point;

use std::path::Path;

use anyhow::Result;

use super::experiment::Experiment;
use super::published::Variant;
use super::Paper;
use crate::measurements::Measurements;

/// The paper.
pub const PAPER: Paper = Paper {
    name: "ocmpi-qos",
    source: "J. Joven et al., \"QoS-Driven Reconfigurable Parallel Computing for NoC-Based Clustered MPSoCs\", 2013, sections VII \
             and VIII, with 4, 8 and 16 cores in two clusters",
    variant: OURS,
    published: include_str!("published.toml"),
    experiments,
    draw,
};

/// Our library in the place of the published one's rendezvous, on the same hardware.
const OURS: Variant = Variant {
    name: "ours",
    platforms: &[
        ("cortex4-ocmpi", "cortex4"),
        ("cortex8-ocmpi", "cortex8"),
        ("cortex16-ocmpi", "cortex16"),
    ],
};

/// Both clusters, with the published library.
pub const CLUSTERS: &str = "cortex16-ocmpi";
/// The same with ours.
pub const CLUSTERS_OURS: &str = "cortex16";

fn experiments(quick: bool) -> Vec<Experiment> {
    let mut all = point_to_point::experiments(quick);
    all.extend(figure9::experiments());
    all.extend(figure10::experiments(quick));
    all
}

/// Draws all figures of which something is measured.
fn draw(measurements: &Measurements, folder: &Path) -> Result<()> {
    figure6::draw(measurements, folder)?;
    figure7::draw(measurements, folder)?;
    figure8::draw(measurements, folder)?;
    figure9::draw(measurements, folder)?;
    figure10::draw(measurements, folder)
}
