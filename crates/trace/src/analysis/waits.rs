//! Finds which location waits for which other one, and why.
//!
//! A receive that begins before its message is sent waits for a *late sender*, from its own beginning to that of the send. A send that
//! has not returned when its receive begins waits for a *late receiver*, from its own beginning to that of the receive; so does a call
//! that waits for messages sent before (`completion`). Ranks in a
//! collective operation wait for each other: in its messages, or, where hardware carries it out without any, for the last to enter.

use super::completion::{self, Completions, LateReceive};
use super::timeline::Arrow;
use crate::event::{Definitions, Event, Kind, Message, Region, Role};
use crate::flow::UnderWay;
use serde::Serialize;
use std::cell::Cell;
use std::cmp::Reverse;
use std::collections::HashMap;
use std::rc::Rc;

/// Arrows that are kept for the picture: those of the longest waits.
const ARROWS: usize = 2000;

/// Calls that wait for nothing but the message that they send.
const SENDS: [&str; 3] = ["MPI_Send", "MPI_Ssend", "MPI_Rsend"];

/// The kinds of waits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum WaitKind {
    LateSender,
    LateReceiver,
    Collective,
}

/// The waits of a kind of one location for another.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct WaitSum {
    pub kind: WaitKind,
    /// The location that waits.
    pub waiting: usize,
    /// The location that is late.
    pub late: usize,
    pub times: u64,
    /// Ticks.
    pub ticks: u64,
}

/// The end of a wait and its cause: at `end` the location continues because of an event of another location at `cause`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bond {
    pub location: usize,
    pub end: u64,
    pub late: usize,
    pub cause: u64,
}

/// An MPI call that has not ended.
#[derive(Clone, Debug, Default)]
struct Call {
    region: u32,
    began: u64,
    /// Number of nested regions inside it that are MPI's too.
    depth: u32,
    /// When it was left, once it was. Messages that are sent in the call share this cell.
    left: Rc<Cell<Option<u64>>>,
    /// Its communicator's context and size, if it has said so.
    communicator: Option<(u32, u32)>,
    has_messages: bool,
}

/// The sender's part of a message.
struct Sent {
    location: usize,
    time: u64,
    call_began: u64,
    /// When the call was left that waits for the message to be received, if there is such a call.
    call_left: Option<Rc<Cell<Option<u64>>>>,
}

/// A collective operation that not all of its ranks have left.
#[derive(Default)]
struct Meeting {
    last: (u64, usize),
    left: u32,
}

/// The properties of a region that the analysis uses.
struct Traits {
    is_mpi: bool,
    is_barrier: bool,
    is_send: bool,
    completes: bool,
}

impl Traits {
    fn of(region: &Region) -> Traits {
        let name = region.name.as_str();
        Traits {
            is_mpi: region.role == Role::Mpi,
            is_barrier: name == "MPI_Barrier",
            is_send: SENDS.contains(&name),
            completes: completion::CALLS.contains(&name),
        }
    }
}

/// The waits so far.
#[derive(Default)]
pub struct Waits {
    /// The properties of each region.
    traits: Vec<Traits>,
    completions: Vec<Completions>,
    calls: Vec<Option<Call>>,
    under_way: UnderWay<Sent>,
    ranks: Vec<Option<u32>>,
    meetings: HashMap<(u32, u64), Meeting>,
    /// For each location and context the number of collective operations without messages.
    met: HashMap<(usize, u32), u64>,
    sums: HashMap<(WaitKind, usize, usize), WaitSum>,
    pub bonds: Vec<Bond>,
    arrows: Vec<Arrow>,
}

impl Waits {
    pub fn new(definitions: &Definitions) -> Waits {
        let locations = &definitions.locations;
        Waits {
            traits: definitions.regions.iter().map(Traits::of).collect(),
            completions: vec![Completions::default(); locations.len()],
            calls: vec![None; locations.len()],
            ranks: locations.iter().map(|location| location.rank).collect(),
            ..Waits::default()
        }
    }

    pub fn pass(&mut self, event: &Event) {
        let location = event.location as usize;
        match event.kind {
            Kind::Enter { region } if self.traits[region as usize].is_mpi => {
                self.enter(location, region, event.time);
            }
            Kind::Leave { region } if self.traits[region as usize].is_mpi => {
                self.leave(location, event.time);
            }
            Kind::Call(call) => self.meet(location, (call.context, call.ranks)),
            Kind::Send(message) => self.send(location, event.time, &message),
            Kind::Receive(message) => self.receive(location, event.time, &message),
            _ => {}
        }
    }

    fn enter(&mut self, location: usize, region: u32, time: u64) {
        match &mut self.calls[location] {
            Some(call) => call.depth += 1,
            None => {
                if self.traits[region as usize].completes {
                    if let Some(late) = self.completions[location].enter(time) {
                        self.late_receive(location, &late);
                    }
                }
                self.calls[location] = Some(Call {
                    region,
                    began: time,
                    ..Call::default()
                });
            }
        }
    }

    fn leave(&mut self, location: usize, time: u64) {
        match &mut self.calls[location] {
            Some(call) if call.depth > 0 => call.depth -= 1,
            ended => {
                if let Some(call) = ended.take() {
                    call.left.set(Some(time));
                    self.completions[location].leave(time);
                    self.part(location, &call, time);
                }
            }
        }
    }

    /// A call says which communicator it works on: a barrier's ranks meet.
    fn meet(&mut self, location: usize, communicator: (u32, u32)) {
        let Some(call) = &mut self.calls[location] else {
            return;
        };
        // A nested call may name another one.
        if call.communicator.is_some() {
            return;
        }
        call.communicator = Some(communicator);
        if self.traits[call.region as usize].is_barrier {
            let met = self.met.entry((location, communicator.0)).or_default();
            *met += 1;
            let meeting = self.meetings.entry((communicator.0, *met)).or_default();
            meeting.last = meeting.last.max((call.began, location));
        }
    }

