//! The network interface of a memory or device: one request at a time is carried out, the next one waits in its buffer, and behind
//! that in the switches, where priorities count. The cycles are those of docs/switches.md.

use super::packet::{answer_words, flits, request, Label, MAX_REQUEST_FLITS, OPENED};
use super::registers;
use crate::bus::Request;
use crate::mesh::{CircuitStep, Flit};
use crate::units::Cycle;
use serde::{Deserialize, Serialize};
use std::collections::VecDeque;

/// Flits that may wait in each virtual channel: a whole request.
pub const BUFFER_FLITS: u8 = MAX_REQUEST_FLITS as u8;

/// What the interface is doing.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
enum State {
    /// Waits for a whole request.
    Idle,
    /// The device reads or writes at the end of cycle `due`.
    Access {
        request: Request,
        label: Label,
        due: Cycle,
    },
    /// Sends the answer, from the first cycle in which it is there.
    Answer { flits: VecDeque<Flit>, from: Cycle },
}

/// The interface of a device.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Target {
    /// Cycles from a whole request to the end of the access.
    access: u64,
    state: State,
    /// For each virtual channel, what has arrived and not begun.
    buffers: Vec<VecDeque<Flit>>,
}

impl Target {
    /// An idle interface.
    pub fn new(access: u64, virtual_channels: usize) -> Target {
        Target {
            access,
            state: State::Idle,
            buffers: vec![VecDeque::new(); virtual_channels],
        }
    }

    /// Flits of requests that it has not begun with.
    pub fn waiting(&self) -> usize {
        self.buffers.iter().map(VecDeque::len).sum()
    }

    /// When it does something by itself.
    pub fn next_event(&self) -> Cycle {
        match &self.state {
            State::Idle => Cycle::NEVER,
            State::Access { due, .. } => *due,
            State::Answer { from, .. } => *from,
        }
    }

    /// The access whose last cycle this is, and the endpoint that asks for it.
    pub fn due(&self, now: Cycle) -> Option<(Request, usize)> {
        match self.state {
            State::Access {
                request,
                label,
                due,
            } if due == now => Some((request, usize::from(label.source))),
            _ => None,
        }
    }

    /// The access that was due has this result; the answer goes from the next cycle on.
    pub fn answer(&mut self, value: u32, now: Cycle) {
        if let State::Access { request, label, .. } = self.state {
            self.send(flits(label.back(), &answer_words(&request, value)), now);
        }
    }

    fn send(&mut self, flits: Vec<Flit>, now: Cycle) {
        self.state = State::Answer {
            flits: flits.into(),
            from: now + 1,
        };
    }

    /// A flit has arrived. There is room: the network knows it.
    pub fn receive(&mut self, flit: Flit) {
        self.buffers[usize::from(flit.virtual_channel)].push_back(flit);
    }

    /// The flit to be driven in this cycle, if there is one.
    pub fn offers(&self, now: Cycle) -> Option<&Flit> {
        match &self.state {
            State::Answer { flits, from } if *from <= now => flits.front(),
            _ => None,
        }
    }

    /// The flit that is offered has gone.
    pub fn sent(&mut self) -> Option<Flit> {
        let State::Answer { flits, .. } = &mut self.state else {
            return None;
        };
        let flit = flits.pop_front();
        if flits.is_empty() {
            self.state = State::Idle;
        }
        flit
    }

    /// Begins with the next packet, if it does nothing else and all of one is there: the most urgent first. Returns the virtual channel
    /// and the number of flits that make room.
    pub fn begin(&mut self, now: Cycle) -> Option<(u8, usize)> {
        if self.state != State::Idle {
            return None;
        }
        let is_whole = |buffer: &VecDeque<Flit>| buffer.iter().any(|flit| flit.tail);
        let whole = (0..self.buffers.len()).filter(|&vc| is_whole(&self.buffers[vc]));
        let channel = whole.max_by_key(|&vc| self.buffers[vc][0].class)?;
        let buffer = &mut self.buffers[channel];
        let last = buffer.iter().position(|flit| flit.tail)?;
        let packet: Vec<Flit> = buffer.drain(..=last).collect();
        self.take(&packet, now);
        Some((channel as u8, packet.len()))
    }

    fn take(&mut self, packet: &[Flit], now: Cycle) {
        let head = packet[0];
        let label = Label {
            source: head.source,
            destination: head.destination,
            class: head.class,
        };
        if head.circuit != CircuitStep::None {
            return self.follow(label, head, now);
        }
        let words: Vec<u32> = packet.iter().map(|flit| flit.word).collect();
        self.state = State::Access {
            request: request(&words),
            label,
            due: now + self.access,
        };
    }

    /// A circuit has come to its end here: says so. One both ways is opened, and released, on the way back as well.
    fn follow(&mut self, label: Label, head: Flit, now: Cycle) {
        let both_ways = head.word == registers::OPEN_BOTH_WAYS;
        let circuit = match head.circuit {
            CircuitStep::Open if !both_ways => CircuitStep::None,
            circuit => circuit,
        };
        let answer = flits(label.back(), &[OPENED]).into_iter();
        self.send(answer.map(|flit| Flit { circuit, ..flit }).collect(), now);
    }
}
