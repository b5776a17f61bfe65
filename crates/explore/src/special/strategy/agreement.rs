//! Compares the model, with the constants measured on the same chip, with the simulation of one task, for each way of serving it:
//!
//! ```text
//! agreement load HOW PLACE         the model's load divided by the simulated one; HOW is interrupt, or milliseconds between polls
//! agreement longest HOW PLACE      the same ratio for the longest call
//! ```

use anyhow::{Context, Result};
use weft_run::RunResult;
use weft_tune::{Choice, Kind, Memory, Nanoseconds, Notification, Scenario, Strategy};

use super::scenario;
use crate::measurements::Measurement;
use crate::special::{Entry, Special};
use crate::strategy::streams::{arguments, Owner, Stream, Told};

const POLLINGS: [u64; 4] = [5, 10, 15, 20];
const MS: u64 = 1_000_000;
const PERIODS: [u64; 2] = [60, 12];

/// Evaluates one voice, served in each way, by the model and in simulation.
///
/// # Errors
/// When a variable is missing, or the file of tasks is wrong.
pub fn agreement(entry: &Entry) -> Result<Special> {
    let phone = scenario(entry)?;
    let periods = PERIODS[usize::from(entry.quick)];
    let run = |calls: bool, choice: &Choice| {
        let (kind, strategy) = voice(&phone, choice)?;
        let streams = [Stream::of(kind, &strategy, 0)];
        Ok(entry.with(arguments(Owner::Gpp, calls, periods, &streams)))
    };
    let choices = choices();
    let idle = run(false, &choices[0]);
    let runs = choices.iter().map(|choice| run(true, choice));
    let runs: Result<Vec<_>> = std::iter::once(idle).chain(runs).collect();
    Ok((runs?, Box::new(move |results| tell(&phone, results))))
}

/// Returns the phone's encoder under a choice.
fn voice<'a>(phone: &'a Scenario, choice: &Choice) -> Result<(&'a Kind, Strategy)> {
    let kind = phone.kinds.last().context("the phone has no tasks")?;
    let strategy = Strategy::new(kind, *choice, &phone.platform.constants);
    Ok((kind, strategy))
}

fn choices() -> Vec<Choice> {
    let polled = POLLINGS.map(|ms| Notification::Polling(Nanoseconds(ms * MS)));
    let told = std::iter::once(Notification::Interrupt).chain(polled);
    let places = [Memory::Internal, Memory::External];
    let placed = |notification| places.map(|memory| Choice::single(notification, memory));
    told.flat_map(placed).collect()
}

fn tell(phone: &Scenario, runs: &[RunResult]) -> Result<Vec<Measurement>> {
    let mut figures = Vec::new();
    let idle = Told::new(&runs[0])?.busy()?;
    for (choice, run) in choices().iter().zip(&runs[1..]) {
        let (_, Strategy { cost, .. }) = voice(phone, choice)?;
        let told = Told::new(run)?;
        let load = (told.busy()? - idle) / told.elapsed()? * 100.0;
        let longest = told.of_stream(0, "longest")?;
        let name = name(choice);
        figures.push((format!("agreement load {name}"), cost.load.percent() / load));
        let ratio = cost.latency.0 as f64 / longest;
        figures.push((format!("agreement longest {name}"), ratio));
    }
    Ok(figures)
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
