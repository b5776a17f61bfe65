//! What keeps a core's packets from advancing for long: a circuit of another core, or a ring of packets that wait for each other for ever.
//!
//! ```text
//!       left  ===== full of requests =====>  right
//!     answers wait                          answers wait      a device takes no further request before its answer has left;
//!       left  <==== full of requests ======  right            where answers share the requests' buffers, they wait for these
//! ```
//!
//! (Message-dependent deadlock: docs/contract/switches.md, "Freedom from deadlock".) Each buffer and each device waits for one other at most. So
//! following what a core's packets wait for ends where something can advance, at a circuit, or goes round a ring.

use super::Switched;
use crate::noc::{Awaited, Buffer};
use crate::port::Wait;

/// Something that a packet fills.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Filled {
    Buffer(Buffer),
    /// A device's interface, by its number among the targets.
    Target(usize),
}

/// What packets wait for in the end.
enum Obstacle {
    Ring(Vec<Filled>),
    /// A circuit of this core.
    Circuit(usize),
}

impl Switched {
    /// Says what a core waits for whose access has not ended.
    pub(super) fn wait_of(&self, core: usize) -> Wait {
        match self.obstacle(core) {
            None => Wait::Service,
            Some(Obstacle::Circuit(owner)) => Wait::Circuit { owner },
            Some(Obstacle::Ring(ring)) => Wait::Packets {
                places: self.names_of(&ring),
                remedy: "requests and answers share buffers there: see switches.channel_for_answers and switches.buffer",
            },
        }
    }

    /// Returns what a core's packets wait for; None if they can advance.
    fn obstacle(&self, core: usize) -> Option<Obstacle> {
        let own = self.network.buffers_with(core).map(Filled::Buffer);
        let channel = self.initiators[core].awaited_channel(|channel| self.has_room(core, channel));
        let entrance = channel.and_then(|channel| self.network.entrance(core, channel));
        let targets = self.targets.iter().enumerate();
        let targets = targets.filter(|(_, target)| target.serves(core));
        let targets = targets.map(|(number, _)| Filled::Target(number));
        let mut begins = own.chain(entrance.map(Filled::Buffer)).chain(targets);
        begins.find_map(|begin| self.obstacle_of(begin))
    }

    /// Returns what the packets here wait for in the end.
    fn obstacle_of(&self, begin: Filled) -> Option<Obstacle> {
        let mut passed = vec![begin];
        loop {
            let next = match self.awaited(*passed.last()?)? {
                Awaited::Buffer(buffer) => Filled::Buffer(buffer),
                Awaited::Endpoint(endpoint) => Filled::Target(self.target_at(endpoint)?),
                Awaited::Circuit(owner) => return Some(Obstacle::Circuit(owner)),
            };
            if let Some(first) = passed.iter().position(|place| *place == next) {
                return Some(Obstacle::Ring(passed.split_off(first)));
            }
            passed.push(next);
        }
    }

    /// Returns what keeps the packet at the front of this from advancing.
    fn awaited(&self, filled: Filled) -> Option<Awaited> {
        match filled {
            Filled::Buffer(buffer) => self.network.awaited(buffer),
            Filled::Target(number) => {
                let endpoint = self.initiators.len() + number;
                let room = |channel| self.has_room(endpoint, channel);
                let channel = self.targets[number].awaited_channel(room)?;
                self.network
                    .entrance(endpoint, channel)
                    .map(Awaited::Buffer)
            }
        }
    }

    /// Returns the number of the target at an endpoint; None if no target is there.
    fn target_at(&self, endpoint: usize) -> Option<usize> {
        let number = endpoint.checked_sub(self.initiators.len())?;
        (number < self.targets.len()).then_some(number)
    }

    fn has_room(&self, endpoint: usize, channel: usize) -> bool {
        self.network.can_inject(endpoint, channel)
    }

    /// Returns the names of the switches of a ring, each once.
    fn names_of(&self, ring: &[Filled]) -> Vec<String> {
        let buffers = ring.iter().filter_map(|filled| match filled {
            Filled::Buffer(buffer) => Some(*buffer),
            Filled::Target(_) => None,
        });
        let places = buffers.map(|buffer| self.network.place_of(buffer));
        let mut names: Vec<String> = places.map(|it| self.names.of(it).to_string()).collect();
        names.sort();
        names.dedup();
        names
    }
}
