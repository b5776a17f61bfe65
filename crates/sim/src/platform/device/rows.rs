//! The devices in the address map and in the C header.

use super::super::parts::INSTEAD_OF_BUS;
use super::Device;
use crate::description::header::{constant, range_macros, size};
use crate::description::keys::Macro;
use crate::description::{Facts, Kinds, Neighbour, Part, Result, Role, Row, Table};

impl Part for Vec<Device> {
    /// Checks that each device has register bits for all cores.
    fn check(&self, root: &Table, chip: &Facts) -> Result<()> {
        let cores = chip.cores;
        let lacks = |device: &&Device| device.kind.most_cores().is_some_and(|most| most < cores);
        match (self.iter().find(lacks), root.optional("device")) {
            (Some(device), Some(field)) => Err(field.error(format!(
                "has `{}`, of kind \"{}\", whose registers have bits for {} cores, on a chip with {cores}; remove it or lower cores.count",
                device.name,
                device.kind.name(),
                device.kind.most_cores().unwrap_or(0)
            ))),
            _ => Ok(()),
        }
    }

    fn macros(&self, chip: &Facts) -> Vec<Macro> {
        let mut macros = Vec::new();
        if let Some(shared) = chip.shared_memory() {
            macros.extend(range_macros("SHARED", shared.range));
        }
        for (index, device) in self.iter().enumerate() {
            let name = device.name.to_uppercase();
            macros.extend(range_macros(&name, device.range));
            macros.extend(device.kind.macros(&name));
            let registers = device.kind.registers().iter();
            macros.extend(registers.map(|(register, offset)| {
                constant(&format!("WEFT_{name}_{register}"), size(*offset))
            }));
            if let Some((first, _)) = chip.sources_of(index) {
                macros.push(constant(&format!("WEFT_SOURCE_{name}"), first));
            }
        }
        if chip.has_interrupt_controller() {
            macros.push(constant("WEFT_INTERRUPT_SOURCES", 1 + chip.source_count()));
        }
        macros
    }

    fn rows(&self, chip: &Facts) -> Vec<Row> {
        let neighbours = self.iter().zip(&chip.devices);
        let rows = neighbours.map(|(device, neighbour)| row(device, neighbour, chip));
        rows.collect()
    }
}

fn row(device: &Device, neighbour: &Neighbour, chip: &Facts) -> Row {
    let kind = device.kind.called().unwrap_or(device.kind.name());
    let what = match device.name == kind.replace('-', "_") {
        true => kind.to_string(),
        false => format!("{}: {kind}", device.name),
    };
    let cycles = neighbour.single_access + device.kind.wait_states();
    let access = match neighbour.bus {
        _ if chip.has(Role::InsteadOfBus) => format!("by its path over {INSTEAD_OF_BUS}"),
        Some(bus) => format!("{cycles} on {bus}, waiting, bridges"),
        None => format!("{cycles}, and waiting for the bus"),
    };
    Row {
        range: device.range,
        what,
        access,
    }
}
