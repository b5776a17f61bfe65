//! Simulates the requests of all tasks from event to event.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::bus::beside;
use super::processor::{Job, Made, Pace, Processor, Work};
use super::Played;
use crate::{Constants, CopyTime, Nanoseconds, Notification, PerMillion, Request, Side};

/// Maximum number of events: requests and polls.
const MAX_EVENTS: u64 = 1_000_000;

/// A task, and how it is served.
pub(super) struct Stream {
    /// In turn.
    pub requests: Vec<Request>,
    pub notification: Notification,
    pub dsp: usize,
    pub urgency: usize,
}

/// The state of a task's requests.
#[derive(Clone, Default)]
struct Progress {
    /// Requests that are done without the GPP knowing, with the time.
    done: Vec<(u64, Made)>,
    /// Number of requests made and not yet seen to be done.
    under_way: usize,
    /// Whether the next poll is among the events.
    polls: bool,
    longest: u64,
    longest_call: u64,
}

/// A timer's expiry for a stream: when, how urgent, whether to look or to make a request.
type Event = Reverse<(u64, usize, Work, usize)>;

pub(super) struct Play<'a> {
    streams: Vec<Stream>,
    progress: Vec<Progress>,
    constants: &'a Constants,
    /// The GPP, then the DSPs.
    processors: Vec<Processor>,
    expiries: BinaryHeap<Event>,
    now: u64,
    /// The time from which no requests are made.
    end: u64,
    events: u64,
    /// The GPP's waiting time for the bus, until the end.
    waited: u64,
}

