//! L. Matilainen et al., "Multicore Communications API (MCAPI) implementation on an FPGA multiprocessor", 2011: MCAPI between two soft
//! cores with DMA controllers on HIBI (section VII).

mod lines;
mod round_trips;
mod sizes;

use super::experiment::{Experiment, Run};
use super::published::Variant;
use super::Paper;

/// The paper.
pub const PAPER: Paper = Paper {
    name: "funcapi",
    source: "L. Matilainen et al., \"Multicore Communications API (MCAPI) implementation on an FPGA multiprocessor\", 2011, section VII, \
             with two cores on HIBI",
    variant: VARIANT,
    published: include_str!("published.toml"),
    experiments,
    draw: round_trips::draw,
};

/// The published chip.
pub const HIBI: &str = "funcapi";
/// The same with controllers that answer in a cycle, and send and take single words.
pub const QUICK_CONTROLLERS: &str = "funcapix";

const VARIANT: Variant = Variant {
    name: QUICK_CONTROLLERS,
    platforms: &[(HIBI, QUICK_CONTROLLERS)],
};

/// The PC has no part in most of what is measured.
const WITHOUT_PC: &str = "[map]\nnodes = [\"core0\", \"core1\", \"dct\"]\n";

fn experiments(_quick: bool) -> Vec<Experiment> {
    let measured = [HIBI, QUICK_CONTROLLERS].map(|platform| {
        [
            program(platform, &["hibi/driver.c"], &["bare"]),
            program(
                platform,
                &["mcapi/transfer.c"],
                &["message", "packet", "scalar"],
            ),
        ]
    });
    let mut all: Vec<Experiment> = measured.into_iter().flatten().collect();
    all.push(from_pc());
    all.push(lines::count());
    all.push(sizes::measure());
    all
}

/// A stream from the PC's process to a core; the process takes no simulated time.
fn from_pc() -> Experiment {
    let mut experiment = program(HIBI, &["mcapi/from_pc.c"], &["from-pc"]);
    experiment.changes = String::new();
    experiment.runs[0].ranks = None;
    experiment.seconds = 4.0;
    experiment
}

/// One run of a program that prints the measurements itself.
fn program(
    platform: &'static str,
    files: &'static [&'static str],
    cases: &[&'static str],
) -> Experiment {
    Experiment {
        on: platform,
        changes: WITHOUT_PC.to_string(),
        runs: vec![Run {
            files,
            ranks: Some(2),
            ..Run::default()
        }],
        tell: Box::new(|runs| Ok(runs[0].stdout.clone())),
        cases: cases.iter().map(ToString::to_string).collect(),
        seconds: 1.0,
    }
}
