//! The longest latencies of tasks that share a GPP and its DSPs and begin together: their requests played through in time.
//!
//! The source gives the latency of a task alone, and leaves the rest to future work (section 6). Periodic tasks whose timers come from one clock
//! always meet in the same way, so that the longest time can be found by trying. The GPP does one thing after the other, the task whose timer
//! expires most often first; a DSP serves requests in the order in which they come.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use crate::plan::{Plan, Served};
use crate::scenario::Scenario;
use crate::strategy::{Notification, Request};
use crate::units::Nanoseconds;

/// For how many periods of the slowest request it is played, and the most requests.
const LONGEST_PERIODS: u64 = 20;
const MAX_REQUESTS: usize = 100_000;

/// What the GPP does about a task: a result is fetched before the next request is made.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Work {
    /// Fetches the result of the request whose first block came then.
    Complete { first: u64 },
    /// Makes the request whose first block came then.
    Request { first: u64 },
}

/// When something is to be done, how urgent it is, for which task, and what.
type Event = Reverse<(u64, usize, usize, Work)>;

struct Task {
    request: Request,
    notification: Notification,
    dsp: usize,
    urgency: usize,
    longest: u64,
}

/// The longest latency of each task of a plan, in its order, if all begin together.
pub fn longest(scenario: &Scenario, plan: &Plan) -> Vec<Nanoseconds> {
    let mut tasks = tasks(scenario, plan);
    let slowest = tasks.iter().map(|task| task.request.period.0).max();
    play(
        &mut tasks,
        scenario.platform.dsps,
        slowest.unwrap_or(0) * LONGEST_PERIODS,
    );
    tasks.iter().map(|task| Nanoseconds(task.longest)).collect()
}

fn tasks(scenario: &Scenario, plan: &Plan) -> Vec<Task> {
    let urgency = order(scenario, plan);
    let task = |(number, served): (usize, &Served)| {
        let kind = &scenario.kinds[served.task.kind];
        let choice = served.strategy.choice;
        Task {
            request: Request::new(kind, choice, &scenario.platform.constants),
            notification: choice.notification,
            dsp: served.dsp,
            urgency: urgency
                .iter()
                .position(|&task| task == number)
                .unwrap_or(number),
            longest: 0,
        }
    };
    plan.tasks.iter().enumerate().map(task).collect()
}

/// The numbers of a plan's tasks, the most urgent first: that whose timer expires most often.
pub fn order(scenario: &Scenario, plan: &Plan) -> Vec<usize> {
    let expiry = |served: &Served| {
        let period = scenario.kinds[served.task.kind].period;
        match served.strategy.choice.notification {
            Notification::Interrupt => period,
            Notification::Polling(polling) => polling.min(period),
        }
    };
    let mut order: Vec<usize> = (0..plan.tasks.len()).collect();
    order.sort_by_key(|&task| expiry(&plan.tasks[task]));
    order
}

fn play(tasks: &mut [Task], dsps: usize, end: u64) {
    let (mut gpp_free, mut dsp_free) = (0, vec![0; dsps]);
    let first = |(number, task): (usize, &Task)| {
        task.event(number, task.request.gathering.0, Work::Request { first: 0 })
    };
    let mut events: BinaryHeap<Event> = tasks.iter().enumerate().map(first).collect();
    let mut requests = 0;
    while let Some(Reverse((time, _, number, work))) = events.pop() {
        let task = &mut tasks[number];
        let begun = time.max(gpp_free);
        match work {
            Work::Request { first } => {
                gpp_free = begun + task.request.begin.0;
                let done = gpp_free.max(dsp_free[task.dsp]) + task.request.service.0;
                dsp_free[task.dsp] = done;
                events.push(task.event(number, task.told(done), Work::Complete { first }));
                requests += 1;
                let next = first + task.request.period.0;
                if next < end && requests < MAX_REQUESTS {
                    let made = next + task.request.gathering.0;
                    events.push(task.event(number, made, Work::Request { first: next }));
                }
            }
            Work::Complete { first } => {
                gpp_free = begun + task.request.end.0;
                task.longest = task.longest.max(gpp_free - first);
            }
        }
    }
}

impl Task {
    fn event(&self, number: usize, time: u64, work: Work) -> Event {
        Reverse((time, self.urgency, number, work))
    }

    /// When the GPP learns that a request is done: then, or at the next poll.
    fn told(&self, done: u64) -> u64 {
        match self.notification {
            Notification::Interrupt => done,
            Notification::Polling(polling) => done.div_ceil(polling.0) * polling.0,
        }
    }
}

#[cfg(test)]
mod tests;
