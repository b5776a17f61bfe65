//! Figure 9: how many times faster pi, a dot product and heat on a plate are on 4, 8 and 16 cores than on one (section VII.B).

use std::fmt::Write;
use std::path::Path;

use anyhow::{Context, Result};

use super::{CLUSTERS, CLUSTERS_OURS};
use crate::measurements::Measurements;
use crate::paper::chart::axis::{Axis, Scale};
use crate::paper::chart::lines::{Line, LineChart};
use crate::paper::experiment::{words, Experiment, Run};
use weft_run::RunResult;

/// Ranks, on cores from 0 on: one core, one side of a cluster, a cluster, both.
const CORES: [u32; 4] = [1, 4, 8, 16];

/// A program and the sizes of its problem.
struct Program {
    /// First word of its cases.
    name: &'static str,
    title: &'static str,
    files: &'static [&'static str],
    define: &'static [&'static str],
    /// Arguments before the size.
    arguments: &'static str,
    sizes: &'static [u32],
    unit: &'static str,
    /// File of the picture.
    figure: &'static str,
}

const PROGRAMS: [Program; 4] = [
    Program {
        name: "pi",
        title: "Figure 9 (a): pi",
        files: &["pi/pi.c"],
        define: &[],
        arguments: "",
        sizes: &[10, 100, 1000],
        unit: "decimals",
        figure: "figure-9-pi.svg",
    },
    Program {
        name: "dot-double",
        title: "Figure 9 (b): dot product of vectors of double",
        files: &["dot/dot.c"],
        define: &["ELEMENT=double"],
        arguments: "",
        sizes: &[1, 16, 64, 128, 256, 512],
        unit: "elements",
        figure: "figure-9-dot.svg",
    },
    Program {
        name: "dot-byte",
        title: "Figure 9 (b): dot product of vectors of bytes",
        files: &["dot/dot.c"],
        define: &["ELEMENT=int8_t"],
        arguments: "",
        sizes: &[1, 128, 2048],
        unit: "elements",
        figure: "figure-9-dot-bytes.svg",
    },
    Program {
        name: "heat",
        title: "Figure 9 (c): heat on a plate of 40 x 40 points",
        files: &["heat/heat.c"],
        define: &[],
        arguments: "40 40 ",
        sizes: &[1, 10, 100],
        unit: "steps",
        figure: "figure-9-heat.svg",
    },
];

/// Each program with each size, with the published library and with ours; none takes long enough to have a shorter version.
pub fn experiments() -> Vec<Experiment> {
    let of_program = |program: &'static Program| {
        let on = [CLUSTERS, CLUSTERS_OURS].into_iter();
        let each = move |on| {
            program
                .sizes
                .iter()
                .map(move |size| experiment(program, *size, on))
        };
        on.flat_map(each)
    };
    PROGRAMS.iter().flat_map(of_program).collect()
}

/// Tells `PROGRAM SIZE CORES`: microseconds.
fn experiment(program: &'static Program, size: u32, on: &'static str) -> Experiment {
    let case = format!("{} {size}", program.name);
    let run = |cores: u32| Run {
        files: program.files,
        ranks: Some(cores as usize),
        define: program.define,
        arguments: words(&format!("{}{size}", program.arguments)),
        ..Run::default()
    };
    Experiment {
        on,
        changes: String::new(),
        runs: CORES.into_iter().map(run).collect(),
        cases: vec![case.clone()],
        tell: Box::new(move |runs| tell(&case, runs)),
        seconds: 3.0,
    }
}

fn tell(case: &str, runs: &[RunResult]) -> Result<String> {
    let mut lines = String::new();
    for (cores, run) in CORES.into_iter().zip(runs) {
        let time = run.stderr.trim_end().strip_prefix("microseconds ");
        let time = time.with_context(|| format!("{case} on {cores} cores tells no time"))?;
        writeln!(lines, "{case} {cores} {time}")?;
    }
    Ok(lines)
}

/// Sizes in a chart: the lines of more would not be told apart.
const DRAWN_SIZES: usize = 3;

/// Draws a chart for each program, with its largest sizes.
pub fn draw(measurements: &Measurements, folder: &Path) -> Result<()> {
    for program in &PROGRAMS {
        let sizes = program.sizes.iter().rev().take(DRAWN_SIZES);
        let lines = sizes.flat_map(|size| {
            let libraries = [(CLUSTERS, "published library"), (CLUSTERS_OURS, "ours")];
            libraries.map(|(on, library)| Line {
                name: format!("{size} {}, {library}", program.unit),
                points: speed_ups(program, *size, on, measurements),
            })
        });
        let axis = |name| Axis {
            name,
            scale: Scale::Linear,
        };
        let chart = LineChart {
            title: program.title.to_string(),
            x: axis("cores"),
            y: axis("times as fast as one core"),
            lines: lines.collect(),
            published: Vec::new(),
        };
        chart.draw(&folder.join(program.figure))?;
    }
    Ok(())
}

/// Over the number of cores.
fn speed_ups(program: &Program, size: u32, on: &str, measured: &Measurements) -> Vec<(f64, f64)> {
    let time = |cores: u32| measured.get(&format!("{on} {} {size} {cores}", program.name));
    let point = |cores: u32| Some((f64::from(cores), time(1)? / time(cores)?));
    CORES.into_iter().filter_map(point).collect()
}
