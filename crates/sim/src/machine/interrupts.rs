//! The wires from the devices' interrupt outputs to the interrupt controller, and from there to the cores.
//!
//! They have no registers: what a device raises at the end of a cycle a core sees in the next (docs/timing.md, section 5).

use crate::machine::device::Device;
use crate::part::core::Core;
use crate::platform::{DeviceKind, Platform};
use crate::units::Cycle;
use serde::{Deserialize, Serialize};
use weft_isa::message::cause;

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
    controller: Option<usize>,
    software: Option<usize>,
    wires: Vec<Wires>,
}

impl Interrupts {
    /// The wires of a platform.
    pub fn new(platform: &Platform) -> Self {
        let find = |kind: DeviceKind| {
            platform
                .devices
                .iter()
                .position(|device| device.kind == kind)
        };
        let wires = |device: usize| {
            let (first, count) = platform.sources_of(device)?;
            Some(Wires {
                device,
                first,
                count,
            })
        };
        Interrupts {
            controller: find(DeviceKind::InterruptController),
            software: find(DeviceKind::SoftwareInterrupt),
            wires: (0..platform.devices.len()).filter_map(wires).collect(),
        }
    }

    /// Whether a device drives inputs of the cores.
    pub fn routes(&self, device: usize) -> bool {
        self.controller == Some(device) || self.software == Some(device)
    }

    /// Brings all outputs to the cores, which see them from cycle `from` on. Returns the cores whose inputs have changed.
    pub fn route(&self, devices: &mut [Device], from: Cycle, cores: &mut [Core]) -> u64 {
        if self.controller.is_none() && self.software.is_none() {
            return 0;
        }
        self.collect(devices);
        let mut touched = 0;
        for (number, core) in cores.iter_mut().enumerate() {
            if core.set_lines(self.lines(devices, number), from) {
                touched |= 1 << number;
            }
        }
        touched
    }

    /// Brings the devices' outputs to the controller.
    fn collect(&self, devices: &mut [Device]) {
        let Some(controller) = self.controller else {
            return;
        };
        for wires in &self.wires {
            let levels = devices[wires.device]
                .peripheral()
                .map_or(0, |device| device.sources());
            if let Device::InterruptController(controller) = &mut devices[controller] {
                controller.set_levels(wires.first, wires.count, levels);
            }
        }
        if let Device::InterruptController(controller) = &mut devices[controller] {
            controller.open_gateways();
        }
    }

    /// The inputs of a core, as bits of `mip`.
    fn lines(&self, devices: &[Device], core: usize) -> u32 {
        let external = self.controller.is_some_and(|index| match &devices[index] {
            Device::InterruptController(controller) => controller.interrupts(core),
            _ => false,
        });
        let software = self.software.is_some_and(|index| match &devices[index] {
            Device::SoftwareInterrupt(software) => software.raises(core),
            _ => false,
        });
        u32::from(external) << cause::EXTERNAL | u32::from(software) << cause::SOFTWARE
    }
}
