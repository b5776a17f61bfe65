//! The mesh with what is behind its endpoints: the tiles of the cores, the memory tile, the host, the injectors at the edges.
//!
//! Source: S. S. Kumar et al., "Low Overhead Message Passing for High Performance Many-Core Processors", 2013 (*pronto*), III and figure 1. In
//! a cycle the cores issue, then each endpoint takes what has arrived and drives what it has, then the network ticks. An endpoint is
//! looked at only in cycles in which something arrives there or that it has named itself; the result is that of looking at all.

mod endpoints;
mod host;
mod injector;
pub mod keys;
mod placement;
mod ports;
mod statistics;
#[cfg(test)]
mod tests;

use crate::noc::interface::EndpointPort;
use crate::noc::Network;
use crate::part::memory_tile::MemoryTile;
use crate::part::message_buffers::{Event, MessageBuffers, Parameters, Step};
use crate::platform;
use crate::port::access::RegisterAccess;
use crate::port::core::{CorePort, PrivateRegisters, SecondPort};
use crate::port::range::Range;
use crate::port::schedule::Nodes;
use crate::port::set::NodeSet;
use crate::port::signal::Visitor;
use crate::units::Cycle;
use endpoints::{occupants, requesters, responders, Occupant};
use host::Host;
use injector::{Requester, Responder};
use ports::TilePort;
use serde::{Deserialize, Serialize};

pub use host::Placement;
pub use injector::RequestStatistics;
pub use placement::{Remap, TilePlacement};
pub use statistics::{MemoryArrival, MeshStatistics};

/// The mesh of a chip.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct MeshOfTiles {
    network: Network,
    window: usize,
    occupants: Vec<Occupant>,
    /// The endpoint of the host, and what the tiles have of a packet at most.
    host_tile: usize,
    packet_words: usize,
    /// The endpoint of each core.
    tiles: Vec<usize>,
    units: Vec<MessageBuffers>,
    memory: MemoryTile,
    host: Host,
    requesters: Vec<Requester>,
    responders: Vec<Responder>,
    /// For each endpoint, the next cycle in which it does something.
    due: Vec<Cycle>,
    /// Flits between tiles that have been injected and not ejected; those of injectors do not count.
    under_way: u64,
}

impl PrivateRegisters for MeshOfTiles {
    fn begin(&mut self, core: usize, access: RegisterAccess, now: Cycle) -> bool {
        self.units[core].begin(access, now);
        let due = &mut self.due[self.tiles[core]];
        *due = self.units[core].next_event(now).min(*due);
        false
    }

    fn withdraw(&mut self, _: usize) {}
}

impl MeshOfTiles {
    /// An idle mesh, with empty memory and tables. `window`: the number of the message buffers' registers among those that a core has for
    /// itself; `data_memory`: where that of a core is.
    pub fn new(mesh: &platform::Mesh, data_memory: Range, window: usize) -> Self {
        let tiles = mesh.core_tiles();
        let occupants = occupants(mesh, &tiles);
        let memory = mesh.network.router(mesh.memory.at) as u16;
        let host = mesh.network.router(mesh.host) as u16;
        let parameters = |tile: &usize| Parameters {
            unit: mesh.message_unit,
            data_memory: data_memory,
            packet_words: mesh.packet_words,
            endpoint: *tile as u16,
            tiles: mesh.network.routers() as u16,
            memory_tile: memory,
            host,
        };
        MeshOfTiles {
            window,
            network: Network::new(&mesh.network),
            units: tiles
                .iter()
                .map(|tile| MessageBuffers::new(parameters(tile)))
                .collect(),
            memory: MemoryTile::new(memory, mesh.memory.bytes, mesh.memory.access),
            host: Host::new(host, mesh.packet_words),
            host_tile: host.into(),
            packet_words: mesh.packet_words,
            requesters: requesters(mesh),
            responders: responders(mesh),
            // Whoever has nothing to do says so when first looked at.
            due: vec![Cycle(0); occupants.len()],
            under_way: 0,
            occupants,
            tiles,
        }
    }

    /// The next cycle, not before `now`, in which something happens without a core's doing.
    pub fn next_event(&self, now: Cycle) -> Cycle {
        if !self.network.is_idle() {
            return now;
        }
        self.due
            .iter()
            .min()
            .map_or(Cycle::NEVER, |&due| due.max(now))
    }

