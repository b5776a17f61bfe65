//! Estimates by queueing theory how long requests take when several tasks share a DSP; and gives the longest time of a task alone.
//!
//! The source leaves this to future work (sections 4 and 6). A DSP serves requests in the order in which they come. Those of the other tasks are
//! taken as a Poisson stream, so that a request waits as the formula of F. Pollaczek and A. Khinchine says, and the wait has the
//! usual exponential tail. Periodic requests come more evenly than that: the estimate lies above the truth, by little as long as the DSP is
//! lightly loaded (`docs/library/strategy.md` compares it with a simulation).

use serde::Serialize;

use crate::{Nanoseconds, Notification, Plan, Request, Scenario, Served};

/// Points at which the wait for the DSP, and the time from a poll to a request, are sampled.
const WAITS: u64 = 200;
const PHASES: u64 = 50;

/// The time from a request to its result; what is gathered before is left out.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Latency {
    /// Of all requests.
    pub mean: Nanoseconds,
    /// All but one in a hundred take at most this.
    pub p99: Nanoseconds,
}

/// The wait for a DSP: none with the probability `free`, else exponentially distributed.
#[derive(Clone, Copy, Debug)]
struct Wait {
    busy: f64,
    mean_when_busy: f64,
}

impl Wait {
    /// That of a request among those of other tasks, each given by its requests in turn.
    fn among(others: impl Iterator<Item = Vec<Request>>) -> Wait {
        let (mut busy, mut residual) = (0.0, 0.0);
        for task in others {
            for other in &task {
                let service = other.served().0 as f64;
                let period = (other.period.0 * task.len() as u64) as f64;
                busy += service / period;
                residual += service * service / (2.0 * period);
            }
        }
        let mean = match busy < 1.0 {
            true => residual / (1.0 - busy),
            false => f64::INFINITY,
        };
        Wait {
            busy: busy.min(1.0),
            mean_when_busy: if busy > 0.0 { mean / busy } else { 0.0 },
        }
    }

    /// Returns the wait that this part of all requests does not exceed.
    fn quantile(&self, part: f64) -> f64 {
        if part <= 1.0 - self.busy {
            return 0.0;
        }
        -self.mean_when_busy * ((1.0 - part) / self.busy).ln()
    }
}

/// The estimate for every task of a plan, in its order; none where the other tasks leave the DSP no time.
pub fn latencies(scenario: &Scenario, plan: &Plan) -> Vec<Option<Latency>> {
    let constants = &scenario.platform.constants;
    let requests = |served: &Served| {
        let kind = &scenario.kinds[served.task.kind];
        Request::in_turn(kind, served.strategy.choice, constants)
    };
    let latency = |served: &Served| {
        let on_dsp = plan.on(served.dsp);
        let others = on_dsp.filter(|other| other.task != served.task);
        let wait = Wait::among(others.map(requests));
        latency(&requests(served), served.strategy.choice.notification, wait)
    };
    plan.tasks.iter().map(latency).collect()
}

fn latency(requests: &[Request], notification: Notification, wait: Wait) -> Option<Latency> {
    if !wait.mean_when_busy.is_finite() {
        return None;
    }
    let part = |sample: u64| (sample as f64 + 0.5) / WAITS as f64;
    let waits = (0..WAITS).map(|sample| wait.quantile(part(sample)) as u64);
    let of_all = waits.flat_map(|wait| requests.iter().map(move |request| (request, wait)));
    let times = of_all.flat_map(|(request, wait)| times(request, notification, wait));
    let mut times: Vec<u64> = times.collect();
    times.sort_unstable();
    let mean = times.iter().sum::<u64>() / times.len() as u64;
    Some(Latency {
        mean: Nanoseconds(mean),
        p99: Nanoseconds(times[times.len() * 99 / 100]),
    })
}

/// The time of a request that waits so long for the DSP, at all phases of the polls.
fn times(request: &Request, notification: Notification, wait: u64) -> Vec<u64> {
    let (done, end) = (request.done().0 + wait, request.end.time().0);
    match notification {
        Notification::Interrupt => vec![done + end],
        Notification::Polling(polling) => phases(request.period, polling)
            .map(|phase| (phase + done).div_ceil(polling.0) * polling.0 - phase + end)
            .collect(),
    }
}

/// How long before requests the last poll was: a sample if there are many such times.
fn phases(period: Nanoseconds, polling: Nanoseconds) -> impl Iterator<Item = u64> {
    // Requests come at multiples of the period, so these are all that occur, over and over.
    let requests = (1..=PHASES).map(move |number| number * period.0 % polling.0);
    let all: std::collections::BTreeSet<u64> = requests.collect();
    all.into_iter()
}

#[cfg(test)]
mod tests;
