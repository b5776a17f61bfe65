//! Figure 9: how many times faster pi, a dot product and heat on a plate are on 4, 8 and 16 cores than on one (section VII.B).

use std::fmt::Write;
use std::path::Path;

use anyhow::{Context, Result};

use super::{CLUSTERS, CLUSTERS_OURS};
use crate::measurements::Measurements;
use crate::paper::chart::axis::{Axis, Scale};
use crate::paper::chart::lines::{Line, LineChart};
use crate::paper::experiment::{Experiment, Run};
use crate::run::measure::Measured;

/// Ranks, from core 0 on: one side of a cluster, a cluster, both.
const CORES: [u32; 4] = [1, 4, 8, 16];

/// A program and its sizes: what a line of the chart is called, and what goes before the number of cores in a case.
struct Program {
    title: &'static str,
    file: &'static str,
    options: &'static [&'static str],
    /// Arguments, which are the last words of the case.
    sizes: &'static [&'static str],
    /// First words of the case.
    name: &'static str,
    unit: &'static str,
}

const PROGRAMS: [Program; 4] = [
    Program {
        title: "Figure 9 (a): pi",
        file: "pi/pi.c",
        options: &[],
        sizes: &["10", "100", "1000"],
        name: "pi",
        unit: "decimals",
    },
    Program {
        title: "Figure 9 (b): dot product of vectors of `double`",
        file: "dot/dot.c",
        options: &["-D", "ELEMENT=double"],
        sizes: &["1", "16", "64", "128", "256", "512"],
        name: "dot-double",
        unit: "elements",
    },
    Program {
        title: "Figure 9 (b): dot product of vectors of bytes",
        file: "dot/dot.c",
        options: &["-D", "ELEMENT=int8_t"],
        sizes: &["1", "128", "2048"],
        name: "dot-bytes",
        unit: "elements",
    },
    Program {
        title: "Figure 9 (c): heat on a plate of 40 x 40 points",
        file: "heat/heat.c",
        options: &[],
        sizes: &["1", "10", "100"],
        name: "heat",
        unit: "steps",
    },
];

impl Program {
    fn arguments(&self, size: &str) -> String {
        match self.name {
            "heat" => format!("40 40 {size}"),
            _ => size.to_string(),
        }
    }

    fn run(&'static self, size: &str, cores: u32) -> Run {
        let ranks = format!("-n {cores}");
        let options: Vec<&str> = self.options.iter().copied().chain([ranks.as_str()]).collect();
        Run {
            files: std::slice::from_ref(&self.file),
            options: options.join(" "),
            arguments: self.arguments(size),
            ..Run::default()
        }
    }

    fn experiment(&'static self, size: &'static str, on: &'static str) -> Experiment {
        let case = format!("{} {size}", self.name);
        Experiment {
            on,
            changes: String::new(),
            runs: CORES.iter().map(|cores| self.run(size, *cores)).collect(),
            cases: vec![case.clone()],
            tell: Box::new(move |runs| tell(&case, runs)),
            seconds: 3.0,
        }
    }
}
