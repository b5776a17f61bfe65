//! The record of `weft tune --json`: the chosen plan. `docs/library/strategy.md` describes each field.

use serde::Serialize;

use super::simulate::Simulated;
use super::table::Foretold;
use weft_tune::{Bytes, Latency, Nanoseconds, PerMillion, Scenario, Strategy};

/// The name and version of the format.
pub const SCHEMA: &str = "weft-tune/1";

/// A plan.
#[derive(Serialize)]
pub struct Record {
    name: String,
    /// Whether there is one strategy for each kind of task.
    #[serde(rename = "static")]
    fixed: bool,
    /// Load of the GPP in millionths of its time: of this plan, and a lower bound for all plans of this kind.
    load: PerMillion,
    bound: PerMillion,
    /// The GPP's waiting for the bus, in addition to its load, if all tasks begin together.
    waiting: PerMillion,
    feasible: bool,
    /// Why the plan is not feasible; absent if it is.
    #[serde(skip_serializing_if = "Option::is_none")]
    fails: Option<String>,
    dsps: Vec<DspRecord>,
    tasks: Vec<TaskRecord>,
    /// Absent without `--simulate`.
    #[serde(skip_serializing_if = "Option::is_none")]
    simulated: Option<Simulated>,
}

#[derive(Serialize)]
struct DspRecord {
    internal: Bytes,
    load: PerMillion,
}

#[derive(Serialize)]
struct TaskRecord {
    name: String,
    dsp: usize,
    #[serde(flatten)]
    strategy: Strategy,
    /// Times in nanoseconds with the other tasks on the DSP; null if they leave it no time.
    estimate: Option<Latency>,
    /// The longest latency in nanoseconds, if all tasks of the plan begin together.
    together: Nanoseconds,
    /// The same from the call, as programs measure it.
    call: Nanoseconds,
    /// Upper bound of the latency, whenever the tasks begin; null if there is none.
    worst: Option<Nanoseconds>,
    /// Whether `worst` is beyond the deadline.
    late: bool,
}

impl Record {
    /// The record of a plan with its estimates.
    pub fn new(
        scenario: &Scenario,
        fixed: bool,
        foretold: &Foretold,
        simulated: Option<Simulated>,
    ) -> Record {
        let advice = foretold.advice;
        let plan = &advice.plan;
        let dsp = |dsp| DspRecord {
            internal: plan.internal(dsp),
            load: plan.dsp_load(dsp),
        };
        let tasks = plan.tasks.iter().enumerate().map(|(number, served)| {
            let worst = advice.worst(number);
            let deadline = scenario.kinds[served.task.kind].deadline;
            TaskRecord {
                name: scenario.task_name(served.task),
                dsp: served.dsp,
                strategy: served.strategy,
                estimate: foretold.estimates[number],
                together: advice.played.longest[number],
                call: advice.played.calls[number],
                worst,
                late: worst.is_none_or(|worst| worst > deadline),
            }
        });
        Record {
            name: scenario.name.clone(),
            fixed,
            load: plan.load(),
            bound: plan.bound,
            waiting: advice.played.waiting,
            feasible: advice.fails.is_none(),
            fails: advice.fails.as_ref().map(ToString::to_string),
            dsps: (0..scenario.platform.dsps).map(dsp).collect(),
            tasks: tasks.collect(),
            simulated,
        }
    }
}