    /// A location leaves a barrier without messages: unless it was the last to enter, it has waited for the last.
    fn part(&mut self, location: usize, call: &Call, time: u64) {
        let Some((context, ranks)) = call.communicator else {
            return;
        };
        if !self.traits[call.region as usize].is_barrier {
            return;
        }
        let key = (context, self.met[&(location, context)]);
        let Some(meeting) = self.meetings.get_mut(&key) else {
            return;
        };
        let (last, late) = meeting.last;
        meeting.left += 1;
        if meeting.left == ranks {
            self.meetings.remove(&key);
        }
        if late != location && last > call.began && last < time && !call.has_messages {
            self.wait(WaitKind::Collective, location, late, last - call.began);
            self.bond(location, time, late, last);
        }
    }

    fn send(&mut self, location: usize, time: u64, message: &Message) {
        let (call_began, call_left) = match &mut self.calls[location] {
            Some(call) => {
                call.has_messages = true;
                let waits = self.traits[call.region as usize].is_send;
                (call.began, waits.then(|| Rc::clone(&call.left)))
            }
            None => (time, None),
        };
        if let Some(rank) = self.ranks[location] {
            let sent = Sent {
                location,
                time,
                call_began,
                call_left,
            };
            self.under_way.send(rank, message, sent);
        }
    }

    fn receive(&mut self, location: usize, time: u64, message: &Message) {
        let began = match &mut self.calls[location] {
            Some(call) => {
                call.has_messages = true;
                call.began
            }
            None => time,
        };
        self.completions[location].receive(time);
        let rank = self.ranks[location];
        let Some(sent) = rank.and_then(|rank| self.under_way.receive(rank, message)) else {
            return;
        };
        let is_collective = message.context & 1 != 0;
        let waited = if sent.call_began > began {
            self.late_sender(&sent, location, began, time, is_collective)
        } else {
            self.late_receiver(&sent, location, began)
        };
        self.draw(&sent, location, time, waited);
    }

    /// Returns the ticks that the receiver has waited.
    fn late_sender(
        &mut self,
        sent: &Sent,
        location: usize,
        began: u64,
        time: u64,
        is_collective: bool,
    ) -> u64 {
        let kind = match is_collective {
            true => WaitKind::Collective,
            false => WaitKind::LateSender,
        };
        let waited = sent.call_began.min(time) - began;
        self.wait(kind, location, sent.location, waited);
        if sent.time < time {
            self.bond(location, time, sent.location, sent.time);
        }
        waited
    }

    /// Returns the ticks that the sender has waited: it was still in the call when the receive began.
    fn late_receiver(&mut self, sent: &Sent, location: usize, began: u64) -> u64 {
        if sent.call_left.is_none() {
            self.completions[sent.location].take(began, location);
        }
        let was_waiting = |left: &Rc<Cell<Option<u64>>>| left.get().is_none_or(|left| left > began);
        if !sent.call_left.as_ref().is_some_and(was_waiting) || sent.call_began >= began {
            return 0;
        }
        let late = LateReceive {
            since: sent.call_began,
            until: began,
            late: location,
        };
        self.late_receive(sent.location, &late);
        began - sent.call_began
    }

    /// A location has waited for another to receive.
    fn late_receive(&mut self, location: usize, late: &LateReceive) {
        let waited = late.until - late.since;
        self.wait(WaitKind::LateReceiver, location, late.late, waited);
        self.bond(location, late.until + 1, late.late, late.until);
    }

    /// Counts the waits that are still remembered at the end of the trace.
    pub fn finish(&mut self) {
        for location in 0..self.completions.len() {
            let rest: Vec<LateReceive> = self.completions[location].rest().collect();
            for late in &rest {
                self.late_receive(location, late);
            }
        }
    }

    fn bond(&mut self, location: usize, end: u64, late: usize, cause: u64) {
        self.bonds.push(Bond {
            location,
            end,
            late,
            cause,
        });
    }

    fn wait(&mut self, kind: WaitKind, waiting: usize, late: usize, ticks: u64) {
        let sums = self.sums.entry((kind, waiting, late));
        let sum = sums.or_insert(WaitSum {
            kind,
            waiting,
            late,
            times: 0,
            ticks: 0,
        });
        sum.times += 1;
        sum.ticks = sum.ticks.saturating_add(ticks);
    }

    fn draw(&mut self, sent: &Sent, to: usize, time: u64, waited: u64) {
        self.arrows.push(Arrow {
            from: sent.location,
            sent: sent.time,
            to,
            received: time,
            waited,
        });
        if self.arrows.len() >= 2 * ARROWS {
            self.keep_longest();
        }
    }

    fn keep_longest(&mut self) {
        let arrows = &mut self.arrows;
        arrows.sort_by_key(|arrow| (Reverse(arrow.waited), arrow.sent));
        arrows.truncate(ARROWS);
    }

    /// Returns the messages with the longest waits.
    pub fn arrows(&mut self) -> Vec<Arrow> {
        self.keep_longest();
        std::mem::take(&mut self.arrows)
    }

    /// Returns the waits, those that cost the most first.
    pub fn sums(&self) -> Vec<WaitSum> {
        let mut sums: Vec<WaitSum> = self.sums.values().cloned().collect();
        sums.sort_by_key(|sum| (Reverse(sum.ticks), sum.kind, sum.waiting, sum.late));
        sums
    }
}
