//! Why tasks cannot be served: the limit that they exceed, and the tasks.

use std::fmt;

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
    /// The GPP has too little time, its waits for the bus included.
    #[error("the GPP's time: the tasks need {:.2} % of it", .part.percent())]
    Gpp {
        /// What they need.
        part: PerMillion,
    },
    /// A task may be late because of the others.
    #[error("{searched}{task} on DSP {dsp} may take {}, more than its deadline of {}: {short}", about(*.takes), milliseconds(*.deadline))]
    Late {
        /// What is known of other plans.
        searched: Searched,
        /// The task's name.
        task: String,
        /// The number of its DSP.
        dsp: usize,
        /// The longest that it may take; from a common begin, if there is no bound.
        takes: Nanoseconds,
        /// What it wants.
        deadline: Nanoseconds,
        /// What there is too little of.
        short: Shortage,
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

/// Which plans were searched for one that does not fail.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Searched {
    /// None: the plan was given.
    None,
    /// Some, until the search was given up.
    Some,
    /// All.
    All,
}

impl fmt::Display for Searched {
    fn fmt(&self, to: &mut fmt::Formatter) -> fmt::Result {
        to.write_str(match self {
            Searched::None => "",
            Searched::Some => {
                "the search found no plan that keeps all deadlines; in the one with the least load "
            }
            Searched::All => {
                "no plan keeps all deadlines for certain; in the one with the least load "
            }
        })
    }
}

/// Why a task is late: which processor has too little time for it.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Shortage {
    /// The DSP, whose requests meet.
    #[error("requests that meet there keep the DSP busy for {}, {} longer than the task can wait; add a DSP, shorten requests or allow a later deadline", about(*.busy), about(*.excess))]
    Dsp {
        /// By all requests.
        busy: Nanoseconds,
        /// Beyond what the task's deadline leaves for its DSP.
        excess: Nanoseconds,
    },
    /// The GPP, which does more urgent things.
    #[error("work that is as urgent or more urgent keeps the GPP busy for {} at a time; allow a later deadline, larger blocks or slower polls", about(*.busy))]
    Gpp {
        /// By that work.
        busy: Nanoseconds,
    },
    /// A processor that is busy for nearly all of its time, so that no time is known within which a request is done.
    #[error("the {processor} is busy for {:.2} % of its time, so that waits for it have no bound; allow larger blocks, slower polls or longer periods", .part.percent())]
    Load {
        /// Which processor: GPP or DSP.
        processor: &'static str,
        /// For how much of its time.
        part: PerMillion,
    },
}

impl Limit {
    /// The same after a search for another plan.
    pub(crate) fn after(self, search: Searched) -> Limit {
        match self {
            Limit::Late {
                task,
                dsp,
                takes,
                deadline,
                short,
                ..
            } => Limit::Late {
                searched: search,
                task,
                dsp,
                takes,
                deadline,
                short,
            },
            other => other,
        }
    }
}

/// To a microsecond.
fn about(time: Nanoseconds) -> String {
    milliseconds(Nanoseconds((time.0 + 500) / 1_000 * 1_000))
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
