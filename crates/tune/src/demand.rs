//! The demand of a choice on its DSP: the burst of work that its requests bring, and the time that each request may take there.

use crate::request::greatest_common_divisor;
use crate::{Choice, Constants, Kind, Nanoseconds, Notification, Request};

/// The demand of a choice on its DSP, while nothing delays its requests.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Demand {
    /// The DSP's time for successive requests, beyond the mean of all but one of them.
    pub burst: Nanoseconds,
    /// The longest time from the arrival of a request at the DSP until it is done that keeps the deadline.
    pub patience: Nanoseconds,
}

impl Demand {
    /// The demand of a task that uses no DSP.
    pub const NONE: Demand = Demand {
        burst: Nanoseconds(0),
        patience: Nanoseconds(u64::MAX),
    };

    /// Of a choice for `kind` that keeps its deadline alone.
    pub fn new(kind: &Kind, choice: Choice, constants: &Constants) -> Demand {
        let requests = Request::in_turn(kind, choice, constants);
        let patience = |one: &Request| patience(one, choice.notification, kind.deadline.0);
        let services: Vec<u64> = requests.iter().map(|one| one.served().0).collect();
        Demand {
            burst: Nanoseconds(burst(&services)),
            patience: Nanoseconds(requests.iter().map(patience).min().unwrap_or(0)),
        }
    }
}

/// The most that successive services take beyond the mean of all but one of them: the longest, if they are alike.
pub(crate) fn burst(services: &[u64]) -> u64 {
    let (count, total) = (services.len(), services.iter().sum::<u64>());
    let mut most = 0;
    for first in 0..count {
        let mut sum = 0;
        for number in 0..count {
            sum += services[(first + number) % count];
            let mean = number as u64 * total / count as u64;
            most = most.max(sum - mean.min(sum));
        }
    }
    most
}

/// The longest time at the DSP that keeps the deadline: [`Request::held`], solved for it.
fn patience(request: &Request, notification: Notification, deadline: u64) -> u64 {
    let left = deadline.saturating_sub(request.gathering.0 + request.end.time().0);
    let done = match notification {
        Notification::Interrupt => left,
        Notification::Polling(polling) => {
            let step = greatest_common_divisor(request.period.0, polling.0);
            let offset = request.gathering.0 % step;
            let latest = (left + offset).saturating_sub(polling.0 - step) / step * step;
            latest.saturating_sub(offset)
        }
    };
    done.saturating_sub(request.begin.time().0)
}
