//! The load of the links: flits carried, and flits that wait at their ends.

use super::keys::Switches;
use super::Switched;
use crate::description::Facts;
use crate::noc::{LinkLoad, Names, Place};
use crate::port::{load, Show, Wait};
use crate::units::Cycle;

impl Show for Switched {
    fn loads(&self, _: Cycle, visit: &mut load::Visitor) {
        self.names.visit(&self.link_loads(), visit);
    }

    fn wait(&self, core: usize) -> Wait {
        self.wait_of(core)
    }
}

impl Switched {
    /// The flits that each link has carried since the beginning, and those that wait at its end, in a switch or in the interface of a device.
    fn link_loads(&self) -> Vec<LinkLoad> {
        let mut loads = self.network.link_loads();
        for load in &mut loads {
            if let Place::Endpoint(endpoint) = load.to {
                load.waiting = self.waiting_at_target(endpoint);
            }
        }
        loads
    }

    fn waiting_at_target(&self, endpoint: usize) -> u64 {
        let number = endpoint.checked_sub(self.initiators.len());
        let target = number.and_then(|number| self.targets.get(number));
        target.map_or(0, |target| target.waiting() as u64)
    }
}

/// The names of switches and endpoints: cores, devices in the network, and the controllers among these as initiators.
pub(super) fn names(chip: &Facts, switches: &Switches) -> Names {
    let attached = chip.devices.iter().zip(&switches.devices);
    let attached = attached.filter(|(_, switch)| switch.is_some());
    let devices = attached.clone().map(|(device, _)| device.name.to_string());
    let controllers = attached.filter(|(device, _)| device.kind.is_master());
    let controllers = controllers.map(|(device, _)| format!("{}, asking", device.name));
    let cores = (0..chip.cores).map(|core| format!("core {core}"));
    let endpoints = cores.chain(devices).chain(controllers).collect();
    Names::new(endpoints, switches.names.clone())
}