    /// Whether nothing happens any more that a core could notice, unless one does something: injectors and later changes of tables do not count.
    pub fn is_at_rest(&self, _: Cycle) -> bool {
        let mut others = self
            .due
            .iter()
            .zip(&self.occupants)
            .filter(|(_, occupant)| matches!(occupant, Occupant::Core(_) | Occupant::Memory));
        self.under_way == 0 && self.host.is_idle() && others.all(|(due, _)| *due == Cycle::NEVER)
    }

    /// One cycle. `touched` gains the cores that have changed.
    pub fn tick<C: CorePort>(
        &mut self,
        now: Cycle,
        nodes: Nodes,
        cores: &mut [C],
        touched: &mut NodeSet,
    ) {
        for endpoint in 0..self.occupants.len() {
            let due = self.due[endpoint];
            if due <= now || nodes == Nodes::All {
                self.advance(endpoint, now, cores, touched);
            }
            if due > now {
                // Nothing has happened, and what was due is still looked at in its cycle.
                self.due[endpoint] = due;
            }
        }
        self.network.tick();
        for endpoint in self.network.arrivals() {
            self.due[endpoint] = now + 1;
        }
    }

    /// One cycle of what is at an endpoint.
    fn advance<C: CorePort>(
        &mut self,
        endpoint: usize,
        now: Cycle,
        cores: &mut [C],
        touched: &mut NodeSet,
    ) {
        let port = EndpointPort {
            network: &mut self.network,
            number: endpoint,
        };
        let mut counted = TilePort {
            port,
            under_way: &mut self.under_way,
        };
        let next = now + 1;
        self.due[endpoint] = match self.occupants[endpoint] {
            Occupant::Core(core) => return self.advance_unit(core, now, &mut cores[core], touched),
            Occupant::Memory => {
                self.memory.tick(now, &mut counted);
                self.memory.next_event(next)
            }
            Occupant::Host => {
                self.host.tick(now, &mut counted);
                self.host.next_event(next)
            }
            Occupant::Requester(number) => {
                let requester = &mut self.requesters[number];
                requester.tick(now, &mut counted.port);
                requester.next_event(next)
            }
            Occupant::Responder(number) => {
                let responder = &mut self.responders[number];
                responder.tick(now, &mut counted.port);
                responder.next_event(next)
            }
        };
    }

    fn advance_unit<C: CorePort>(
        &mut self,
        number: usize,
        now: Cycle,
        core: &mut C,
        touched: &mut NodeSet,
    ) {
        let endpoint = self.tiles[number];
        let mut port = TilePort {
            port: EndpointPort {
                network: &mut self.network,
                number: endpoint,
            },
            under_way: &mut self.under_way,
        };
        let unit = &mut self.units[number];
        let event = unit.tick(now, &mut port, &mut SecondPort { core, now });
        self.due[endpoint] = unit.next_event(now + 1);
        let before = core.set_next_touch(self.window, unit.next_touch());
        match event {
            Some(Event::Answered(value)) => core.registers_answered(value, now + 1),
            Some(Event::Started) => {
                core.start(now + 1);
            }
            None => {}
        }
        if event.is_some() || before != Cycle::NEVER {
            touched.insert(number);
        }
    }

    /// Shows what a waveform should have.
    pub fn signals(&self, visit: &mut Visitor) {
        for (core, unit) in self.units.iter().enumerate() {
            let mut scoped = |signal: &str, width: u32, value: u64| {
                visit(&format!("tile{core}.{signal}"), width, value);
            };
            unit.signals(&mut scoped);
        }
    }

    /// Keeps from now on what a core has its unit do.
    pub fn keep_journal(&mut self, core: usize) {
        self.units[core].keep_journal();
    }

    /// What a core has had its unit do since the last call.
    pub fn take_journal(&mut self, core: usize) -> Vec<Step> {
        self.units[core].take_journal()
    }

    /// What the unit of a core's tile is doing.
    pub fn unit(&self, core: usize) -> &MessageBuffers {
        &self.units[core]
    }

    /// The core at an endpoint, if one is there.
    pub fn core_at(&self, endpoint: usize) -> Option<usize> {
        self.tiles.iter().position(|tile| *tile == endpoint)
    }

    /// The bytes of the memory tile.
    pub fn memory(&self) -> &[u8] {
        self.memory.bytes()
    }

    /// As [`Self::memory`], to be written; no time passes.
    pub fn memory_mut(&mut self) -> &mut [u8] {
        self.memory.bytes_mut()
    }
}