impl Play<'_> {
    pub(super) fn new(
        streams: Vec<Stream>,
        constants: &Constants,
        dsps: usize,
        end: u64,
    ) -> Play<'_> {
        let first = |(number, stream): (usize, &Stream)| {
            let made = stream.requests[0].gathering.0;
            Reverse((made, stream.urgency, Work::Make, number))
        };
        let sides = std::iter::once(Side::Gpp).chain(std::iter::repeat_n(Side::Dsp, dsps));
        Play {
            expiries: streams.iter().enumerate().map(first).collect(),
            progress: vec![Progress::default(); streams.len()],
            processors: sides.map(Processor::new).collect(),
            streams,
            constants,
            now: 0,
            end,
            events: 0,
            waited: 0,
        }
    }

    pub(super) fn run(mut self) -> Played {
        loop {
            while let Some(&Reverse((time, _, work, number))) = self.expiries.peek() {
                if time > self.now {
                    break;
                }
                self.expiries.pop();
                self.expire(work, number);
            }
            if self.finish_jobs() {
                continue;
            }
            let paces = self.paces();
            let Some(next) = self.next(&paces) else { break };
            self.go_on(next, &paces);
        }
        let all = self.progress.iter();
        Played {
            longest: all.clone().map(|of| Nanoseconds(of.longest)).collect(),
            calls: all.map(|of| Nanoseconds(of.longest_call)).collect(),
            waiting: PerMillion::of(Nanoseconds(self.waited), Nanoseconds(self.end.max(1))),
        }
    }

    /// The timer expires for a stream.
    fn expire(&mut self, work: Work, number: usize) {
        self.events += 1;
        let stream = &self.streams[number];
        let job = match work {
            Work::Look => Job::look(number, &stream.requests[0]),
            _ => {
                let gathering = stream.requests[0].gathering.0;
                let (first, period) = (self.now - gathering, stream.requests[0].period.0);
                let made = Made {
                    number: (first / period) as usize % stream.requests.len(),
                    first,
                    put_off: 0,
                };
                if first + period < self.end && self.events < MAX_EVENTS {
                    let next = (self.now + period, stream.urgency, Work::Make, number);
                    self.expiries.push(Reverse(next));
                }
                let request = &stream.requests[made.number];
                Job::make(number, made, request, self.copying(request))
            }
        };
        self.processors[0].add(stream.urgency, self.events, job);
    }

    fn copying(&self, request: &Request) -> CopyTime {
        let constants = self.constants;
        request.memory.of(constants.internal, constants.external)
    }

    /// Handles the jobs that are finished now; false if there are none.
    fn finish_jobs(&mut self) -> bool {
        let now = self.now;
        let finished = self.processors.iter_mut();
        let finished: Vec<Job> = finished.filter_map(|one| one.take_up(now)).collect();
        for job in &finished {
            self.finish(job);
        }
        !finished.is_empty()
    }

    fn finish(&mut self, job: &Job) {
        match (job.work, job.made) {
            (Work::Make, Some(made)) => self.request(job, made),
            (Work::Serve, Some(made)) => self.is_done(job.stream, made),
            (Work::Fetch, Some(made)) => {
                let progress = &mut self.progress[job.stream];
                let latency = self.now - made.first;
                progress.longest = progress.longest.max(latency);
                progress.longest_call = progress.longest_call.max(latency - made.put_off);
            }
            _ => self.has_looked(job),
        }
    }

    /// Passes the request to the DSP; the GPP polls for it from now on.
    fn request(&mut self, job: &Job, mut made: Made) {
        let number = job.stream;
        let stream = &self.streams[number];
        let request = &stream.requests[made.number];
        let due = made.first + request.gathering.0;
        made.put_off = job.begun.unwrap_or(self.now) - due;
        let job = Job::serve(number, made, request, &self.constants.moves);
        self.events += 1;
        self.processors[1 + stream.dsp].add(0, self.events, job);
        self.progress[number].under_way += 1;
        self.poll(number);
    }

    /// Schedules the stream's next poll, if there are requests to poll for.
    fn poll(&mut self, number: usize) {
        let stream = &self.streams[number];
        let progress = &mut self.progress[number];
        let Notification::Polling(polling) = stream.notification else {
            return;
        };
        if progress.under_way > 0 && !progress.polls && self.events < MAX_EVENTS {
            let next = self.now.div_ceil(polling.0) * polling.0;
            let look = (next, stream.urgency, Work::Look, number);
            self.expiries.push(Reverse(look));
            progress.polls = true;
        }
    }

    fn is_done(&mut self, number: usize, made: Made) {
        match self.streams[number].notification {
            Notification::Interrupt => self.fetch(number, made),
            Notification::Polling(_) => self.progress[number].done.push((self.now, made)),
        }
    }

    /// What was done when it began to look is seen. The next poll is another one.
    fn has_looked(&mut self, job: &Job) {
        let begun = job.begun.unwrap_or(self.now);
        let progress = &mut self.progress[job.stream];
        let seen = progress.done.partition_point(|&(done, _)| done <= begun);
        let seen: Vec<(u64, Made)> = progress.done.drain(..seen).collect();
        progress.polls = false;
        for (_, made) in seen {
            self.fetch(job.stream, made);
        }
        self.poll(job.stream);
    }

    fn fetch(&mut self, number: usize, made: Made) {
        let stream = &self.streams[number];
        let request = &stream.requests[made.number];
        let is_interrupted = stream.notification == Notification::Interrupt;
        let job = Job::fetch(number, made, request, is_interrupted, self.copying(request));
        self.events += 1;
        self.progress[number].under_way -= 1;
        self.processors[0].add(stream.urgency, self.events, job);
    }

    /// Returns the pace of each processor, as long as nothing changes.
    fn paces(&self) -> Vec<Pace> {
        let movers: Vec<_> = self.processors.iter().map(Processor::mover).collect();
        let all: Vec<_> = movers.iter().flatten().copied().collect();
        let pace = |mover: &Option<_>| match mover {
            Some(mover) => Pace {
                takes: beside(mover, &all, &self.constants.moves.bus).0,
                alone: mover.alone.0,
            },
            None => Pace { takes: 1, alone: 1 },
        };
        movers.iter().map(pace).collect()
    }

    /// Returns the time of the next event; none at the end.
    fn next(&self, paces: &[Pace]) -> Option<u64> {
        let steps = self.processors.iter().zip(paces);
        let steps = steps.filter_map(|(processor, &pace)| processor.left(pace));
        let expiry = self.expiries.peek().map(|&Reverse((time, ..))| time);
        steps.map(|left| self.now + left).chain(expiry).min()
    }

    fn go_on(&mut self, until: u64, paces: &[Pace]) {
        let time = until - self.now;
        for (number, (processor, &pace)) in self.processors.iter_mut().zip(paces).enumerate() {
            let waited = processor.go_on(time, pace);
            if number == 0 && self.now < self.end {
                self.waited += waited;
            }
        }
        self.now = until;
    }
}
