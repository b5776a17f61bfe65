//! Simulates the schedule of a plan whose tasks all begin together, request by request.
//!
//! The source gives the load and the latency of a task alone, and leaves the rest to future work (section 6). Periodic tasks whose timers come from one
//! clock always meet in the same way, so that the longest time, and the wait for the bus, can be found by trying. The GPP does the most urgent thing,
//! that of the task whose timer expires most often, and what it was doing waits; a DSP serves requests in the order in which they come;
//! blocks that are moved at the same time share the bus (`bus`).

pub(crate) mod bus;
mod play;
mod processor;

use crate::{Kind, Nanoseconds, Notification, PerMillion, Plan, Request, Scenario, Served};
use play::{Play, Stream};

/// Length of the simulated schedule, in periods of the slowest request.
const LONGEST_PERIODS: u64 = 20;

/// The results of simulating a plan's schedule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Played {
    /// The longest latency of each task, in the plan's order.
    pub longest: Vec<Nanoseconds>,
    /// The same from the call, which the GPP may have delayed: this is what a program measures.
    pub calls: Vec<Nanoseconds>,
    /// The part of the GPP's time in which it waits for others that use the bus, beyond the plan's load.
    pub waiting: PerMillion,
}

/// Plays the requests of a plan whose tasks begin together.
pub fn play(scenario: &Scenario, plan: &Plan) -> Played {
    let streams = streams(scenario, plan);
    let slowest = streams.iter().map(|stream| stream.requests[0].period.0);
    let end = slowest.max().unwrap_or(0) * LONGEST_PERIODS;
    let platform = &scenario.platform;
    Play::new(streams, &platform.constants, platform.dsps, end).run()
}

fn streams(scenario: &Scenario, plan: &Plan) -> Vec<Stream> {
    let mut urgency = vec![0; plan.tasks.len()];
    for (place, task) in order(scenario, plan).into_iter().enumerate() {
        urgency[task] = place;
    }
    let stream = |(served, urgency): (&Served, usize)| {
        let (kind, choice) = (&scenario.kinds[served.task.kind], served.strategy.choice);
        Stream {
            requests: Request::in_turn(kind, choice, &scenario.platform.constants),
            notification: choice.notification,
            dsp: served.dsp,
            urgency,
        }
    };
    plan.tasks.iter().zip(urgency).map(stream).collect()
}

/// Returns the numbers of a plan's tasks, the most urgent first: that whose timer expires most often.
pub fn order(scenario: &Scenario, plan: &Plan) -> Vec<usize> {
    let mut order: Vec<usize> = (0..plan.tasks.len()).collect();
    order.sort_by_key(|&task| {
        let served = &plan.tasks[task];
        expiry(
            &scenario.kinds[served.task.kind],
            served.strategy.choice.notification,
        )
    });
    order
}

/// Returns the time from one expiry of a task's timer to the next.
pub(crate) fn expiry(kind: &Kind, notification: Notification) -> Nanoseconds {
    match notification {
        Notification::Interrupt => kind.period,
        Notification::Polling(polling) => polling.min(kind.period),
    }
}

#[cfg(test)]
pub(crate) mod tests;
