//! The send queues of an interface: one for packets by circuit, which are sent first, and one for best effort.

use crate::noc::{CircuitStep, Flit};
use crate::units::Cycle;
use serde::{Deserialize, Serialize};
use std::collections::VecDeque;

/// The service that carries a packet.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Service {
    Circuit,
    BestEffort,
}

/// The flits to send, each with the first cycle in which it may be driven.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Outgoing {
    queues: [VecDeque<(Cycle, Flit)>; 2],
}

impl Outgoing {
    /// Queues a packet that may be sent from cycle `first` on.
    pub fn push(&mut self, service: Service, first: Cycle, packet: Vec<Flit>) {
        let flits = packet.into_iter().map(|flit| (first, flit));
        self.queues[service as usize].extend(flits);
    }

    /// Whether a packet of this service waits.
    pub fn has(&self, service: Service) -> bool {
        !self.queues[service as usize].is_empty()
    }

    /// Whether a packet waits that opens or closes a circuit.
    pub fn has_circuit_step(&self) -> bool {
        let mut flits = self.queues[Service::Circuit as usize].iter();
        flits.any(|(_, flit)| flit.circuit != CircuitStep::None)
    }

    /// The first cycle in which a flit can be driven, of those for which there is room in their virtual channel now. (Other room appears only when
    /// the network moves.)
    pub fn next_event(&self, has_room: impl Fn(usize) -> bool) -> Cycle {
        let fronts = self.queues.iter().filter_map(VecDeque::front);
        let sendable = fronts.filter(|(_, flit)| has_room(flit.virtual_channel.into()));
        sendable
            .map(|(from, _)| *from)
            .min()
            .unwrap_or(Cycle::NEVER)
    }

    /// The virtual channel of a best-effort packet that waits because there is no room in it.
    pub fn awaited_channel(&self, has_room: impl Fn(usize) -> bool) -> Option<u8> {
        let (_, flit) = self.queues[Service::BestEffort as usize].front()?;
        (!has_room(flit.virtual_channel.into())).then_some(flit.virtual_channel)
    }

    /// Whether a packet to an endpoint waits.
    pub fn has_for(&self, endpoint: usize) -> bool {
        let mut flits = self.queues.iter().flatten();
        flits.any(|(_, flit)| usize::from(flit.destination) == endpoint)
    }

    /// Takes the flit that is driven in this cycle: the first that is due and has room.
    pub fn take(&mut self, now: Cycle, has_room: impl Fn(usize) -> bool) -> Option<Flit> {
        let can_send = |queue: &&mut VecDeque<(Cycle, Flit)>| {
            let front = queue.front();
            front.is_some_and(|(from, flit)| *from <= now && has_room(flit.virtual_channel.into()))
        };
        let queue = self.queues.iter_mut().find(can_send)?;
        queue.pop_front().map(|(_, flit)| flit)
    }
}
