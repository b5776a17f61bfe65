//! Packets that wait for each other in a ring, so that none of them ever advances.
//!
//! ```text
//!       left  ===== full of requests =====>  right
//!     answers wait                          answers wait      a device takes no further request before its answer has left;
//!       left  <==== full of requests ======  right            where answers share the requests' buffers, they wait for these
//! ```
//!
//! (Message-dependent deadlock: docs/contract/switches.md, "Freedom from deadlock".) Each buffer and each device waits for one other at most. So
//! following what a core's packets wait for ends where something can advance, or goes round a ring.

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

impl Switched {
    /// Says what a core waits for whose access has not ended.
    pub(super) fn wait_of(&self, core: usize) -> Wait {
        match self.ring(core) {
            None => Wait::Service,
            Some(ring) => Wait::Packets {
                places: self.names_of(&ring),
                remedy: "requests and answers share buffers there: see switches.channel_for_answers and switches.buffer",
            },
        }
    }

    /// Returns the ring of packets for which a core waits; None if they can advance.
    fn ring(&self, core: usize) -> Option<Vec<Filled>> {
        let own = self.network.buffers_with(core).map(Filled::Buffer);
        let entrance = self.initiators[core].awaited_channel(|channel| self.has_room(core, channel));
        let entrance = entrance.and_then(|channel| self.network.entrance(core, channel));
        let targets = self.targets.iter().enumerate();
        let targets = targets.filter(|(_, target)| target.serves(core));
        let targets = targets.map(|(number, _)| Filled::Target(number));
        let mut begins = own.chain(entrance.map(Filled::Buffer)).chain(targets);
        begins.find_map(|begin| self.ring_from(begin))
    }

    /// Returns the ring that is reached from here.
    fn ring_from(&self, begin: Filled) -> Option<Vec<Filled>> {
        let mut passed = vec![begin];
        loop {
            let next = self.awaited(*passed.last()?)?;
            if let Some(first) = passed.iter().position(|place| *place == next) {
                return Some(passed.split_off(first));
            }
            passed.push(next);
        }
    }

    fn awaited(&self, filled: Filled) -> Option<Filled> {
        match filled {
            Filled::Buffer(buffer) => match self.network.awaited(buffer)? {
                Awaited::Buffer(buffer) => Some(Filled::Buffer(buffer)),
                Awaited::Endpoint(endpoint) => {
                    let number = endpoint.checked_sub(self.initiators.len())?;
                    (number < self.targets.len()).then_some(Filled::Target(number))
                }
            },
            Filled::Target(number) => {
                let endpoint = self.initiators.len() + number;
                let room = |channel| self.has_room(endpoint, channel);
                let channel = self.targets[number].awaited_channel(room)?;
                self.network.entrance(endpoint, channel).map(Filled::Buffer)
            }
        }
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
