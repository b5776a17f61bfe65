//! How the buses appear in the picture; checks of what is attached to them.

use super::{Bus, Wiring, MAX_MASTERS};
use crate::description::keys::Keys;
use crate::description::{boxes, fabric, Facts, Neighbour, Part, Result, Role, Table};

impl Part for Bus {
    fn check(&self, root: &Table, chip: &Facts) -> Result<()> {
        check_masters(root, chip)?;
        match self.segments.is_empty() {
            true => Ok(()),
            false => self.check_paths(root, chip),
        }
    }

    /// Chips with another network need no bus if nothing is attached to it.
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
        let buses = 0..=self.segments.len();
        let mut lines: Vec<String> = buses.flat_map(|bus| self.drawn(bus, chip)).collect();
        for bridge in &self.bridges {
            let [one, other] = bridge.buses.map(|bus| self.name_of(bus));
            lines.push(format!(
                "  bridge {one} <--> {other}, {} cycles",
                bridge.latency
            ));
        }
        lines
    }
}

impl Bus {
    /// Draws a bus with its devices.
    fn drawn(&self, bus: usize, chip: &Facts) -> Vec<String> {
        let devices = chip.devices.iter().enumerate();
        let own = devices.filter(|(device, _)| self.of_device(*device) == bus);
        let own: Vec<Neighbour> = own.map(|(_, device)| *device).collect();
        let cores = (0..chip.cores).filter(|&core| self.of_core(core) == bus);
        let masters = cores.count() + controllers(&own);
        let name = self.name_of(bus);
        let mut lines = vec![fabric(&format!("{name}, {masters} masters"))];
        lines.extend(boxes(&own));
        lines
    }

    /// Checks that each core has a path to every device and to every data memory on a bus.
    fn check_paths(&self, root: &Table, chip: &Facts) -> Result<()> {
        let field = root.required(Bus::NAME, "")?.table()?;
        let field = field.required("segment", "")?;
        if chip.has(Role::InsteadOfBus) {
            return Err(field.error(
                "is a bus, but on this chip something else takes the place of buses; remove it",
            ));
        }
        let routes = self.routes();
        let goals = self.goals(chip);
        for from in (0..chip.cores).map(|core| self.of_core(core)) {
            let lacks = |goal: &&usize| from != **goal && routes.next(from, **goal).is_none();
            if let Some(&goal) = goals.iter().find(lacks) {
                return Err(field.error(format!(
                    "leaves no path from bus \"{}\", which has cores, to bus \"{}\", which has something that they address; \
                     add [[bus.{}]] between them",
                    self.name_of(from),
                    self.name_of(goal),
                    Wiring::KEYS[1].name
                )));
            }
        }
        Ok(())
    }

    /// The buses with components that cores address.
    fn goals(&self, chip: &Facts) -> Vec<usize> {
        let memories = 0..chip.bus_windows.map_or(0, |_| chip.cores);
        let devices = (0..chip.devices.len()).map(|device| self.of_device(device));
        let mut goals: Vec<usize> = devices
            .chain(memories.map(|core| self.of_core(core)))
            .collect();
        goals.dedup();
        goals
    }
}

fn check_masters(root: &Table, chip: &Facts) -> Result<()> {
    let (cores, masters) = (chip.cores, controllers(&chip.devices));
    match root.optional("device") {
        Some(field) if cores + masters > MAX_MASTERS => Err(field.error(format!(
            "has {masters} controllers that want the bus in addition to {cores} cores; it has at most {MAX_MASTERS} masters"
        ))),
        _ => Ok(()),
    }
}

/// The number of devices that are bus masters.
fn controllers(devices: &[Neighbour]) -> usize {
    let masters = devices.iter().filter(|device| device.kind.is_master());
    masters.count()
}
