//! The wires from the devices' interrupt outputs to the interrupt controller, and from there to the cores.
//!
//! They have no registers: what a device raises at the end of a cycle a core sees in the next (docs/contract/timing.md, section 5).

use crate::part::core::Core;
use crate::part::Device;
use crate::platform::Platform;
use crate::port::{CorePort, NodeSet};
use crate::units::Cycle;
use serde::{Deserialize, Serialize};

/// Which of the drivers of a core's lines these wires are; those of the registers that a core has for itself follow.
pub const DRIVER: usize = 0;

/// Interrupt outputs of a device.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Wires {
    device: usize,
    /// Number of its first source at the controller.
    first: usize,
    count: usize,
}

/// Which device is wired to what.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Interrupts {
    /// The devices that drive inputs of the cores.
    drivers: Vec<usize>,
    wires: Vec<Wires>,
    /// What they drive, a word of `mip` for each core.
    lines: Vec<u32>,
}

impl Interrupts {
    /// The wires between the devices of a platform.
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

    /// Whether a device drives inputs of the cores.
    pub fn routes(&self, device: usize) -> bool {
        self.drivers.contains(&device)
    }

    /// Brings all outputs to the cores, which see them from cycle `from` on. `touched` gains the cores whose inputs have changed.
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

    /// The devices, by number, whose sources the controller lets through to a core, with the number of the source within the device.
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

    /// Brings the devices' outputs to the controller.
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
