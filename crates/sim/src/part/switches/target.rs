//! The network interface of a memory or device: carries out one request at a time.
//!
//! ```text
//!   network --> buffers, one request for each VC --> arbitration: circuits first, then by priority --> access --> answer --> network
//! ```
//!
//! Further requests wait in the switches, where priorities count. While a circuit leads here, requests by best effort wait, so that those by
//! circuit find the device idle. The cycles are those of docs/contract/switches.md.

use super::channels::Channels;
use super::outgoing::{Outgoing, Service};
use super::packet::{
    answer_words, flits, is_answered, request, signal, Label, MAX_REQUEST_FLITS, OPENED,
};
use crate::noc::{CircuitStep, Flit, Mark};
use crate::port::Request;
use crate::units::Cycle;
use serde::{Deserialize, Serialize};
use std::collections::VecDeque;

/// Buffer of each virtual channel, in flits: one whole request.
pub const BUFFER_FLITS: u8 = MAX_REQUEST_FLITS as u8;

/// An access that the device carries out at the end of cycle `due`.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
struct Access {
    request: Request,
    label: Label,
    is_answered: bool,
    /// An injected fault has duplicated the packet: the access is carried out again, without a second answer.
    is_repeated: bool,
    due: Cycle,
}

/// The interface of a device.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Target {
    /// Cycles from a complete request to the end of the access.
    cycles: u64,
    channels: Channels,
    access: Option<Access>,
    /// The answers to send: at most one by circuit and one by best effort.
    outgoing: Outgoing,
    /// For each virtual channel, the flits that have arrived and whose access has not begun.
    buffers: Vec<VecDeque<Flit>>,
    /// Whether a circuit leads here.
    has_circuit: bool,
}

impl Target {
    /// An idle interface of a device that takes this number of cycles from a complete request to the end of the access.
    pub fn new(cycles: u64, channels: Channels) -> Target {
        Target {
            cycles,
            channels,
            access: None,
            outgoing: Outgoing::default(),
            buffers: vec![VecDeque::new(); channels.count()],
            has_circuit: false,
        }
    }

    /// Flits of requests whose access has not begun.
    pub fn waiting(&self) -> usize {
        self.buffers.iter().map(VecDeque::len).sum()
    }

    /// The virtual channel for which an answer waits because there is no room in it. Meanwhile no further request begins.
    pub fn awaited_channel(&self, has_room: impl Fn(usize) -> bool) -> Option<u8> {
        self.outgoing.awaited_channel(has_room)
    }

    /// Whether a request of an endpoint, or an answer to it, waits here.
    pub fn serves(&self, endpoint: usize) -> bool {
        let mut flits = self.buffers.iter().flatten();
        flits.any(|flit| usize::from(flit.source) == endpoint) || self.outgoing.has_for(endpoint)
    }

    /// The next cycle in which the interface does something by itself. `has_room` tells whether the network has room in a virtual channel.
    pub fn next_event(&self, has_room: impl Fn(usize) -> bool) -> Cycle {
        let next = match self.access {
            Some(access) => access.due,
            None if self.next_channel().is_some() => Cycle(0),
            None => Cycle::NEVER,
        };
        next.min(self.outgoing.next_event(has_room))
    }

    /// The access whose last cycle this is, and the endpoint of its initiator.
    pub fn due(&self, now: Cycle) -> Option<(Request, usize)> {
        let access = self.access.filter(|access| access.due == now)?;
        Some((access.request, access.label.source.into()))
    }

    /// Ends the due access with this result. The answer, if there is one, can be sent from the next cycle on.
    pub fn answer(&mut self, value: u32, now: Cycle) {
        let Some(access) = self.access.take() else {
            return;
        };
        if access.is_answered {
            let words = answer_words(&access.request, value);
            self.queue_answer(access.label, now, |label| flits(label, &words));
        }
        self.access = access.is_repeated.then_some(Access {
            is_answered: false,
            is_repeated: false,
            due: now + self.cycles,
            ..access
        });
    }

    fn queue_answer(&mut self, label: Label, now: Cycle, packet: impl Fn(Label) -> Vec<Flit>) {
        let packet = packet(label.back(self.channels));
        self.outgoing
            .push(self.service(label.virtual_channel), now + 1, packet);
    }

    fn service(&self, virtual_channel: u8) -> Service {
        match self.channels.is_of_circuits(virtual_channel) {
            true => Service::Circuit,
            false => Service::BestEffort,
        }
    }

    /// Takes a flit that has arrived. There is room for it: the network tracks credits.
    pub fn receive(&mut self, flit: Flit) {
        self.buffers[usize::from(flit.virtual_channel)].push_back(flit);
    }

    /// Returns the flit that the interface drives in this cycle, if any.
    pub fn send(&mut self, now: Cycle, has_room: impl Fn(usize) -> bool) -> Option<Flit> {
        self.outgoing.take(now, has_room)
    }

    /// Begins the next request, if no access is in progress and a whole packet is there. Returns the virtual channel and the number of its flits that
    /// become free.
    pub fn begin(&mut self, now: Cycle) -> Option<(u8, usize)> {
        if self.access.is_some() {
            return None;
        }
        let channel = self.next_channel()?;
        let buffer = &mut self.buffers[channel];
        let last = buffer.iter().position(|flit| flit.tail)?;
        let packet: Vec<Flit> = buffer.drain(..=last).collect();
        if packet[0].mark != Mark::Lost {
            self.execute(&packet, now);
        }
        Some((channel as u8, packet.len()))
    }

    /// Chooses the virtual channel of the next request: circuits first, then the highest priority. The previous answer of its kind must have left.
    fn next_channel(&self) -> Option<usize> {
        let may_begin = |service| match service {
            Service::Circuit => !self.outgoing.has(service),
            Service::BestEffort => !self.outgoing.has(service) && !self.has_circuit,
        };
        let is_whole = |channel: &usize| self.buffers[*channel].iter().any(|flit| flit.tail);
        let whole = (0..self.buffers.len()).filter(is_whole);
        let ready = whole.filter(|&channel| may_begin(self.service(channel as u8)));
        ready.max_by_key(|&channel| {
            let is_of_circuits = self.channels.is_of_circuits(channel as u8);
            (is_of_circuits, self.buffers[channel][0].class)
        })
    }

    /// Begins the access of a request, or opens or closes a circuit.
    fn execute(&mut self, packet: &[Flit], now: Cycle) {
        let head = packet[0];
        let label = Label {
            source: head.source,
            destination: head.destination,
            class: head.class,
            virtual_channel: head.virtual_channel,
        };
        match head.circuit {
            CircuitStep::None => {
                let mut words: Vec<u32> = packet.iter().map(|flit| flit.word).collect();
                if let (Mark::Altered { bit }, Some(value)) = (head.mark, words.get_mut(2)) {
                    *value ^= 1 << bit;
                }
                self.access = Some(Access {
                    request: request(&words),
                    label,
                    is_answered: is_answered(&words),
                    is_repeated: head.mark == Mark::Duplicated,
                    due: now + self.cycles,
                });
            }
            CircuitStep::Release { .. } => self.has_circuit = false,
            _ => {
                self.has_circuit = true;
                self.queue_answer(label, now, |label| signal(label, OPENED, CircuitStep::None));
            }
        }
    }
}
