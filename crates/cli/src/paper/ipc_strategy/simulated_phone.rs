//! The VoIP phone of section 5.1, simulated: its GPP's load however its DSP is told, and the delay of its packets.
//!
//!     phone load CONFIGURATION     per cent, with mu-law: gpp, or interrupt or polling with internal or external
//!     g726 load CONFIGURATION      the same with G.726
//!     timer load TIMER             the same, internal memory, polled every so many milliseconds, or `interrupt`
//!     longest TIMER                milliseconds: call of the DSP
//!     packet delay least TIMER     milliseconds from the end of a frame to the network; `most` likewise

use std::fmt::Write;

use anyhow::{Context, Result};

use super::DAVINCI;
use crate::measurements::Measurements;
use crate::paper::experiment::{words, Experiment, Run, Telling, APPS};
use weft_run::RunResult;

const FILES: &[&str] = &[
    "voip/phone.c",
    "voip/voice.c",
    "voip/network.c",
    "voip/options.c",
    "voip/codec.c",
    "voip/g711.c",
    "voip/g726.c",
    "voip/rtp.c",
    "voip/jitter.c",
    "voip/wav.c",
];

/// Table 1: what a configuration is called, and the words for the phone.
const CONFIGURATIONS: [(&str, &str); 5] = [
    ("gpp", "dsp=none"),
    ("interrupt external", "dsp=interrupt memory=external"),
    ("polling external", "dsp=polling memory=external"),
    ("interrupt internal", "dsp=interrupt memory=internal"),
    ("polling internal", "dsp=polling memory=internal"),
];

/// Table 2.
const TIMERS: [(&str, &str); 5] = [
    ("5", "dsp=polling timer=5"),
    ("10", "dsp=polling timer=10"),
    ("15", "dsp=polling timer=15"),
    ("20", "dsp=polling timer=20"),
    ("interrupt", "dsp=interrupt"),
];
/// The source says that the DSP takes about 6 ms for a call; here it has two at a time, one for each direction.
const WORK: &str = "memory=internal work=3000";

/// Frames that are said in short runs, and in long ones: all.
const FRAMES: [usize; 2] = [90, 20];

pub fn experiments(quick: bool) -> Vec<Experiment> {
    vec![
        configurations("mu-law", "phone", quick),
        configurations("g726", "g726", quick),
        timers(quick),
    ]
}

fn run(given: &str, quick: bool) -> Run {
    let frames = FRAMES[usize::from(quick)];
    Run {
        files: FILES,
        ranks: Some(2),
        arguments: words(&format!(
            "{given} frames={frames} speech={APPS}/voip/caller.wav"
        )),
        ..Run::default()
    }
}

/// Table 1 with a codec, and what its cases begin with.
fn configurations(codec: &str, case: &'static str, quick: bool) -> Experiment {
    let runs = CONFIGURATIONS.map(|(_, words)| run(&format!("codec={codec} {words}"), quick));
    let tell = move |measured: &[RunResult]| {
        let mut lines = String::new();
        for ((name, _), measured) in CONFIGURATIONS.iter().zip(measured) {
            let load = told(measured, "load in %")?;
            writeln!(lines, "{case} load {name} {load}")?;
        }
        Ok(lines)
    };
    let cases = CONFIGURATIONS.map(|(name, _)| format!("{case} load {name}"));
    experiment(runs.into(), Box::new(tell), cases.into())
}

/// Table 2.
fn timers(quick: bool) -> Experiment {
    let runs = TIMERS.map(|(_, words)| run(&format!("{WORK} {words}"), quick));
    let tell = |measured: &[RunResult]| {
        let mut lines = String::new();
        for ((timer, _), measured) in TIMERS.iter().zip(measured) {
            for (case, name) in of_timer(timer).iter().zip(TOLD) {
                writeln!(lines, "{case} {}", told(measured, name)?)?;
            }
        }
        Ok(lines)
    };
    let cases = TIMERS.iter().flat_map(|(timer, _)| of_timer(timer));
    experiment(runs.into(), Box::new(tell), cases.collect())
}

/// What the phone tells, as it calls it, and the cases that this becomes.
const TOLD: [&str; 4] = [
    "load in %",
    "longest call in ms",
    "least packet delay in ms",
    "most packet delay in ms",
];

fn of_timer(timer: &str) -> [String; 4] {
    [
        format!("timer load {timer}"),
        format!("longest {timer}"),
        format!("packet delay least {timer}"),
        format!("packet delay most {timer}"),
    ]
}

fn experiment(runs: Vec<Run>, tell: Telling, cases: Vec<String>) -> Experiment {
    Experiment {
        on: DAVINCI,
        changes: String::new(),
        runs,
        tell,
        cases,
        seconds: 8.0,
    }
}

fn told(measured: &RunResult, case: &str) -> Result<f64> {
    let mut measurements = Measurements::default();
    measurements.add("", &measured.stdout);
    measurements
        .get(case)
        .with_context(|| format!("the phone has not told its {case}"))
}
