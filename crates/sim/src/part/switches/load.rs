//! What the links of the switches have carried, and where flits wait.

use super::Switched;
use crate::noc::{LinkLoad, Place};

impl Switched {
    /// What each link has carried since the beginning, and what waits at its end: in a switch, or in the interface of a device.
    pub fn link_loads(&self) -> Vec<LinkLoad> {
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
