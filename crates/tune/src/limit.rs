//! Why tasks cannot be served: which limit stands in the way, and of which tasks.

use thiserror::Error;

use crate::strategy::items;
use crate::{strategies, Bytes, Item, Kind, Nanoseconds, PerMillion, Scenario, Strategy};

/// A limit that no choice of strategies keeps.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Limit {
    /// A kind of task has no choice that meets its deadline.
    #[error("{kind} cannot be done in time: its deadline is {}, and the fastest choice takes {}; allow a later deadline, smaller blocks or faster polls", milliseconds(*.deadline), milliseconds(*.latency))]
    Deadline {
        /// The kind's name.
        kind: String,
        /// What it wants.
        deadline: Nanoseconds,
        /// The least that any of its choices takes.
        latency: Nanoseconds,
    },
    /// One task of a kind alone needs more than a processor has, by each choice that meets its deadline.
    #[error("{kind} is too much for one {processor}: a single task takes {} % of its time; allow larger blocks or a longer period", .part.percent())]
    Processor {
        /// The kind's name.
        kind: String,
        /// Which processor: GPP or DSP.
        processor: &'static str,
        /// The least part of its time that any choice needs.
        part: PerMillion,
    },
    /// The tasks that cannot do with external memory need more internal memory than there is.
    #[error("internal memory: {tasks} need at least {} B, and there are {} B", .needed.0, .available.0)]
    Memory {
        /// What needs memory.
        tasks: String,
        /// The least that it needs.
        needed: Bytes,
        /// What all DSPs have.
        available: Bytes,
    },
    /// The DSPs together have too little time.
    #[error("the DSPs' time: {tasks} need at least {} % of one, and {} % may be used", .needed.percent(), .available.percent())]
    Dsp {
        /// What needs it.
        tasks: String,
        /// The least that it needs.
        needed: PerMillion,
        /// What may be used of all DSPs.
        available: PerMillion,
    },
    /// Each limit is kept by all DSPs together, but the tasks cannot be divided among them.
    #[error("no division of {tasks} among {dsps} DSPs keeps within the internal memory and the time of each")]
    Division {
        /// The tasks.
        tasks: String,
        /// How many DSPs there are.
        dsps: usize,
    },
    /// The search was given up before it found a way to divide the tasks.
    #[error("no way to divide {tasks} among {dsps} DSPs was found; there may be one")]
    Unknown {
        /// The tasks.
        tasks: String,
        /// How many DSPs there are.
        dsps: usize,
    },
}

fn milliseconds(time: Nanoseconds) -> String {
    format!("{} ms", time.0 as f64 / 1e6)
}

/// The limit that one task of a kind alone breaks, if it has no possible choice.
pub fn of_kind(kind: &Kind, scenario: &Scenario) -> Option<Limit> {
    let all = strategies(kind, &scenario.platform.constants);
    if all.iter().any(|strategy| strategy.is_possible(kind)) {
        return None;
    }
    let name = kind.name.clone();
    let is_in_time = |one: &&Strategy| one.cost.latency <= kind.deadline;
    let in_time: Vec<&Strategy> = all.iter().filter(is_in_time).collect();
    let latency = all.iter().map(|one| one.cost.latency).min()?;
    if in_time.is_empty() {
        return Some(Limit::Deadline {
            kind: name,
            deadline: kind.deadline,
            latency,
        });
    }
    let least = |cost: fn(&Strategy) -> PerMillion| in_time.iter().map(|one| cost(one)).min();
    let (load, dsp) = (least(|one| one.cost.load)?, least(|one| one.cost.dsp)?);
    let (processor, part) = match load > PerMillion::WHOLE {
        true => ("GPP", load),
        false => ("DSP", dsp),
    };
    Some(Limit::Processor {
        kind: name,
        processor,
        part,
    })
}

/// The limit that all tasks together break, given that there is no way to serve them.
pub fn of_all(scenario: &Scenario) -> Limit {
    let platform = &scenario.platform;
    let dsps = platform.dsps as u64;
    let (memory, with_memory) = least(scenario, |item| item.memory.0);
    let (time, with_time) = least(scenario, |item| item.dsp.0);
    let (memory_all, time_all) = (platform.internal * dsps, platform.dsp_limit * dsps);
    if memory > memory_all.0 {
        return Limit::Memory {
            tasks: with_memory,
            needed: Bytes(memory),
            available: memory_all,
        };
    }
    if time > time_all.0 {
        return Limit::Dsp {
            tasks: with_time,
            needed: PerMillion(time),
            available: time_all,
        };
    }
    Limit::Division {
        tasks: running(scenario, |_| true),
        dsps: platform.dsps,
    }
}

/// The least that all tasks need of something, and those of which some is needed.
fn least(scenario: &Scenario, cost: fn(&Item) -> u64) -> (u64, String) {
    let of = |kind: &Kind| {
        let items = items(kind, &scenario.platform.constants);
        items.iter().map(|(_, item)| cost(item)).min().unwrap_or(0)
    };
    let kinds = scenario.kinds.iter();
    let sum = kinds.map(|kind| of(kind) * kind.count as u64).sum();
    (sum, running(scenario, |kind| of(kind) > 0))
}

/// The tasks of some kinds that run, in words: `3 audio and 2 video`.
pub(crate) fn running(scenario: &Scenario, which: impl Fn(&Kind) -> bool) -> String {
    let kinds = scenario.kinds.iter();
    let kinds = kinds.filter(|kind| kind.count > 0 && which(kind));
    let names = kinds.map(|kind| format!("{} {}", kind.count, kind.name));
    match names.collect::<Vec<String>>().split_last() {
        None => "no tasks".to_string(),
        Some((only, [])) => only.clone(),
        Some((last, others)) => format!("{} and {last}", others.join(", ")),
    }
}
