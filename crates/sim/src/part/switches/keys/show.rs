//! Switches in the picture and in the C header: the registers of the interface, and the memories that carry messages.

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

    /// The registers of the interface, the commands and states of circuits, the number of each device there, and the clusters.
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
            let near = memories_near(chip, &clusters);
            macros.extend(memory_macros(chip, &near));
            macros.extend(partner_macros(&near));
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

/// The number that the device at an address has at the interface to the switches.
fn device_at(chip: &Facts, address: u32) -> usize {
    let holds = |device: &Neighbour| device.range.contains(address, 4);
    chip.devices.iter().position(holds).unwrap_or(0)
}

/// The memory near each core, by which messages go to it: its number at the interface.
fn memories_near(chip: &Facts, clusters: &Clusters) -> Vec<usize> {
    let parts = clusters.parts.iter();
    parts.map(|part| device_at(chip, part.base)).collect()
}

/// The device numbers, for the interface's registers, of the memories that carry messages.
fn memory_macros(chip: &Facts, near: &[usize]) -> [Macro; 2] {
    let between = chip.shared_memory().map_or(0, |it| it.range.base);
    [
        constant("WEFT_NI_CLUSTER_MEMORY_OF_CORE", list(near)),
        constant("WEFT_NI_MEMORY_BETWEEN", device_at(chip, between)),
    ]
}

/// Which cores are near which memory: the number of each core's memory and the core's number there, both in the order of the cores; how many
/// cores each memory has (0: not all equally many); the cores of the first memory, of the second, and so on.
fn partner_macros(near: &[usize]) -> [Macro; 4] {
    let mut memories: Vec<usize> = Vec::new();
    for memory in near {
        if !memories.contains(memory) {
            memories.push(*memory);
        }
    }
    let cores_of = |memory: usize| (0..near.len()).filter(move |core| near[*core] == memory);
    let number = |memory: &usize| memories.iter().position(|it| it == memory).unwrap_or(0);
    let place = |core: usize| cores_of(near[core]).filter(|it| *it < core).count();
    let most = memories.iter().map(|it| cores_of(*it).count()).max();
    let most = most.unwrap_or(0);
    let even = most * memories.len() == near.len();
    let cores = memories.iter().flat_map(|memory| cores_of(*memory));
    [
        constant(
            "WEFT_NI_MEMORY_NUMBER_OF_CORE",
            list(near.iter().map(number)),
        ),
        constant("WEFT_NI_NUMBER_AT_MEMORY", list((0..near.len()).map(place))),
        constant("WEFT_NI_CORES_OF_MEMORY", if even { most } else { 0 }),
        constant("WEFT_NI_CORES_BY_MEMORY", list(cores)),
    ]
}

/// The cluster of each core, and its part of a scratchpad.
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
