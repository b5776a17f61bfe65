//! The wires from the devices' interrupt outputs to the interrupt controller, and from there to the cores.
//!
//! ```text
//!   device --sources--> interrupt controller --lines (bits of mip)--> core
//! ```
//!
//! The wires have no registers: an interrupt that a device raises at the end of a cycle is visible to the core in the next one
//! (docs/contract/timing.md, section 5).

use crate::part::core::Core;
use crate::part::Device;
use crate::platform::Platform;
use crate::port::{CorePort, NodeSet};
use crate::units::Cycle;
use serde::{Deserialize, Serialize};

/// The number of these wires among the drivers of a core's interrupt lines. The drivers with private registers (mesh, HIBI) follow.
pub const DRIVER: usize = 0;

/// The interrupt outputs of a device.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Wires {
    device: usize,
    /// Number of its first source at the controller.
    first: usize,
    count: usize,
}

/// The interrupt wires of a chip.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Interrupts {
    /// The devices that drive interrupt inputs of the cores.
    drivers: Vec<usize>,
    wires: Vec<Wires>,
    /// The levels that they drive: a word of `mip` bits for each core.
    lines: Vec<u32>,
}

impl Interrupts {
    /// Returns the wires between the devices of a platform.
    pub fn new(platform: &Platform, devices: &[Device]) -> Self {
        let chip = platform.facts();
        let drives = |index: &usize| devices[*index].drives_cores();
        let wires = |device: usize| {
            let (first, count) = chip.sources_of(device)?;
            Some(Wires {
                device,
                first,
                count,
            })
        };
        Interrupts {
            drivers: (0..devices.len()).filter(drives).collect(),
            wires: (0..devices.len()).filter_map(wires).collect(),
            lines: vec![0; chip.cores],
        }
    }

    /// Does a device drive interrupt inputs of the cores?
    pub fn routes(&self, device: usize) -> bool {
        self.drivers.contains(&device)
    }

    /// Propagates all outputs to the cores, which see them from cycle `from` on. Adds to `touched` the cores whose inputs have changed.
    pub fn route(
        &mut self,
        devices: &mut [Device],
        from: Cycle,
        cores: &mut [Core],
        touched: &mut NodeSet,
    ) {
        if self.drivers.is_empty() {
            return;
        }
        self.collect(devices);
        self.lines.fill(0);
        for &driver in &self.drivers {
            devices[driver].drive(&mut self.lines);
        }
        for (number, (core, lines)) in cores.iter_mut().zip(&self.lines).enumerate() {
            if core.drive_lines(DRIVER, *lines, from) {
                touched.insert(number);
            }
        }
    }

    /// Returns the sources that the controller lets through to a core: device, and number of the source within the device.
    pub fn enabled<'a>(
        &'a self,
        core: usize,
        devices: &'a [Device],
    ) -> impl Iterator<Item = (usize, usize)> + 'a {
        let sources = |wires: &'a Wires| (0..wires.count).map(move |number| (wires, number));
        let passes = move |(wires, number): &(&Wires, usize)| {
            let mut drivers = self.drivers.iter();
            drivers.any(|&driver| devices[driver].lets_through(wires.first + number, core))
        };
        let enabled = self.wires.iter().flat_map(sources).filter(passes);
        enabled.map(|(wires, number)| (wires.device, number))
    }

    /// Propagates the devices' outputs to the controller.
    fn collect(&self, devices: &mut [Device]) {
        for wires in &self.wires {
            let levels = devices[wires.device].sources();
            for &driver in &self.drivers {
                devices[driver].set_levels(wires.first, wires.count, levels);
            }
        }
        for &driver in &self.drivers {
            devices[driver].open_gateways();
        }
    }
}
