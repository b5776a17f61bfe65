//! Options of `weft noc`: a network of routers under synthetic traffic.

use std::path::PathBuf;

use clap::{Args, ValueEnum, ValueHint};
use weft_sim::noc::GRID;

/// Arguments of `weft noc`.
#[derive(Args)]
#[command(after_help = "Examples:
  weft noc --rate 0.3 --heatmap chip.svg              latency, throughput, the load of each link
  weft noc --traffic transpose --sweep --plot figures the latency-load curve, until saturation")]
pub struct NocArguments {
    /// Routers along x and y, or x, y and z
    #[arg(long = GRID, value_name = "XxY[xZ]", default_value = "8x8", value_parser = size)]
    pub size: [usize; 3],
    /// Traffic pattern: the destinations of packets
    #[arg(long, value_enum, default_value = "uniform")]
    pub traffic: Traffic,
    /// Weight of a node as a destination of hotspot traffic. NODE is its number, or rest for each node not named (repeatable) [default: 0]
    #[arg(long, value_name = "NODE=WEIGHT", value_parser = weight)]
    pub hotspot: Vec<(HotNode, u32)>,
    /// Offered load: average number of flits per node and cycle
    #[arg(long, default_value_t = 0.1, conflicts_with = "sweep")]
    pub rate: f64,
    /// Measure at increasing loads until the network is saturated
    #[arg(long)]
    pub sweep: bool,
    /// Length of a packet in flits, including its head flit
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub packet: usize,
    /// Pipeline of a router
    #[arg(long, value_enum, default_value = "look-ahead")]
    pub pipeline: PipelineChoice,
    /// Number of virtual channels of a link
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub vcs: usize,
    /// Depth of a virtual channel's buffer
    #[arg(long, value_name = "FLITS", default_value_t = 8)]
    pub buffer: usize,
    /// Number of measured cycles
    #[arg(long, value_name = "N", default_value_t = 10_000)]
    pub cycles: u64,
    /// Number of cycles before the measured ones
    #[arg(long, value_name = "N", default_value_t = 3_000)]
    pub warm_up: u64,
    /// Simulate a tenth of these cycles
    #[arg(long)]
    pub quick: bool,
    /// Seed of the random traffic
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// Draw the chip with the load of each link into FILE, as SVG; with --sweep, at the last load
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub heatmap: Option<PathBuf>,
    /// Draw the latency-load curve into DIR, as SVG
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath, requires = "sweep")]
    pub plot: Option<PathBuf>,
    /// Write the figures to FILE
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub json: Option<PathBuf>,
}

/// Synthetic traffic.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Traffic {
    /// To any node, including the source itself
    Uniform,
    /// From (x, y) to (y, x)
    Transpose,
    /// To the node whose number is the source's bitwise complement
    Bitcomp,
    /// To nodes in proportion to their weights (--hotspot)
    Hotspot,
    /// To the node one further along each axis, wrapping around
    Neighbor,
}

/// The two router pipelines.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum PipelineChoice {
    /// 5 cycles a hop, including the link
    FourStage,
    /// 3 cycles a hop: look-ahead routing, speculative switch allocation
    LookAhead,
}

/// A node with a weight.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum HotNode {
    /// The node of this number.
    Number(usize),
    /// Each node that is not named.
    Rest,
}

/// Parses `8x8` or `4x4x2`.
fn size(text: &str) -> Result<[usize; 3], String> {
    let numbers: Option<Vec<usize>> = text.split('x').map(|part| part.parse().ok()).collect();
    match numbers.as_deref() {
        Some(&[x, y]) => Ok([x, y, 1]),
        Some(&[x, y, z]) => Ok([x, y, z]),
        _ => Err("two or three numbers with `x` between are needed, such as 8x8 or 4x4x2".into()),
    }
}

/// Parses `NODE=WEIGHT` or `rest=WEIGHT`.
fn weight(text: &str) -> Result<(HotNode, u32), String> {
    let parsed = text.split_once('=').and_then(|(node, weight)| {
        let node = match node {
            "rest" => HotNode::Rest,
            number => HotNode::Number(number.parse().ok()?),
        };
        Some((node, weight.parse().ok()?))
    });
    parsed.ok_or_else(|| {
        "the number of a node or `rest`, `=`, and a whole number are needed, such as 27=8".into()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_size_has_two_or_three_numbers() {
        assert_eq!(size("8x4"), Ok([8, 4, 1]));
        assert_eq!(size("4x3x2"), Ok([4, 3, 2]));
        for wrong in ["", "8", "8x", "8x8x1x1", "8*8", "-1x8"] {
            assert!(size(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn a_weight_is_of_a_node_or_of_the_rest() {
        assert!(weight("27=8") == Ok((HotNode::Number(27), 8)));
        assert!(weight("rest=1") == Ok((HotNode::Rest, 1)));
        for wrong in ["27", "27=", "=1", "27=-1", "x=1", "27=0.5"] {
            assert!(weight(wrong).is_err(), "{wrong}");
        }
    }
}
