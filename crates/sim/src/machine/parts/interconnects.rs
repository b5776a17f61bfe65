//! The interconnects that carry the cores' accesses to devices and to each other's data memories: buses, or a network of switches.

use crate::machine::attachments::Attached;
use crate::noc::Network;
use crate::part::bus::Buses;
use crate::part::switches::Switched;
use crate::platform::Platform;
use crate::port::{load, MemoryPort, Request, Show, Wait};
use crate::units::Cycle;
use serde::{Deserialize, Serialize};

/// The interconnects of a chip.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Interconnects {
    pub bus: Buses,
    /// If the platform has switches, they carry the cores' accesses to devices instead of the bus.
    switches: Option<Box<Switched>>,
}

impl Interconnects {
    /// Returns the idle interconnects of a platform. `controllers`: the devices that are bus masters.
    pub fn new(platform: &Platform, controllers: &[usize]) -> Self {
        let cores = platform.cores.count;
        let switches = platform.switches.clone();
        let switches = switches.map(|switches| Switched::new(switches, &platform.facts()));
        Interconnects {
            bus: Buses::new(&platform.bus, cores, platform.devices.len(), controllers),
            switches: switches.map(Box::new),
        }
    }

    /// Do switches replace the bus?
    pub fn replace_bus(&self) -> bool {
        self.switches.is_some()
    }

    /// Returns the network of the switches; faults can hit its links.
    pub fn network(&self) -> Option<&Network> {
        self.switches.as_ref().map(|switches| switches.network())
    }

    /// As [`Interconnects::network`], for writing.
    pub fn network_mut(&mut self) -> Option<&mut Network> {
        let switches = self.switches.as_mut();
        switches.map(|switches| switches.network_mut())
    }

    /// Returns the next cycle, not before `now`, in which an access advances.
    #[inline]
    pub fn next_event(&self, now: Cycle) -> Cycle {
        let switches = self.switches.as_ref();
        let switches = switches.map_or(Cycle::NEVER, |it| it.next_event(now));
        self.bus.next_event(now).min(switches)
    }

    /// Would simulating a cycle change nothing until a master asks? Switches are simulated in every cycle that the engine visits.
    #[inline]
    pub fn are_at_rest(&self) -> bool {
        self.switches.is_none() && self.bus.are_at_rest()
    }

    /// Simulates one cycle.
    #[inline]
    pub fn tick(&mut self, now: Cycle, attached: &mut Attached) {
        self.bus.tick(now, attached);
        if let Some(switches) = &mut self.switches {
            switches.tick(now, attached);
        }
    }

    /// Reads the transfers that controllers request, after registers of devices have changed in cycle `now`.
    pub fn follow_controllers(&mut self, now: Cycle, attached: &Attached) {
        match &mut self.switches {
            Some(switches) => switches.follow_controllers(now, attached),
            None => self.bus.follow_controllers(now + 1, attached),
        }
    }

    /// A core has halted.
    pub fn leave(&mut self, core: usize) {
        if let Some(switches) = &mut self.switches {
            switches.close_circuits(core);
        }
    }
}

impl MemoryPort for Interconnects {
    #[inline]
    fn post(&mut self, core: usize, request: Request, at: Cycle) {
        match &mut self.switches {
            Some(switches) if switches.reaches(&request) => switches.post(core, request, at),
            _ => self.bus.post(core, request, at),
        }
    }
}

impl Show for Interconnects {
    fn loads(&self, now: Cycle, visit: &mut load::Visitor) {
        match &self.switches {
            Some(switches) => switches.loads(now, visit),
            None => self.bus.loads(now, visit),
        }
    }

    fn wait(&self, core: usize) -> Wait {
        let switches = self.switches.as_ref();
        switches.map_or(Wait::Service, |switches| switches.wait(core))
    }
}
