//! The ways to serve a task, and what each costs: the equations of section 4 of the source, as `docs/tune.md` puts them right.

use serde::Serialize;

use crate::scenario::{Constants, Kind};
use crate::units::{Bytes, CopyTime, Nanoseconds, PerMillion};

/// How the GPP learns that a request is done (I = 1 or 0).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Notification {
    /// The DSP interrupts it.
    Interrupt,
    /// It looks, at multiples of this time (PP).
    Polling(Nanoseconds),
}

/// Where a request's block lies (M = 0 or 1).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Memory {
    /// In a DSP's internal memory.
    Internal,
    /// In external memory, of which there is enough.
    External,
}

/// A way to serve a task.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
pub struct Choice {
    /// Smallest blocks in a request.
    pub blocks: u32,
    /// How the GPP is told.
    pub notification: Notification,
    /// Where the block lies.
    pub memory: Memory,
}

/// What a choice costs.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Cost {
    /// The part of the GPP's time (U).
    pub load: PerMillion,
    /// Internal memory.
    pub internal: Bytes,
    /// The longest time from a block's first datum to its result, while no other task keeps the DSP busy (d).
    pub latency: Nanoseconds,
    /// The part of the DSP's time.
    #[serde(rename = "dsp_load")]
    pub dsp: PerMillion,
}

/// A choice with its cost.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Strategy {
    /// The choice.
    #[serde(flatten)]
    pub choice: Choice,
    /// Its cost.
    #[serde(flatten)]
    pub cost: Cost,
}

/// A request of a task under a choice: its times.
#[derive(Clone, Copy, Debug)]
pub struct Request {
    /// From one to the next.
    pub period: Nanoseconds,
    /// From one smallest block to the next: the GPP's timer expires for each.
    pub expiry: Nanoseconds,
    /// While the smallest blocks behind the first are gathered.
    pub gathering: Nanoseconds,
    /// The GPP's time until the DSP can begin.
    pub begin: Nanoseconds,
    /// The DSP's time.
    pub service: Nanoseconds,
    /// The GPP's time after it has been told.
    pub end: Nanoseconds,
    /// Bytes of its block.
    pub block: Bytes,
}

impl Request {
    /// The request that `kind` makes under `choice`.
    pub fn new(kind: &Kind, choice: Choice, constants: &Constants) -> Request {
        let blocks = u64::from(choice.blocks);
        let copy = copy_time(choice.memory, constants);
        let told = match choice.notification {
            Notification::Interrupt => constants.interrupt,
            Notification::Polling(_) => constants.poll,
        };
        Request {
            period: kind.period * blocks,
            expiry: kind.period,
            gathering: kind.period * (blocks - 1),
            begin: constants.request + copy.of(kind.input * blocks),
            service: constants.dsp_request + kind.work * blocks,
            end: told + copy.of(kind.output * blocks),
            block: kind.input.max(kind.output) * blocks,
        }
    }

    /// The longest time for which its block is in use, while no other task keeps the DSP busy.
    fn held(&self, notification: Notification) -> Nanoseconds {
        let done = self.begin + self.service;
        match notification {
            Notification::Interrupt => done + self.end,
            Notification::Polling(polling) => {
                latest_poll(done, self.period, self.gathering, polling) + self.end
            }
        }
    }

    /// The GPP's time for a request, every poll counted.
    fn overhead(&self, notification: Notification, constants: &Constants) -> Nanoseconds {
        let once = self.begin + self.end;
        match notification {
            Notification::Interrupt => once,
            Notification::Polling(polling) => {
                once - constants.poll + self.polls(polling, constants)
            }
        }
    }

    /// The GPP's time for polls between two requests. Those that fall together with a smallest block find the timer
    /// expired: one in (least common multiple of both periods) / `polling`.
    fn polls(&self, polling: Nanoseconds, constants: &Constants) -> Nanoseconds {
        let common = greatest_common_divisor(self.expiry.0, polling.0);
        let alone = self.period.0 / self.expiry.0 * (self.expiry.0 - common);
        let all = constants.poll.0 * self.period.0 + constants.timer.0 * alone;
        Nanoseconds(all / polling.0)
    }
}

fn copy_time(memory: Memory, constants: &Constants) -> CopyTime {
    match memory {
        Memory::Internal => constants.internal,
        Memory::External => constants.external,
    }
}

/// The longest time from a request to the first poll at which it is seen to be done, `done` after it was made.
///
/// Polls fall at multiples of `polling`, requests at multiples of `period` and `gathering`, the time for which their blocks are gathered, behind
/// them: so a request comes `gathering` and any multiple of the greatest common divisor of both after a poll, but nothing between.
pub fn latest_poll(
    done: Nanoseconds,
    period: Nanoseconds,
    gathering: Nanoseconds,
    polling: Nanoseconds,
) -> Nanoseconds {
    let step = greatest_common_divisor(period.0, polling.0);
    let offset = gathering.0 % step;
    Nanoseconds((done.0 + offset).div_ceil(step) * step - offset + polling.0 - step)
}

fn greatest_common_divisor(mut one: u64, mut other: u64) -> u64 {
    while other != 0 {
        (one, other) = (other, one % other);
    }
    one
}

/// All ways to serve a task of `kind`, whether they meet its deadline or not: block sizes in their order, for each the interrupt and then the
/// polling periods, for each internal and then external memory.
pub fn strategies(kind: &Kind, constants: &Constants) -> Vec<Strategy> {
    let mut all = Vec::new();
    for &blocks in &kind.blocks {
        let polling = kind.polling.iter().copied().map(Notification::Polling);
        for notification in std::iter::once(Notification::Interrupt).chain(polling) {
            for memory in [Memory::Internal, Memory::External] {
                let choice = Choice {
                    blocks,
                    notification,
                    memory,
                };
                all.push(Strategy::new(kind, choice, constants));
            }
        }
    }
    all
}

impl Strategy {
    /// A choice for `kind`, with what it costs.
    pub fn new(kind: &Kind, choice: Choice, constants: &Constants) -> Strategy {
        let request = Request::new(kind, choice, constants);
        let held = request.held(choice.notification);
        let in_use = 1 + held.0 / request.period.0;
        let cost = Cost {
            load: PerMillion::of(
                request.overhead(choice.notification, constants),
                request.period,
            ),
            internal: match choice.memory {
                Memory::Internal => request.block * in_use,
                Memory::External => Bytes(0),
            },
            latency: request.gathering + held,
            dsp: PerMillion::of(request.service, request.period),
        };
        Strategy { choice, cost }
    }

    /// Whether the deadline is met, and the choice does not need more than the GPP and a DSP have.
    pub fn is_possible(&self, kind: &Kind) -> bool {
        self.cost.latency <= kind.deadline
            && self.cost.load <= PerMillion::WHOLE
            && self.cost.dsp <= PerMillion::WHOLE
    }
}

#[cfg(test)]
mod tests;
