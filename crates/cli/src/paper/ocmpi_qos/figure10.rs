//! Figure 10: two benchmarks in 16 tasks at once, with priorities and with circuits, beside the same without (section VIII).

use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::Path;

use anyhow::{Context, Result};

use super::CLUSTERS;
use crate::measurements::Measurements;
use crate::paper::chart::bars::{Bar, BarChart};
use crate::paper::experiment::{words, Experiment, Run};
use weft_run::RunResult;

/// Words of a block and cycles of computing between two exchanges: docs/papers/ocmpi-qos.md says how they were chosen.
const LOAD: &str = "6 105";
const ROUNDS: u32 = 12;
const QUICK_ROUNDS: u32 = 8;

const TASKS: usize = 16;

/// The same chip, whose switches serve the lowest input first.
const FIXED_PRIORITY: &str = "cortex16-fixed-priority";

/// A benchmark: the platform, and its settings by the letters of the figure.
const BENCHMARKS: [(u32, &str, &[&str]); 2] = [
    (1, FIXED_PRIORITY, &["a", "b", "c"]),
    (2, CLUSTERS, &["d", "e"]),
];

/// Tasks that the source speaks of together.
const GROUPS: [(&str, std::ops::Range<usize>); 6] = [
    ("first", 0..8),
    ("second", 8..16),
    ("first-left", 0..4),
    ("first-right", 4..8),
    ("second-left", 8..12),
    ("second-right", 12..16),
];
/// The task with a circuit in setting (e).
const CRITICAL: usize = 5;

/// Both benchmarks, without and with what they ask the network for.
pub fn experiments(quick: bool) -> Vec<Experiment> {
    let rounds = if quick { QUICK_ROUNDS } else { ROUNDS };
    let experiment = |(number, on, settings): (u32, &'static str, &[&str])| {
        let run = |how: &str| Run {
            files: &["qos/qos.c", "qos/traffic.c"],
            arguments: words(&format!("{number} {how} {LOAD} {rounds}")),
            ..Run::default()
        };
        Experiment {
            on,
            changes: String::new(),
            runs: vec![run("plain"), run("qos")],
            tell: Box::new(tell),
            cases: settings.iter().map(|it| format!("setting {it}")).collect(),
            seconds: 10.0,
        }
    };
    BENCHMARKS.into_iter().map(experiment).collect()
}

/// Cycles of each task, by setting.
type Times = BTreeMap<String, Vec<f64>>;

fn times(run: &RunResult) -> Result<Times> {
    let mut times = Times::new();
    for line in run.stdout.lines() {
        let words: Vec<&str> = line.split(' ').collect();
        let ["kernel", setting, _, cycles] = words[..] else {
            continue;
        };
        let cycles = cycles.parse().context("apps/qos prints no number")?;
        times.entry(setting.to_string()).or_default().push(cycles);
    }
    Ok(times)
}

/// Tells by how many percent tasks are faster than without: `setting S task T`, `setting S GROUP mean`, `least` and `most`; and how many
/// have ended in their order: `setting S in-order`.
fn tell(runs: &[RunResult]) -> Result<String> {
    let (plain, asked) = (times(&runs[0])?, times(&runs[1])?);
    let mut lines = String::new();
    for (setting, asked) in &asked {
        let plain = plain.get(setting).context("a kernel ran only once")?;
        let gain = |(with, without): (&f64, &f64)| 100.0 * (1.0 - with / without);
        let gains: Vec<f64> = asked.iter().zip(plain).map(gain).collect();
        for (task, gain) in gains.iter().enumerate() {
            writeln!(lines, "setting {setting} task {task} {gain}")?;
        }
        for (name, tasks) in GROUPS {
            lines += &summary(&format!("setting {setting} {name}"), &gains[tasks])?;
        }
        let others = (0..TASKS).filter(|task| *task != CRITICAL);
        let others: Vec<f64> = others.map(|task| gains[task]).collect();
        lines += &summary(&format!("setting {setting} others"), &others)?;
        writeln!(lines, "setting {setting} in-order {}", in_order(asked))?;
    }
    Ok(lines)
}

/// Tasks that have ended behind all of a lower number.
fn in_order(times: &[f64]) -> usize {
    let is_behind = |task: &usize| times[..*task].iter().all(|time| *time < times[*task]);
    (0..times.len()).filter(is_behind).count()
}

fn summary(name: &str, gains: &[f64]) -> Result<String> {
    let mean = gains.iter().sum::<f64>() / gains.len() as f64;
    let least = gains.iter().copied().fold(f64::INFINITY, f64::min);
    let most = gains.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let mut lines = String::new();
    writeln!(lines, "{name} mean {mean}")?;
    writeln!(lines, "{name} least {least}")?;
    writeln!(lines, "{name} most {most}")?;
    Ok(lines)
}

/// Draws the execution time of each task, normalized to that without.
pub fn draw(measurements: &Measurements, folder: &Path) -> Result<()> {
    let titles = [
        ("a", "(a) second cluster first"),
        ("b", "(b) right sides first"),
        ("c", "(c) circuits in line"),
        ("d", "(d) two levels"),
        ("e", "(e) a circuit for 5"),
    ];
    let bar = |setting: &str, task: usize| {
        let with_it = |(_, _, settings): &&(u32, &str, &[&str])| settings.contains(&setting);
        let (_, on, _) = BENCHMARKS.iter().find(with_it)?;
        let gain = measurements.get(&format!("{on} setting {setting} task {task}"))?;
        Some(Bar {
            parts: vec![(0, 1.0 - gain / 100.0)],
            published: None,
            label: String::new(),
        })
    };
    let group = |(setting, title): (&str, &str)| {
        let bars: Option<Vec<Bar>> = (0..TASKS).map(|task| bar(setting, task)).collect();
        Some((title.to_string(), bars?))
    };
    let chart = BarChart {
        title: "Figure 10: execution time of tasks 0 to 15, beside that without".to_string(),
        y: "times",
        classes: vec!["measured"],
        groups: titles.into_iter().filter_map(group).collect(),
    };
    chart.draw(&folder.join("figure-10.svg"))
}
