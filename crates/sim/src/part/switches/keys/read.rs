//! Reads `[switches]`: resolves names to numbers, and refuses a network that cannot be built.

use super::{Switches, Wiring};
use crate::description::keys::{Key, Keys, Shape, TableShape};
use crate::description::{AtSwitch, Attached, Facts, Field, Reading, Result, Section, Table};
use crate::noc::{TopologyError, MAX_CHANNELS};
use crate::part::switches::registers::MAX_DEVICES;

/// Maximum ports of a switch, if their virtual channels allow as many.
const MAX_PORTS: usize = 32;

const TABLE: TableShape = TableShape {
    help: Switches::HELP,
    keys: &[Switches::KEYS, Wiring::KEYS],
};

impl Section for Switches {
    const KEY: Key = Key::of(Switches::NAME, Switches::HELP, Shape::Table(TABLE));

    fn read(reading: &mut Reading) -> Result<Switches> {
        let table = reading.root.required(Switches::NAME, "")?.table()?;
        table.expect_keys(&TABLE)?;
        let wiring = Wiring::take(&table, &reading.chip)?;
        let names = names(&table)?;
        let devices = attached_devices(&names, &reading.attached)?;
        let switches = Switches::take(
            &table,
            &reading.chip,
            links(&wiring, &names)?,
            attached_cores(&wiring, &names, &table, reading.chip.cores)?,
            devices,
            interface(reading)?,
        )?;
        reading.record(Switches::NAME, &switches);
        reading.record(Switches::NAME, &wiring);
        Ok(switches)
    }
}

fn names(table: &Table) -> Result<Vec<String>> {
    let field = table.required("names", "names = [\"left\", \"right\"]")?;
    let mut names: Vec<String> = Vec::new();
    for element in field.elements("a list of names, for example [\"left\", \"right\"]")? {
        let name = element.text()?.to_string();
        if names.contains(&name) {
            return Err(element.error(format!("has \"{name}\" twice; name each switch once")));
        }
        names.push(name);
    }
    match names.is_empty() {
        true => Err(field.error("is empty; name at least one switch")),
        false => Ok(names),
    }
}

fn links(wiring: &Wiring, names: &[String]) -> Result<Vec<(usize, usize)>> {
    let mut links = Vec::new();
    for pair in wiring.links.iter().flatten() {
        let [one, other] = &pair.value;
        let (one, other) = (one.choice(names)?, other.choice(names)?);
        if one == other || links.contains(&(one, other)) || links.contains(&(other, one)) {
            return Err(
                pair.error("joins a switch with itself, or two that are linked already; remove it")
            );
        }
        links.push((one, other));
    }
    Ok(links)
}

fn attached_cores(
    wiring: &Wiring,
    names: &[String],
    table: &Table,
    count: usize,
) -> Result<Vec<usize>> {
    let named = &wiring.cores;
    if named.len() != count {
        return Err(table.required("cores", "")?.error(format!(
            "names the switches of {} cores, but there are {count}; name one for each core",
            named.len()
        )));
    }
    named.iter().map(|name| name.choice(names)).collect()
}

/// The switch of each device that would otherwise be on the bus.
fn attached_devices(names: &[String], attached: &[Attached]) -> Result<Vec<Option<usize>>> {
    let of = |device: &&Attached| match device.kind.at_switch {
        AtSwitch::None => Ok(None),
        AtSwitch::Impossible => Err(device.field.error(format!(
            "is of kind \"{}\", which cannot be at a switch; take an sram",
            device.kind.name
        ))),
        AtSwitch::One => {
            let table = device.field.table()?;
            let field = table.required("switch", "switch = \"left\"")?;
            field.choice(names).map(Some)
        }
    };
    let on_bus = attached.iter().filter(|device| device.kind.is_on_bus);
    on_bus.map(|device| of(&device)).collect()
}

/// The address of the interfaces' registers, if the platform has that device.
fn interface(reading: &Reading) -> Result<Option<u32>> {
    let mut attached = reading.attached.iter();
    let own = |device: &&Attached| device.kind.is_on_bus && device.kind.at_switch == AtSwitch::None;
    let Some(device) = attached.find(own) else {
        return Ok(None);
    };
    let base = device
        .field
        .table()?
        .required("base", "base = 0xb000_0000")?;
    base.address().map(Some)
}

/// Checks what is attached to the switches, and that they form a usable network.
///
/// # Errors
/// They do not.
pub fn check(switches: &Switches, root: &Table, chip: &Facts) -> Result<()> {
    let field = root.required(Switches::NAME, "")?;
    check_ports(&field, switches, chip)?;
    check_attached(&field, chip)?;
    check_paths(&field.table()?, switches, chip)
}

fn check_attached(field: &Field, chip: &Facts) -> Result<()> {
    if chip.bus_windows.is_some() {
        return Err(field.error(
            "and cores.data_memory.bus_base are both there; with switches, data memories are private: remove bus_base",
        ));
    }
    match chip.devices.len() {
        devices if devices > MAX_DEVICES => Err(field.error(format!(
            "is there with {devices} devices; the interfaces have registers for {MAX_DEVICES}: remove some"
        ))),
        _ => Ok(()),
    }
}

/// Checks the number of ports of each switch. A controller takes two: as target of accesses and as initiator.
fn check_ports(field: &Field, switches: &Switches, chip: &Facts) -> Result<()> {
    let channels = switches.channels().count();
    let possible = MAX_PORTS.min(MAX_CHANNELS / channels);
    for (number, name) in switches.names.iter().enumerate() {
        let ports = ports(switches, chip, number);
        if ports > possible {
            return Err(field.error(format!(
                "gives switch \"{name}\" {ports} ports of {channels} virtual channels; {possible} are possible: \
                 add a switch, or, with channel_for_each_priority, lower priorities"
            )));
        }
    }
    Ok(())
}

fn ports(switches: &Switches, chip: &Facts, switch: usize) -> usize {
    let links = switches.links.iter();
    let linked = links.filter(|(one, other)| *one == switch || *other == switch);
    let cores = switches.cores.iter().filter(|at| **at == switch);
    let devices = chip.devices.iter().zip(&switches.devices);
    let attached = devices.filter(|(_, at)| **at == Some(switch));
    let of_devices = attached.map(|(device, _)| 1 + usize::from(device.kind.is_master()));
    linked.count() + cores.count() + of_devices.sum::<usize>()
}

fn check_paths(table: &Table, switches: &Switches, chip: &Facts) -> Result<()> {
    let Err(error) = switches.topology(&chip.devices, 1) else {
        return Ok(());
    };
    let field = table
        .optional("links")
        .map_or_else(|| table.required("names", ""), Ok)?;
    let name = |switch: usize| &switches.names[switch];
    Err(match error {
        TopologyError::Disconnected(one, other) => field.error(format!(
            "leave no path from switch \"{}\" to \"{}\"; link them",
            name(one),
            name(other)
        )),
        TopologyError::AsymmetricPath(one, other) => field.error(format!(
            "lead from switch \"{}\" to \"{}\" over other switches than back; of paths of equal length, that over the link named first is taken: change the order",
            name(one),
            name(other)
        )),
        TopologyError::DependencyCycle(one, other) => field.error(format!(
            "let packets wait for each other in a ring, of which the link from \"{}\" to \"{}\" is a part; remove a link of the ring or add one across",
            name(one),
            name(other)
        )),
    })
}
