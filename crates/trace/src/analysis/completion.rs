//! Calls that wait for messages sent before: MPI_Wait and its kin until one has been received, MP_send until there is room for another.
//!
//! A trace does not say which request such a call waits for. But the call ends at the last event that it has waited for: the arrival of a
//! message for its location, or the beginning of a receive that takes one of its location's messages.

use std::collections::VecDeque;

/// These calls.
pub const CALLS: [&str; 7] = [
    "MP_send",
    "MPI_Wait",
    "MPI_Waitall",
    "MPI_Waitany",
    "MPI_Waitsome",
    "MPI_Sendrecv",
    "MPI_Sendrecv_replace",
];

/// Calls of a location that are remembered: a receive may be told some time after the send has ended.
const REMEMBERED: usize = 16;

/// The calls of one location, the oldest first.
#[derive(Clone, Debug, Default)]
pub struct Completions(VecDeque<Completion>);

/// One call.
#[derive(Clone, Copy, Debug)]
struct Completion {
    began: u64,
    /// When it was left; None if it has not been.
    left: Option<u64>,
    /// When it received its last message; its beginning, if it received none.
    received: u64,
    /// When the last of the receives began that took a message of its location, and where.
    taken: Option<(u64, usize)>,
}

/// A wait of a call for another location to begin a receive.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LateReceive {
    /// The time from which it waited for nothing else.
    pub since: u64,
    /// When the receive began.
    pub until: u64,
    pub late: usize,
}

impl Completions {
    /// The location enters such a call. Returns the wait of the oldest remembered call if that is forgotten to make room.
    pub fn enter(&mut self, time: u64) -> Option<LateReceive> {
        self.0.push_back(Completion {
            began: time,
            left: None,
            received: time,
            taken: None,
        });
        let forgotten = (self.0.len() > REMEMBERED).then(|| self.0.pop_front());
        forgotten.flatten().and_then(Completion::late_receive)
    }

    /// It leaves its call, if that is one.
    pub fn leave(&mut self, time: u64) {
        if let Some(call) = self.under_way() {
            call.left = Some(time);
        }
    }

    /// It has received a message.
    pub fn receive(&mut self, time: u64) {
        if let Some(call) = self.under_way() {
            call.received = time;
        }
    }

    /// A receive that began at `began` at the location `by` has taken a message of this one.
    pub fn take(&mut self, began: u64, by: usize) {
        let within = |call: &&mut Completion| {
            call.began < began && call.left.is_none_or(|left| began < left)
        };
        if let Some(call) = self.0.iter_mut().find(within) {
            call.taken = call.taken.max(Some((began, by)));
        }
    }

    /// Returns the waits of the calls that are still remembered.
    pub fn rest(&mut self) -> impl Iterator<Item = LateReceive> + '_ {
        self.0.drain(..).filter_map(Completion::late_receive)
    }

    fn under_way(&mut self) -> Option<&mut Completion> {
        self.0.back_mut().filter(|call| call.left.is_none())
    }
}

impl Completion {
    fn late_receive(self) -> Option<LateReceive> {
        let (until, late) = self.taken?;
        (until > self.received).then_some(LateReceive {
            since: self.received,
            until,
            late,
        })
    }
}
