//! `[bus]`: the keys of the shared bus.

use crate::description::device::boxes;
use crate::description::drawing::fabric;
use crate::description::keys::{keys, Clock, Cycles, Key, Keys};
use crate::description::part::{Part, Role, Section};
use crate::description::reader::Table;
use crate::description::reading::Reading;
use crate::description::{Facts, PlatformError, MAX_CORES};

/// The most cores and controllers together that the bus arbitrates between.
pub const MAX_MASTERS: usize = MAX_CORES + 64;

keys! {
    /// The bus that all cores share.
    #[derive(Eq)]
    pub struct Bus in "bus" {
        /// Frequency of the bus's clock, slower than the chip's by a whole factor or not at all.
        period as "clock": Clock = 1 => "the chip's",
        /// From an uncontended request to its answer, without wait states.
        single_access: Cycles<4, 1000> = 4,
    } without {
        arbitration => "the bus arbitrates round robin; remove it",
    }
}

impl Section for Bus {
    const KEY: Key = Key::table::<Bus>();

    fn read(reading: &mut Reading) -> Result<Self, PlatformError> {
        reading.section()
    }
}

impl Part for Bus {
    fn check(&self, root: &Table, chip: &Facts) -> Result<(), PlatformError> {
        let (cores, masters) = (chip.cores, controllers(chip));
        match root.optional("device") {
            Some(field) if cores + masters > MAX_MASTERS => Err(field.error(format!(
                "has {masters} controllers that want the bus in addition to {cores} cores; it has at most {MAX_MASTERS} masters"
            ))),
            _ => Ok(()),
        }
    }

    /// Chips with another network do without a bus where nothing is attached to it.
    fn unused_table(&self, chip: &Facts) -> Option<&'static str> {
        let has_other = chip.has(Role::Network) || chip.has(Role::NetworkOfTiles);
        let has_users = !chip.devices.is_empty() || chip.bus_windows.is_some();
        let is_unused = chip.has(Role::InsteadOfBus) || has_other && !has_users;
        is_unused.then_some(Bus::NAME)
    }

    fn picture(&self, chip: &Facts) -> Vec<String> {
        if self.unused_table(chip).is_some() {
            return Vec::new();
        }
        let masters = chip.cores + controllers(chip);
        let mut lines = vec![fabric(&format!("bus, {masters} masters"))];
        lines.extend(boxes(&chip.devices));
        lines
    }
}

/// Devices that ask for the bus by themselves.
fn controllers(chip: &Facts) -> usize {
    let devices = chip.devices.iter();
    devices.filter(|device| device.kind.is_master()).count()
}
