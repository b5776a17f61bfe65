//! Carries out a plan on a simulated platform and compares the result with the model's prediction.

use anyhow::{bail, Result};
use serde::Serialize;
use weft_explore::strategy::streams::{Chip, Stream, MAX_STREAMS};
use weft_report::table::{left, right, Table};
use weft_tune::{schedule, Nanoseconds, PerMillion, Plan, Scenario};

use super::table::{milliseconds, percent, Foretold};

/// The load is measured for this number of periods of the task with the longest period.
const LONGEST_PERIODS: u64 = 20;

/// A load by the model and by simulation.
#[derive(Serialize)]
pub struct Simulated {
    /// Load of the GPP by calls alone: the difference from the same tasks without calls.
    pub load: PerMillion,
    /// Each task's longest latency from the call, in the plan's order.
    pub longest: Vec<Nanoseconds>,
}

/// Carries out a plan.
///
/// # Errors
/// When there are more tasks or DSPs than the program or the chip has, or the run fails.
pub fn simulate(chip: &Chip, scenario: &Scenario, plan: &Plan) -> Result<Simulated> {
    let count = plan.tasks.len();
    if !(1..=MAX_STREAMS).contains(&count) {
        bail!("{count} tasks cannot be simulated: from 1 to {MAX_STREAMS} can");
    }
    let (needed, there) = (scenario.platform.dsps, chip.dsps);
    if needed > there {
        bail!("the plan has {needed} DSPs, the simulated chip {there}: choose another chip, or dsps={there} with --what-if");
    }
    let order = schedule::order(scenario, plan);
    let streams = Stream::of_plan(scenario, plan);
    let longest = streams.iter().map(|stream| stream.period.0).max();
    let periods = (LONGEST_PERIODS * longest.unwrap_or(0)).div_ceil(streams[0].period.0);
    let with = chip.run(periods, &streams)?;
    let without = chip.run_without_calls(periods, &streams)?;
    let load = (with.busy()? - without.busy()?) / with.elapsed()?;
    let mut longest = vec![Nanoseconds(0); order.len()];
    for (number, task) in order.into_iter().enumerate() {
        if with.count(number, "refused")? > 0.0 {
            let name = scenario.task_name(plan.tasks[task].task);
            bail!("a block of {name} finds no room in simulation: more requests are under way than the library holds");
        }
        longest[task] = Nanoseconds(with.of_stream(number, "longest")? as u64);
    }
    Ok(Simulated {
        load: PerMillion((load * PerMillion::WHOLE.0 as f64).round() as u64),
        longest,
    })
}

/// Describes the model's prediction and the simulated values.
pub fn describe(scenario: &Scenario, foretold: &Foretold, simulated: &Simulated) -> String {
    let advice = foretold.advice;
    let mut table = Table::new([
        left("").at_least(16),
        right("model").at_least(11),
        right("simulated").at_least(11),
    ]);
    let loads = [advice.load(), simulated.load].map(percent);
    table.row([["load".to_string()].as_slice(), &loads].concat());
    let longest = advice.played.calls.iter().zip(&simulated.longest);
    for (served, (call, longest)) in advice.plan.tasks.iter().zip(longest) {
        let times = [*call, *longest].map(|time| format!("{} ms", milliseconds(time)));
        table.row([[scenario.task_name(served.task)].as_slice(), &times].concat());
    }
    format!("\n{}", table.text())
}
