//! The buses of a chip, and the bridges between them.
//!
//! A bridge has a slot for each core, which is enough, since a core has one access in progress at most. The bridge takes an access from one bus
//! in its data cycle, and requests the other bus on a request line for each core. The cycles are those of docs/contract/bus.md, "Several buses".
//!
//! ```text
//!   core --- near bus: single access      far bus: as an access of its own core
//!               |  free again                |            |
//!               +--[ latency ]--> request ---+   answer --[ latency ]--> core
//! ```

use super::routes::Routes;
use super::{keys, Bus, Place};
use crate::port::{
    load, signal, Attachments, Load, MemoryPort, NodeSet, Request, Show, Target, Unit,
};
use crate::units::Cycle;
use serde::{Deserialize, Serialize};

/// A bridge between two buses.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Bridge {
    name: String,
    buses: [usize; 2],
    /// Ticks from one side to the other.
    latency: u64,
    /// Accesses that it has taken so far, from either side.
    taken: u64,
}

/// All buses; on most chips one.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Buses {
    all: Vec<Bus>,
    bridges: Vec<Bridge>,
    routes: Routes,
    /// The bus of each core, and of each device.
    of_cores: Vec<usize>,
    of_devices: Vec<usize>,
}

impl MemoryPort for Buses {
    #[inline]
    fn post(&mut self, core: usize, request: Request, at: Cycle) {
        self.all[self.of_cores[core]].post(core, request, at);
    }
}

impl Buses {
    /// Idle buses for `cores` cores and `devices` devices; `controllers` are those devices that are masters.
    pub fn new(keys: &keys::Bus, cores: usize, devices: usize, controllers: &[usize]) -> Self {
        let of_cores: Vec<usize> = (0..cores).map(|core| keys.of_core(core)).collect();
        let of_devices: Vec<usize> = (0..devices).map(|it| keys.of_device(it)).collect();
        let bridge = |bridge: &keys::Bridge| Bridge {
            name: keys.bridge_name(bridge),
            buses: bridge.buses,
            latency: bridge.latency,
            taken: 0,
        };
        let mut buses = Buses {
            all: Vec::new(),
            bridges: keys.bridges.iter().map(bridge).collect(),
            routes: keys.routes(),
            of_cores,
            of_devices,
        };
        for (number, segment) in keys.all().enumerate() {
            let is_here = |&(_, device): &(usize, &usize)| buses.of_devices[*device] == number;
            let own = controllers.iter().enumerate().filter(is_here);
            let own = own.map(|(controller, _)| controller).collect();
            let place = buses.place(number, keys);
            buses.all.push(Bus::new(segment, cores, own, place));
        }
        buses
    }

    /// What a bus reaches without a bridge; None if it is the only one.
    fn place(&self, number: usize, keys: &keys::Bus) -> Option<Place> {
        let here = |buses: &[usize]| buses.iter().map(|&bus| bus == number).collect();
        let distance = |&bus: &usize| self.distance(bus, number);
        (keys.all().count() > 1).then(|| Place {
            devices: here(&self.of_devices),
            cores: here(&self.of_cores),
            distances: self.of_cores.iter().map(distance).collect(),
        })
    }

    /// Ticks of an answer over the bridges between two buses.
    fn distance(&self, from: usize, to: usize) -> u64 {
        let hops = self.routes.path(from, to);
        hops.map(|hop| self.bridges[hop.bridge].latency).sum()
    }

    /// Samples which controllers request their bus from cycle `from` on.
    pub fn follow_controllers(&mut self, from: Cycle, attached: &impl Attachments) {
        for bus in &mut self.all {
            bus.follow_controllers(from, attached);
        }
    }

    /// The bus of this name.
    pub fn named(&mut self, name: &str) -> Option<&mut Bus> {
        self.all.iter_mut().find(|bus| bus.is_named(name))
    }

    /// All buses, in the order of the platform file.
    pub fn all(&self) -> &[Bus] {
        &self.all
    }

    /// The next cycle, not before `now`, in which one of the buses changes.
    #[inline]
    pub fn next_event(&self, now: Cycle) -> Cycle {
        let events = self.all.iter().map(|bus| bus.next_event(now));
        events.fold(Cycle::NEVER, Cycle::min)
    }

    /// Whether a tick changes nothing, in any cycle, until a master asks.
    #[inline]
    pub fn are_at_rest(&self) -> bool {
        self.all.iter().all(Bus::is_at_rest)
    }

    /// Samples requests where that was due in `now` or earlier.
    pub fn sample(&mut self, now: Cycle, attached: &mut impl Attachments) {
        for bus in &mut self.all {
            bus.sample(now, attached);
        }
    }

    /// Simulates one cycle of all buses, in the order of the platform file: of accesses that end in one tick, each sees what those before it have
    /// changed.
    pub fn tick(&mut self, now: Cycle, attached: &mut impl Attachments) {
        for number in 0..self.all.len() {
            if let Some((core, request)) = self.all[number].tick(now, attached) {
                self.pass_on(number, core, request, now);
            }
        }
    }

    /// Passes an access, taken from a bus in its data cycle `now`, over the bridge towards its target.
    #[cold]
    fn pass_on(&mut self, from: usize, core: usize, request: Request, now: Cycle) {
        let goal = match request.target {
            Some(Target::Device { index, .. }) => self.of_devices[index],
            Some(Target::DataMemory { core, .. } | Target::ProgramMemory { core, .. }) => {
                self.of_cores[core]
            }
            None => from,
        };
        if let Some(hop) = self.routes.next(from, goal) {
            let bridge = &mut self.bridges[hop.bridge];
            bridge.taken += 1;
            self.all[hop.bus].post(core, request, now + (1 + bridge.latency));
        }
    }

    /// The first cycle at whose end a granted burst may access a core's data memory, which is on the core's own bus.
    #[inline]
    pub fn next_touch(&self, core: usize) -> Cycle {
        self.all[self.of_cores[core]].next_touch(core)
    }

    /// The cores whose requests a bridge holds: it has taken them, and the far bus has not been granted to them.
    fn held(&self, number: usize) -> NodeSet {
        let mut held = NodeSet::default();
        for bus in self.bridges[number].buses {
            let came_over = |core: usize| {
                let path = self
                    .of_cores
                    .get(core)
                    .map(|&own| self.routes.path(own, bus));
                let last = path.and_then(Iterator::last);
                last.is_some_and(|hop| hop.bridge == number)
            };
            held.extend(&self.all[bus].waiting.filtered(came_over));
        }
        held
    }
}

impl Show for Buses {
    fn signals(&self, now: Cycle, visit: &mut signal::Visitor) {
        for bus in &self.all {
            bus.signals(now, visit);
        }
        for (number, bridge) in self.bridges.iter().enumerate() {
            let name = format!("bridge.{}.requests", bridge.name.replace('-', "_"));
            signal::visit_set(&name, &self.held(number), self.of_cores.len(), visit);
        }
    }

    /// The loads of the buses; then, for each bridge, the accesses that it has taken and the cores whose requests it holds.
    fn loads(&self, now: Cycle, visit: &mut load::Visitor) {
        for bus in &self.all {
            bus.loads(now, visit);
        }
        for (number, bridge) in self.bridges.iter().enumerate() {
            visit(Load {
                name: format_args!("bridge {}", bridge.name),
                unit: Unit::Accesses,
                carried: bridge.taken,
                waiting: self.held(number).count() as u64,
                waiting_unit: "cores",
            });
        }
    }
}
