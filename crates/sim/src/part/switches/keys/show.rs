//! Switches in the picture and in the C header: the registers of the interface, and the memories by which messages go.

use super::read::check;
use super::Switches;
use crate::description::header::{address, constant, list, size};
use crate::description::keys::{Keys, Macro};
use crate::description::{boxes, fabric, Facts, Neighbour, Part, Result, Role, Table};
use crate::part::switches::clusters::Clusters;
use crate::part::switches::registers::NAMES;

impl Part for Switches {
    fn role(&self) -> Role {
        Role::InsteadOfBus
    }

    fn check(&self, root: &Table, chip: &Facts) -> Result<()> {
        check(self, root, chip)
    }

    /// The registers of the interface, the commands and states of circuits, the number that each device has there, and the clusters.
    fn macros(&self, chip: &Facts) -> Vec<Macro> {
        let register =
            |(name, value): &(&str, u32)| constant(&format!("WEFT_NI_{name}"), size(*value));
        let mut macros: Vec<Macro> = NAMES.iter().map(register).collect();
        for (number, device) in chip.devices.iter().enumerate() {
            let name = device.name.to_uppercase();
            macros.push(constant(&format!("WEFT_NI_DEVICE_{name}"), number));
        }
        macros.push(constant("WEFT_NI_DEVICES", chip.devices.len()));
        macros.extend(Keys::macros(self, ""));
        if let Ok(clusters) = Clusters::of(Some(self), chip) {
            macros.extend(memory_macros(chip, &clusters));
            macros.extend(cluster_macros(&clusters));
        }
        macros
    }

    fn picture(&self, chip: &Facts) -> Vec<String> {
        let mut lines = vec![fabric(&format!("switches {}", self.names.join(", ")))];
        lines.extend(boxes(&chip.devices));
        lines
    }
}

/// The numbers, at the interface to the switches, of the memories by which messages go.
fn memory_macros(chip: &Facts, clusters: &Clusters) -> [Macro; 2] {
    let number = |address: u32| {
        let holds = |device: &Neighbour| device.range.contains(address, 4);
        chip.devices.iter().position(holds).unwrap_or(0)
    };
    let near = clusters.parts.iter().map(|part| number(part.base));
    let between = chip.shared_memory().map_or(0, |it| it.range.base);
    [
        constant("WEFT_NI_CLUSTER_MEMORY_OF_CORE", list(near)),
        constant("WEFT_NI_MEMORY_BETWEEN", number(between)),
    ]
}

/// Who is in which cluster, and where each core's part of a scratchpad is.
fn cluster_macros(clusters: &Clusters) -> [Macro; 6] {
    let parts = &clusters.parts;
    let smallest = parts.iter().map(|part| part.size).min().unwrap_or(0);
    let bases = parts.iter().map(|part| address(part.base));
    [
        constant("WEFT_CLUSTERS", clusters.count()),
        constant("WEFT_CLUSTER_CORES", clusters.largest()),
        constant("WEFT_CLUSTER_OF_CORE", list(&clusters.of_core)),
        constant("WEFT_NUMBER_IN_CLUSTER", list(&clusters.number)),
        constant("WEFT_CLUSTER_MEMORY_OF_CORE", list(bases)),
        constant("WEFT_CLUSTER_MEMORY_PART", size(smallest)),
    ]
}
