//! Single calls of a DSP, simulated: the phases of figure 3, the copies of figure 4, copies and notifications of section 3.2; and the model
//! with the constants measured on the same chip against the simulation of a task, however it is served.
//!
//!     phase A BYTES                    us; B to E likewise
//!     copy internal BYTES              us; external likewise
//!     copies N                         ms for 32 KiB there and back in N requests
//!     notify interrupt                 us; polling likewise
//!     agreement load HOW PLACE         the model's load by the simulated one; HOW is interrupt, or milliseconds between polls
//!     agreement longest HOW PLACE      the same of the longest call

use std::fmt::Write;
use std::path::Path;

use anyhow::{Error, Result};
use weft_tune::scenario::Kind;
use weft_tune::strategy::{Choice, Memory, Notification, Strategy};
use weft_tune::units::Nanoseconds;

use super::{CALIBRATED, DAVINCI, PHONE_TASKS};
use crate::arguments::tune::Owner;
use crate::measurements::Measurements;
use crate::paper::chart::bars::{Bar, BarChart};
use crate::paper::experiment::{Experiment, Run};
use crate::paper::table::number;
use crate::tune::read::read_texts;
use crate::tune::streams::{arguments, Stream, Told, PROGRAM};
use weft_run::RunResult;

const POLLINGS: [u64; 4] = [5, 10, 15, 20];
const MS: u64 = 1_000_000;
const PERIODS: [u64; 2] = [60, 12];
/// Sizes of blocks in the pictures.
const SIZES: [u32; 5] = [128, 512, 2_048, 8_192, 32_768];
const PHASES: [&str; 5] = ["A", "B", "C", "D", "E"];

pub fn experiments(quick: bool) -> Vec<Experiment> {
    let cases = ["phase", "copy", "copies", "notify"].map(str::to_string);
    vec![
        Experiment::of_program(&["strategy/phases.c"], DAVINCI, 2, &[], cases.to_vec(), 1.0),
        agreement(quick),
    ]
}

/// One voice, served in each way, by the model and in simulation.
fn agreement(quick: bool) -> Experiment {
    let periods = PERIODS[usize::from(quick)];
    let run = |calls: bool, choice: &Choice| {
        let (kind, strategy) = voice(choice);
        let streams = [Stream::of(&kind, &strategy, 0)];
        Run {
            files: PROGRAM,
            arguments: arguments(Owner::Gpp, calls, periods, &streams),
            ..Run::default()
        }
    };
    let choices = choices();
    let idle = run(false, &choices[0]);
    let runs = choices.iter().map(|choice| run(true, choice));
    Experiment {
        on: DAVINCI,
        changes: String::new(),
        runs: std::iter::once(idle).chain(runs).collect(),
        tell: Box::new(tell),
        cases: vec!["agreement".to_string()],
        seconds: 3.0,
    }
}

/// The phone's encoder under a choice, with the constants of the simulated chip.
fn voice(choice: &Choice) -> (Kind, Strategy) {
    let scenario = read_texts(&[CALIBRATED, PHONE_TASKS]).expect("files that come with weft");
    let kinds = scenario.kinds.into_iter();
    let kind = kinds.last().expect("the phone has tasks");
    let strategy = Strategy::new(&kind, *choice, &scenario.platform.constants);
    (kind, strategy)
}

fn choices() -> Vec<Choice> {
    let polled = POLLINGS.map(|ms| Notification::Polling(Nanoseconds(ms * MS)));
    let told = std::iter::once(Notification::Interrupt).chain(polled);
    let placed = |notification| {
        [Memory::Internal, Memory::External].map(|memory| Choice {
            blocks: 1,
            notification,
            memory,
        })
    };
    told.flat_map(placed).collect()
}

fn tell(runs: &[RunResult]) -> Result<String> {
    let mut lines = String::new();
    let told =
        |run: &RunResult| Ok::<_, Error>(Told::new(&run.stdout, run.facts()?.clock_hz as f64));
    let idle = told(&runs[0])?.busy()?;
    for (choice, run) in choices().iter().zip(&runs[1..]) {
        let (_, Strategy { cost, .. }) = voice(choice);
        let told = told(run)?;
        let load = (told.busy()? - idle) / told.elapsed()? * 100.0;
        let longest = told.of_stream(0, "longest")?;
        let name = name(choice);
        writeln!(
            lines,
            "agreement load {name} {}",
            cost.load.percent() / load
        )?;
        let ratio = cost.latency.0 as f64 / longest;
        writeln!(lines, "agreement longest {name} {ratio}")?;
    }
    Ok(lines)
}

fn name(choice: &Choice) -> String {
    let told = match choice.notification {
        Notification::Interrupt => "interrupt".to_string(),
        Notification::Polling(polling) => (polling.0 / MS).to_string(),
    };
    match choice.memory {
        Memory::Internal => format!("{told} internal"),
        Memory::External => format!("{told} external"),
    }
}

/// Draws figures 3 and 4, as far as they are measured.
pub fn draw(measurements: &Measurements, folder: &Path) -> Result<()> {
    phases(measurements).draw(&folder.join("figure-3.svg"))?;
    copies(measurements).draw(&folder.join("figure-4.svg"))
}

fn phases(measurements: &Measurements) -> BarChart {
    let group = |bytes: u32| {
        let phase = |(class, phase): (usize, &&str)| {
            let time = measurements.get(&format!("{DAVINCI} phase {phase} {bytes}"))?;
            Some((class, time))
        };
        let parts: Option<Vec<(usize, f64)>> = PHASES.iter().enumerate().map(phase).collect();
        Some((bytes.to_string(), vec![bar(parts?)]))
    };
    BarChart {
        title: "Figure 3: one request by its phases, over bytes of its block".to_string(),
        y: "us",
        classes: vec![
            "A: copy to the block",
            "B: request",
            "C: DSP",
            "D: notification",
            "E: copy from the block",
        ],
        groups: SIZES.into_iter().filter_map(group).collect(),
    }
}

fn copies(measurements: &Measurements) -> BarChart {
    let group = |bytes: u32| {
        let copy = |(class, memory): (usize, &str)| {
            let time = measurements.get(&format!("{DAVINCI} copy {memory} {bytes}"))?;
            Some(bar(vec![(class, time)]))
        };
        let bars = ["external", "internal"].into_iter().enumerate().map(copy);
        let bars: Option<Vec<Bar>> = bars.collect();
        Some((bytes.to_string(), bars?))
    };
    BarChart {
        title: "Figure 4: copying a block, over its bytes".to_string(),
        y: "us",
        classes: vec!["to external memory", "to internal memory"],
        groups: SIZES.into_iter().filter_map(group).collect(),
    }
}

fn bar(parts: Vec<(usize, f64)>) -> Bar {
    let sum: f64 = parts.iter().map(|(_, height)| height).sum();
    Bar {
        parts,
        published: None,
        label: number(sum),
    }
}
