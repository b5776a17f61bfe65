//! The longest latency of each task of a plan while all others run: response-time analysis of the GPP and of its DSPs.
//!
//! ```text
//!   timer ----> GPP: make ----> DSP: first in, first out ----> GPP: look, fetch
//!   every P     preemptive,     served to the end              preemptive
//! ```
//!
//! The bound holds for all phases of the tasks, not only for a common begin, under these assumptions:
//!
//! - A DSP serves whole requests in the order of their arrival. So a request is done once the work that is there when it arrives is
//!   done, itself included. Any n successive requests of a task take at most burst + (n - 1) mean of the DSP's time, and they come every P, put
//!   off by at most J. If the means fit into the DSP's time, the work there is never more than the sum of burst + mean J / P over its
//!   tasks: a window longer by P brings no more than it lasts (the delay bound of R. Cruz, "A calculus for network delay", 1991).
//! - The GPP does the most urgent work first, as [`schedule`](crate::schedule) has it. Equally urgent tasks are counted as more
//!   urgent than each other. Work is done at the latest when the busy period of its urgency ends, a fixed point (J. Lehoczky, 1990).
//! - Requests are put off by the GPP, and results are fetched late because of the DSP. Both depend on each other and grow together, so they are
//!   iterated from zero (K. Tindell and J. Clark, "Holistic schedulability analysis", 1994).
//! - A processor that moves a block shares the bus with all others all the time, each at the memory that is worst of those that the plan uses.
//! - The GPP takes as long for each request of a task as for its longest.

mod bus;
mod stream;

use crate::{Nanoseconds, Plan, Scenario, Served};
use bus::Slowest;
use stream::Stream;

/// Rounds of the iteration, and of a fixed point within it, until a plan counts as unbounded.
const MAX_ROUNDS: usize = 1_000;
/// A time that counts as unbounded.
const NEVER: u64 = 1 << 42;

/// The bounds of a task's latency while all other tasks run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Response {
    /// The longest latency; none if it has no bound.
    pub worst: Option<Nanoseconds>,
    /// The longest time for which the GPP delays the task's work.
    pub gpp: Nanoseconds,
    /// The longest from the arrival of a request at the DSP until it is done.
    pub dsp: Nanoseconds,
}

/// For every task of a plan, in its order.
pub fn of_plan(scenario: &Scenario, plan: &Plan) -> Vec<Response> {
    Analysis::new(scenario, plan).run(|_| false)
}

/// Does every task meet its deadline while all others run?
pub fn is_in_time(scenario: &Scenario, plan: &Plan) -> bool {
    let deadlines = plan.tasks.iter();
    let deadlines = deadlines.map(|served| scenario.kinds[served.task.kind].deadline.0);
    let deadlines: Vec<u64> = deadlines.collect();
    let is_late = |analysis: &Analysis| {
        let mut all = deadlines.iter().enumerate();
        all.any(|(number, deadline)| analysis.latency(number) > *deadline)
    };
    let responses = Analysis::new(scenario, plan).run(is_late);
    responses.iter().all(|response| response.worst.is_some())
}

/// The iteration.
struct Analysis {
    streams: Vec<Stream>,
    times: Times,
}

/// What grows from round to round, in nanoseconds.
#[derive(Clone, PartialEq, Eq)]
struct Times {
    /// The longest time until the GPP's work for a stream is done.
    gpp: Vec<u64>,
    /// For how long a stream's results are put off until they can be fetched.
    fetched: Vec<u64>,
    /// The most work that is there for a DSP.
    dsps: Vec<u64>,
}

impl Analysis {
    fn new(scenario: &Scenario, plan: &Plan) -> Analysis {
        let slowest = Slowest::new(scenario, plan);
        let stream = |served: &Served| Stream::new(scenario, served, &slowest);
        let streams: Vec<Stream> = plan.tasks.iter().map(stream).collect();
        let times = Times {
            gpp: vec![0; streams.len()],
            fetched: vec![0; streams.len()],
            dsps: vec![0; scenario.platform.dsps],
        };
        Analysis { streams, times }
    }

    /// Iterates until nothing changes, or it is to be given up: then there is no bound.
    fn run(mut self, is_given_up: impl Fn(&Analysis) -> bool) -> Vec<Response> {
        let is_bounded = self.has_time() && self.settles(is_given_up);
        let response = |number: usize| Response {
            worst: is_bounded.then(|| Nanoseconds(self.latency(number))),
            gpp: Nanoseconds(self.times.gpp[number]),
            dsp: Nanoseconds(self.times.dsps[self.streams[number].dsp]),
        };
        (0..self.streams.len()).map(response).collect()
    }

    fn settles(&mut self, is_given_up: impl Fn(&Analysis) -> bool) -> bool {
        for _ in 0..MAX_ROUNDS {
            let before = self.times.clone();
            self.go_on();
            let is_unbounded = self.times.gpp.iter().any(|time| *time >= NEVER);
            if is_unbounded || is_given_up(self) {
                return false;
            }
            if self.times == before {
                return true;
            }
        }
        false
    }

    fn latency(&self, number: usize) -> u64 {
        let stream = &self.streams[number];
        stream.latency(self.times.gpp[number], self.times.dsps[stream.dsp])
    }

    /// Do the GPP and each DSP have the time for all of their streams?
    fn has_time(&self) -> bool {
        let on = |dsp: usize| self.streams.iter().filter(move |stream| stream.dsp == dsp);
        let of_dsp = |dsp: usize| on(dsp).map(Stream::dsp_part).sum::<f64>();
        let gpp: f64 = self.streams.iter().map(Stream::gpp_part).sum();
        gpp < 1.0
            && (0..self.times.dsps.len())
                .map(of_dsp)
                .all(|part| part <= 1.0)
    }

    /// Makes one round of the iteration.
    fn go_on(&mut self) {
        let all = 0..self.streams.len();
        self.times.gpp = all.clone().map(|number| self.busy(number)).collect();
        let dsps = 0..self.times.dsps.len();
        self.times.dsps = dsps.map(|dsp| self.queue(dsp)).collect();
        let fetched = |number: usize| {
            let stream = &self.streams[number];
            stream.put_off(self.times.gpp[number], self.times.dsps[stream.dsp])
        };
        self.times.fetched = all.map(fetched).collect();
    }

    /// The longest time for which the GPP has work at least as urgent as that of a stream.
    fn busy(&self, number: usize) -> u64 {
        let urgency = self.streams[number].expiry;
        let all = self.streams.iter().zip(&self.times.fetched);
        let urgent: Vec<_> = all.filter(|(one, _)| one.expiry <= urgency).collect();
        let work = |time: u64| -> u64 {
            let of = |(one, fetched): &(&Stream, &u64)| one.gpp_work(time, **fetched);
            urgent.iter().map(of).sum()
        };
        let mut time = 1;
        for _ in 0..MAX_ROUNDS {
            let next = work(time);
            if next <= time {
                return time;
            }
            time = next;
        }
        NEVER
    }

    /// The most work that is there for a DSP.
    fn queue(&self, dsp: usize) -> u64 {
        let all = self.streams.iter().zip(&self.times.gpp);
        let here = all.filter(|(stream, _)| stream.dsp == dsp);
        here.map(|(stream, gpp)| stream.dsp_work(*gpp)).sum()
    }
}

#[cfg(test)]
mod tests;
