//! A plan carried out on a simulated platform, beside what the model says of it.

use anyhow::{bail, Result};
use serde::Serialize;
use weft_tune::plan::Served;
use weft_tune::strategy::Notification;
use weft_tune::{Plan, Scenario};

use super::streams::{Chip, Stream, MAX_STREAMS};
use super::table::{milliseconds, percent};
use weft_tune::units::{Nanoseconds, PerMillion};

/// For how many periods of the slowest task the load is measured.
const LONGEST_PERIODS: u64 = 20;

/// A load by the model and by simulation.
#[derive(Serialize)]
pub struct Simulated {
    /// Of the GPP, for calls alone: what it does more than the same tasks that call nothing.
    pub load: PerMillion,
    /// Each task's longest latency, in the plan's order.
    pub longest: Vec<Nanoseconds>,
}

/// Carries out a plan.
///
/// # Errors
/// When there are more tasks or DSPs than the program or the chip has, or the run fails.
pub fn simulate(chip: &Chip, scenario: &Scenario, plan: &Plan) -> Result<Simulated> {
    if plan.tasks.len() > MAX_STREAMS || plan.tasks.is_empty() {
        bail!(
            "{} tasks cannot be simulated: from 1 to {MAX_STREAMS} can",
            plan.tasks.len()
        );
    }
    if scenario.platform.dsps > chip.dsps {
        bail!(
            "the plan has {} DSPs, the simulated chip {}: choose another chip, or dsps={0} with --what-if",
            scenario.platform.dsps,
            chip.dsps
        );
    }
    let mut order: Vec<usize> = (0..plan.tasks.len()).collect();
    order.sort_by_key(|&task| expiry(scenario, &plan.tasks[task]));
    let streams: Vec<Stream> = order
        .iter()
        .map(|&task| stream(scenario, &plan.tasks[task]))
        .collect();
    let longest = streams.iter().map(|stream| stream.period.0).max();
    let periods = (LONGEST_PERIODS * longest.unwrap_or(0)).div_ceil(streams[0].period.0);
    let (with, without) = (
        chip.run(true, periods, &streams)?,
        chip.run(false, periods, &streams)?,
    );
    let load = (with.busy()? - without.busy()?) / with.elapsed()?;
    let mut longest = vec![Nanoseconds(0); order.len()];
    for (number, task) in order.into_iter().enumerate() {
        longest[task] = Nanoseconds(with.of_stream(number, "longest")? as u64);
    }
    Ok(Simulated {
        load: PerMillion((load * PerMillion::WHOLE.0 as f64).round() as u64),
        longest,
    })
}

/// The more often the timer expires for a task, the more urgent it is.
fn expiry(scenario: &Scenario, served: &Served) -> Nanoseconds {
    let period = scenario.kinds[served.task.kind].period;
    match served.strategy.choice.notification {
        Notification::Interrupt => period,
        Notification::Polling(polling) => polling.min(period),
    }
}

fn stream(scenario: &Scenario, served: &Served) -> Stream {
    let (kind, choice) = (&scenario.kinds[served.task.kind], &served.strategy.choice);
    let block = kind.input.max(kind.output) * u64::from(choice.blocks);
    Stream {
        period: kind.period,
        notification: choice.notification,
        internal: served.strategy.cost.internal.0 / block.0,
        input: kind.input,
        output: kind.output,
        work: kind.work,
        merged: choice.blocks,
        dsp: served.dsp,
        looks: 0,
    }
}

/// What the model says, and what was simulated.
pub fn describe(scenario: &Scenario, plan: &Plan, simulated: &Simulated) -> String {
    let mut text = format!(
        "\n{:<16} {:>12} {:>12}\n{:<16} {:>12} {:>12}\n",
        "",
        "model",
        "simulated",
        "load",
        percent(plan.load()),
        percent(simulated.load)
    );
    for (served, longest) in plan.tasks.iter().zip(&simulated.longest) {
        text += &format!(
            "{:<16} {:>9} ms {:>9} ms\n",
            scenario.task_name(served.task),
            milliseconds(served.strategy.cost.latency),
            milliseconds(*longest)
        );
    }
    text
}
