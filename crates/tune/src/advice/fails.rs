//! Why a plan fails: the task that misses its deadline by most, and whether the GPP or its DSP is the bottleneck.

use super::Advice;
use crate::{Demand, Limit, Nanoseconds, Scenario, Searched, Served, Shortage};

/// Returns the task of a plan that misses its deadline by most, if one may miss it.
pub fn of_plan(scenario: &Scenario, advice: &Advice) -> Option<Limit> {
    let tasks = &advice.plan.tasks;
    let deadline = |task: usize| scenario.kinds[tasks[task].task.kind].deadline;
    let takes = |task: usize| advice.worst(task).unwrap_or(advice.played.longest[task]);
    let is_late = |task: &usize| {
        advice
            .worst(*task)
            .is_none_or(|worst| worst > deadline(*task))
    };
    let excess = |task: &usize| i128::from(takes(*task).0) - i128::from(deadline(*task).0);
    let late = (0..tasks.len()).rev().filter(is_late);
    let task = late.max_by_key(excess)?;
    Some(Limit::Late {
        searched: Searched::None,
        task: scenario.task_name(tasks[task].task),
        dsp: tasks[task].dsp,
        takes: takes(task),
        deadline: deadline(task),
        short: shortage(scenario, advice, task),
    })
}

/// Returns the bottleneck: the DSP, if the task would be late even if the GPP took no time; else the GPP.
fn shortage(scenario: &Scenario, advice: &Advice, task: usize) -> Shortage {
    let demand = |served: &Served| {
        let kind = &scenario.kinds[served.task.kind];
        Demand::new(kind, served.strategy.choice, &scenario.platform.constants)
    };
    let served = &advice.plan.tasks[task];
    let here = advice.plan.on(served.dsp).map(demand);
    let busy: Nanoseconds = here.map(|demand| demand.burst).sum();
    let patience = demand(served).patience;
    if busy > patience {
        let excess = busy - patience;
        return Shortage::Dsp { busy, excess };
    }
    if advice.responses[task].worst.is_some() {
        let busy = advice.responses[task].gpp;
        return Shortage::Gpp { busy };
    }
    let dsp = ("DSP", advice.plan.dsp_load(served.dsp));
    let (processor, part) = std::cmp::max_by_key(dsp, ("GPP", advice.load()), |(_, part)| *part);
    Shortage::Load { processor, part }
}
