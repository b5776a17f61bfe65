//! The devices in the picture, in the map of addresses, and in the C header.

use super::Device;
use crate::platform::drawing::{boxed, in_rows, Row};
use crate::platform::header::{constant, range_macros};
use crate::platform::keys::Macro;
use crate::platform::part::{Part, Role};
use crate::platform::Platform;

impl Part for Vec<Device> {
    fn macros(&self, chip: &Platform) -> Vec<Macro> {
        let mut macros = Vec::new();
        if let Some(shared) = chip.shared_memory() {
            macros.extend(range_macros("SHARED", shared.range));
        }
        for (index, device) in self.iter().enumerate() {
            let name = device.name.to_uppercase();
            macros.extend(range_macros(&name, device.range));
            macros.extend(device.kind.macros(&name));
            if let Some((first, _)) = chip.sources_of(index) {
                macros.push(constant(&format!("WEFT_SOURCE_{name}"), first));
            }
        }
        if chip.has_interrupt_controller() {
            macros.push(constant("WEFT_INTERRUPT_SOURCES", 1 + chip.source_count()));
        }
        macros
    }

    fn rows(&self, chip: &Platform) -> Vec<Row> {
        let numbered = self.iter().enumerate();
        numbered
            .map(|(number, device)| row(number, device, chip))
            .collect()
    }
}

fn row(number: usize, device: &Device, chip: &Platform) -> Row {
    let kind = device.kind.called().unwrap_or(device.kind.name());
    let what = match device.name == kind.replace('-', "_") {
        true => kind.to_string(),
        false => format!("{}: {kind}", device.name),
    };
    let cycles = device.kind.wait_states();
    let access = match chip.has(Role::InsteadOfBus) {
        true => String::from("by its path over the switches"),
        false => chip.bus.access(chip.bus.of_device(number), cycles),
    };
    Row {
        range: device.range,
        what,
        access,
    }
}

/// A box for each device.
pub fn boxes(devices: &[Device]) -> Vec<String> {
    let text = |device: &Device| [device.name.clone(), device.kind.text(device.range.size)];
    in_rows(devices.iter().map(|device| boxed(&text(device))).collect())
}
