//! A request of a task under a choice: the GPP time, DSP time and memory that it takes on an uncontended bus.

use crate::{Bytes, Choice, Constants, Kind, Memory, Nanoseconds, Notification};

/// The times of a request.
#[derive(Clone, Copy, Debug)]
pub struct Request {
    /// Time from one request to the next.
    pub period: Nanoseconds,
    /// From one smallest block to the next: the GPP's timer expires for each.
    pub expiry: Nanoseconds,
    /// Time for which the smallest blocks after the first are gathered.
    pub gathering: Nanoseconds,
    /// The GPP's time until the DSP can begin: copying the block, and the rest of the request.
    pub begin: Part,
    /// The DSP's time: moving the block, and computing.
    pub service: Part,
    /// The same for moving the result.
    pub result: Nanoseconds,
    /// The GPP's time after it has been told: copying the result, and the notification.
    pub end: Part,
    /// The memory of its block.
    pub memory: Memory,
    /// Bytes of its block.
    pub block: Bytes,
}

/// A processor's time: for moving a block to or from the request's memory, and for itself.
#[derive(Clone, Copy, Debug)]
pub struct Part {
    /// Moving.
    pub moving: Nanoseconds,
    /// Everything else.
    pub own: Nanoseconds,
}

impl Part {
    /// Returns the sum of both.
    pub fn time(&self) -> Nanoseconds {
        self.moving + self.own
    }
}

impl Request {
    /// Request number `number`, from 0, that `kind` makes under `choice`.
    pub fn new(kind: &Kind, choice: Choice, constants: &Constants, number: usize) -> Request {
        let blocks = u64::from(choice.blocks);
        let copying = choice.memory.of(constants.internal, constants.external);
        let moves = &constants.moves;
        let moving = choice.memory.of(moves.internal, moves.external);
        let told = match choice.notification {
            Notification::Interrupt => constants.interrupt,
            Notification::Polling(_) => constants.poll,
        };
        let (first, count) = (number * choice.blocks as usize, choice.blocks as usize);
        let (input, output) = (kind.input * blocks, kind.output.sum(first, count));
        let work = kind.work.sum(first, count);
        let part = |moving, own| Part { moving, own };
        Request {
            period: kind.period * blocks,
            expiry: kind.period,
            gathering: kind.period * (blocks - 1),
            begin: part(copying.of(input), constants.request),
            service: part(moving.of(input), constants.dsp_request + work),
            result: moving.of(output),
            end: part(copying.of(output), told),
            memory: choice.memory,
            block: input.max(output),
        }
    }

    /// The requests that follow each other until the first one's times come again.
    pub fn in_turn(kind: &Kind, choice: Choice, constants: &Constants) -> Vec<Request> {
        let (outputs, works) = (kind.output.all().len(), kind.work.all().len());
        let blocks = least_common_multiple(outputs as u64, works as u64);
        let count = blocks / greatest_common_divisor(blocks, u64::from(choice.blocks));
        let request = |number| Request::new(kind, choice, constants, number);
        (0..count as usize).map(request).collect()
    }

    /// Returns the DSP's time for it.
    pub fn served(&self) -> Nanoseconds {
        self.service.time() + self.result
    }

    /// Returns the time from making the request until it is done, while no other task keeps the DSP busy.
    pub fn done(&self) -> Nanoseconds {
        self.begin.time() + self.served()
    }

    /// The longest time for which its block is in use, while no other task keeps the DSP busy.
    pub fn held(&self, notification: Notification) -> Nanoseconds {
        match notification {
            Notification::Interrupt => self.done() + self.end.time(),
            Notification::Polling(polling) => {
                latest_poll(self.done(), self.period, self.gathering, polling) + self.end.time()
            }
        }
    }

    /// The GPP's time for a request, every poll counted.
    pub fn overhead(&self, notification: Notification, constants: &Constants) -> Nanoseconds {
        let once = self.begin.time() + self.end.time();
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

pub(crate) fn greatest_common_divisor(mut one: u64, mut other: u64) -> u64 {
    while other != 0 {
        (one, other) = (other, one % other);
    }
    one
}

fn least_common_multiple(one: u64, other: u64) -> u64 {
    one / greatest_common_divisor(one, other) * other
}
