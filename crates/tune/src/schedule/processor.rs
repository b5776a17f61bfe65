//! A processor and what it has to do: the most urgent job first, step by step.

use std::collections::BTreeMap;

use super::bus::Mover;
use crate::{CopyTime, Memory, Moves, Nanoseconds, Request, Side};

/// What a processor does about a request, the most urgent of a task first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Work {
    /// The GPP polls whether requests are done.
    Look,
    /// It copies the result.
    Fetch,
    /// It makes the request.
    Make,
    /// The DSP serves it.
    Serve,
}

/// A task's request: its number, when its first datum came, and how long the GPP was busy with other things when it was to be made.
#[derive(Clone, Copy, Debug)]
pub(super) struct Made {
    pub number: usize,
    pub first: u64,
    pub put_off: u64,
}

/// A piece of a job.
#[derive(Clone, Copy, Debug)]
struct Step {
    /// Where a block is moved to or from, and what a KiB takes; None for what needs no bus.
    moves: Option<(Memory, CopyTime)>,
    /// Nanoseconds on an uncontended bus.
    left: u64,
}

/// Something that a processor has to do.
#[derive(Clone, Debug)]
pub(super) struct Job {
    pub stream: usize,
    pub work: Work,
    /// The request; None for a poll.
    pub made: Option<Made>,
    /// When the processor first worked on it.
    pub begun: Option<u64>,
    /// The remaining steps, in reverse order.
    steps: Vec<Step>,
}

impl Job {
    fn new(stream: usize, work: Work, made: Option<Made>, mut steps: Vec<Step>) -> Job {
        steps.reverse();
        Job {
            stream,
            work,
            made,
            begun: None,
            steps,
        }
    }

    pub(super) fn look(stream: usize, request: &Request) -> Job {
        Job::new(stream, Work::Look, None, vec![own(request.end.own)])
    }

    /// An interrupt has its cost here; a poll has had it.
    pub(super) fn fetch(
        stream: usize,
        made: Made,
        request: &Request,
        interrupted: bool,
        copying: CopyTime,
    ) -> Job {
        let mut steps = vec![moving(request, request.end.moving, copying)];
        if interrupted {
            steps.insert(0, own(request.end.own));
        }
        Job::new(stream, Work::Fetch, Some(made), steps)
    }

    pub(super) fn make(stream: usize, made: Made, request: &Request, copying: CopyTime) -> Job {
        let steps = vec![
            moving(request, request.begin.moving, copying),
            own(request.begin.own),
        ];
        Job::new(stream, Work::Make, Some(made), steps)
    }

    pub(super) fn serve(stream: usize, made: Made, request: &Request, moves: &Moves) -> Job {
        let speed = request.memory.of(moves.internal, moves.external);
        let steps = vec![
            moving(request, request.service.moving, speed),
            own(request.service.own),
            moving(request, request.result, speed),
        ];
        Job::new(stream, Work::Serve, Some(made), steps)
    }
}

fn own(time: Nanoseconds) -> Step {
    Step {
        moves: None,
        left: time.0,
    }
}

fn moving(request: &Request, time: Nanoseconds, speed: CopyTime) -> Step {
    Step {
        moves: Some((request.memory, speed)),
        left: time.0,
    }
}

/// How much longer than alone a step takes: nanoseconds more for a number of nanoseconds alone.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pace {
    pub takes: u64,
    pub alone: u64,
}

/// A processor. The order of its jobs: urgency, what is done, and which came first.
pub(super) struct Processor {
    side: Side,
    jobs: BTreeMap<(usize, Work, u64), Job>,
}

impl Processor {
    pub(super) fn new(side: Side) -> Processor {
        Processor {
            side,
            jobs: BTreeMap::new(),
        }
    }

    pub(super) fn add(&mut self, urgency: usize, number: u64, job: Job) {
        self.jobs.insert((urgency, job.work, number), job);
    }

    /// Takes up what is most urgent; a job that is finished with that.
    pub(super) fn take_up(&mut self, now: u64) -> Option<Job> {
        let mut first = self.jobs.first_entry()?;
        let job = first.get_mut();
        job.begun.get_or_insert(now);
        while job.steps.last().is_some_and(|step| step.left == 0) {
            job.steps.pop();
        }
        job.steps.is_empty().then(|| first.remove())
    }

    fn step(&self) -> Option<&Step> {
        let (_, job) = self.jobs.first_key_value()?;
        job.steps.last()
    }

    /// Returns the mover, if the processor is moving a block.
    pub(super) fn mover(&self) -> Option<Mover> {
        let (memory, alone) = self.step()?.moves?;
        Some(Mover {
            side: self.side,
            memory,
            alone,
        })
    }

    /// Returns how long the current step still takes at this pace.
    pub(super) fn left(&self, pace: Pace) -> Option<u64> {
        let left = self.step()?.left;
        Some((left * pace.takes).div_ceil(pace.alone))
    }

    /// Advances by `time`. Returns the part of it in which the processor waited for others.
    pub(super) fn go_on(&mut self, time: u64, pace: Pace) -> u64 {
        let Some(mut first) = self.jobs.first_entry() else {
            return 0;
        };
        let Some(step) = first.get_mut().steps.last_mut() else {
            return 0;
        };
        let done = (time * pace.alone / pace.takes).min(step.left);
        let is_last = time >= (step.left * pace.takes).div_ceil(pace.alone);
        let done = if is_last { step.left } else { done };
        step.left -= done;
        time - done.min(time)
    }
}
