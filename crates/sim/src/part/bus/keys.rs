//! `[bus]`: the keys of the shared bus, and of further buses with the bridges between them.
//!
//! Further buses are tables below `[bus]`, so that this table holds all that carries the cores' accesses, and the file of a chip with one bus needs
//! none of them.

mod read;
mod show;

use serde::{Deserialize, Serialize};

use super::routes::Routes;
use crate::description::keys::{keys, At, Clock, Count, Cycles, Keys, Line, Pair, Tables};
use crate::description::MAX_CORES;

/// Maximum number of masters, cores and controllers, of a bus.
pub const MAX_MASTERS: usize = MAX_CORES + 64;

keys! {
    /// The bus that all cores share.
    #[derive(Eq)]
    pub struct Bus in "bus" {
        /// Frequency of the bus's clock: the chip's, or the chip's divided by a whole factor.
        period as "clock": Clock = 1 => "the chip's",
        /// From an uncontended request to its answer, without wait states.
        single_access: Cycles<4, 1000> = 4,
        /// Cycles at the end of a transfer that overlap the grant of the next one: 1, the response; 2, the last data cycle as well.
        overlap: Cycles<0, 2> = 0,
    } without {
        arbitration => "the bus arbitrates round robin; remove it",
    } and {
        /// The further buses.
        segments: Vec<Segment>,
        /// The bridges between the buses.
        bridges: Vec<Bridge>,
        /// The bus of each device, empty if there is only one bus: 0 is `[bus]` itself, 1 the first of the others.
        devices: Vec<usize>,
    }
}

keys! {
    /// Several buses.
    pub struct Wiring {
        /// Further buses, of which each has cores and devices to itself; `[bus]` has the others.
        segments as "segment": Tables<Segment>,
        /// What joins two buses: a core's access to another bus goes over the fewest bridges.
        bridges as "bridge": Tables<BridgeKeys>,
    }
}

keys! {
    /// A further bus.
    #[derive(Eq)]
    pub struct Segment {
        /// Name that devices and bridges use for it: lower-case letters, digits, `_`; not a device's name and not `bus`, which is `[bus]` itself.
        name: Line => "\"io\"",
        /// Frequency of its clock, with the same rule as for `[bus]`.
        period as "clock": Clock = 1 => "the chip's",
        /// From an uncontended request to its answer, without wait states.
        single_access: Cycles<4, 1000> = 4,
        /// Cycles at the end of a transfer that overlap the grant of the next one: 1, the response; 2, the last data cycle as well.
        overlap: Cycles<0, 2> = 0,
        /// First core that is its master. A core is the master of one bus.
        first: Count<0, { MAX_CORES as u64 - 1 }> = 0,
        /// Number of cores that are its masters.
        count: Count<0, { MAX_CORES as u64 }> = 0,
    }
}

keys! {
    /// A bridge between two buses. It holds one access of each core.
    pub struct BridgeKeys {
        /// Names of the two buses that it joins.
        between: At<Pair<At<Line>>> => "[\"bus\", \"io\"]",
        /// Cycles of the chip's clock that a request takes to cross it, and an answer as well.
        latency: Cycles<0, 1000> = 1,
    }
}

/// A bridge between two buses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Bridge {
    /// The numbers of the buses.
    pub buses: [usize; 2],
    /// Ticks from one side to the other.
    pub latency: u64,
}

impl Bus {
    /// All buses, `[bus]` as the first. Its keys list no cores: it has those that the others leave.
    pub fn all(&self) -> impl Iterator<Item = Segment> + '_ {
        let first = Segment {
            name: Bus::NAME.to_string(),
            period: self.period,
            single_access: self.single_access,
            overlap: self.overlap,
            first: 0,
            count: 0,
        };
        std::iter::once(first).chain(self.segments.iter().cloned())
    }

    /// The number of the bus whose master a core is.
    pub fn of_core(&self, core: usize) -> usize {
        let its = |segment: &Segment| segment.cores().contains(&core);
        let segment = self.segments.iter().position(its);
        segment.map_or(0, |number| number + 1)
    }

    /// The number of the bus that a device is at.
    pub fn of_device(&self, device: usize) -> usize {
        self.devices.get(device).copied().unwrap_or(0)
    }

    /// The name of a bus.
    pub fn name_of(&self, number: usize) -> &str {
        match number.checked_sub(1) {
            Some(segment) => &self.segments[segment].name,
            None => Bus::NAME,
        }
    }

    /// Cycles of an access on a bus, without wait states.
    pub fn single_access_of(&self, number: usize) -> u64 {
        match number.checked_sub(1) {
            Some(segment) => self.segments[segment].single_access,
            None => self.single_access,
        }
    }

    /// The names of the buses that a bridge joins.
    pub fn bridge_name(&self, bridge: &Bridge) -> String {
        bridge.buses.map(|bus| self.name_of(bus)).join("-")
    }

    /// The paths between the buses.
    pub fn routes(&self) -> Routes {
        let joined: Vec<[usize; 2]> = self.bridges.iter().map(|bridge| bridge.buses).collect();
        Routes::new(1 + self.segments.len(), &joined)
    }
}

impl Segment {
    /// The cores that are its masters.
    pub fn cores(&self) -> std::ops::Range<usize> {
        self.first..self.first + self.count
    }
}
