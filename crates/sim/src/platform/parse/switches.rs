//! `[switches]`: the switches, the links between them, and which switch each core and device is attached to.

use super::super::error::PlatformError;
use super::super::mesh::PIPELINES;
use super::super::reader::{Field, Table};
use super::super::switches::{Switches, ALLOCATIONS, MAX_PRIORITIES};
use super::super::{Cores, Device, DeviceKind};
use super::{count_or, flag_or, MAX_LATENCY};
use crate::noc::{Unusable, MAX_CHANNELS};
use crate::part::switches::registers::MAX_DEVICES;

/// Flits that a switch buffers at an input at most.
const MAX_BUFFER_FLITS: u64 = 255;
/// Ports of a switch at most, if their virtual channels allow it.
const MAX_PORTS: usize = 32;

/// The switches of a platform that has them.
///
/// # Errors
/// The first thing that is wrong, with its place in the text.
pub fn switches(
    root: &Table,
    cores: &Cores,
    devices: &[Device],
) -> Result<Option<Switches>, PlatformError> {
    let Some(field) = root.optional("switches") else {
        return Ok(None);
    };
    if root.optional("mesh").is_some() {
        return Err(field.error("cannot be on a chip with a [mesh]; leave one of them out"));
    }
    let table = field.table()?;
    table.expect_only(&[
        "names",
        "links",
        "cores",
        "pipeline",
        "buffer",
        "allocation",
        "priorities",
        "channel_for_each_priority",
        "channel_for_answers",
        "request",
        "response",
        "register",
    ])?;
    let names = names(&table)?;
    let priorities = table.integer_or("priorities", 1, 1..=MAX_PRIORITIES)? as u8;
    let cycles = |key, default| table.integer_or(key, default, 1..=MAX_LATENCY);
    let switches = Switches {
        links: links(&table, &names)?,
        cores: attached_cores(&table, &names, cores.count)?,
        devices: attached_devices(root, &names, devices)?,
        interface: interface(devices),
        pipeline: choice(&table, "pipeline", &PIPELINES)?,
        buffer_flits: count_or(&table, "buffer", 4, MAX_BUFFER_FLITS)?,
        allocation: choice(&table, "allocation", &ALLOCATIONS)?,
        priorities,
        channel_for_each_priority: flag_or(&table, "channel_for_each_priority", false)?,
        channel_for_answers: flag_or(&table, "channel_for_answers", true)?,
        request: cycles("request", 1)?,
        response: cycles("response", 1)?,
        register: cycles("register", 1)?,
        names,
    };
    check_ports(&field, &switches, devices)?;
    check_attached(&field, cores, devices)?;
    check_ways(&table, &switches, devices)?;
    Ok(Some(switches))
}

fn choice<T: Copy>(table: &Table, key: &str, known: &[(&str, T); 2]) -> Result<T, PlatformError> {
    let names = known.map(|(name, _)| name);
    let chosen = table
        .optional(key)
        .map_or(Ok(0), |field| field.choice(&names))?;
    Ok(known[chosen].1)
}

fn names(table: &Table) -> Result<Vec<String>, PlatformError> {
    let field = table.required("names", "names = [\"left\", \"right\"]")?;
    let mut names: Vec<String> = Vec::new();
    for element in field.elements("a list of names, for example [\"left\", \"right\"]")? {
        let name = element.text()?.to_string();
        if names.contains(&name) {
            return Err(element.error(format!("has \"{name}\" twice")));
        }
        names.push(name);
    }
    if names.is_empty() {
        return Err(field.error("is empty; name at least one switch"));
    }
    Ok(names)
}

/// The number of the switch that a field names.
fn switch(field: &Field, names: &[String]) -> Result<usize, PlatformError> {
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    field.choice(&names)
}

fn links(table: &Table, names: &[String]) -> Result<Vec<(usize, usize)>, PlatformError> {
    let Some(field) = table.optional("links") else {
        return Ok(Vec::new());
    };
    let wanted = "a list of pairs, for example [[\"left\", \"right\"]]";
    let mut links = Vec::new();
    for pair in field.elements(wanted)? {
        let ends = pair.elements(wanted)?;
        let [one, other] = ends.as_slice() else {
            return Err(pair.error("has a link that does not join two switches"));
        };
        let (one, other) = (switch(one, names)?, switch(other, names)?);
        if one == other || links.contains(&(one, other)) || links.contains(&(other, one)) {
            return Err(pair.error("joins a switch with itself, or two that are linked already"));
        }
        links.push((one, other));
    }
    Ok(links)
}

fn attached_cores(
    table: &Table,
    names: &[String],
    count: usize,
) -> Result<Vec<usize>, PlatformError> {
    let example = "cores = [\"left\", \"right\"]";
    let field = table.required("cores", example)?;
    let elements = field.elements("a list: the switch of each core")?;
    if elements.len() != count {
        return Err(field.error(format!(
            "names the switches of {} cores, but there are {count}",
            elements.len()
        )));
    }
    elements
        .iter()
        .map(|element| switch(element, names))
        .collect()
}

/// The switch of each device.
fn attached_devices(
    root: &Table,
    names: &[String],
    devices: &[Device],
) -> Result<Vec<Option<usize>>, PlatformError> {
    let elements = super::devices::elements(root)?;
    let attached = |((_, element), device): (&(String, Field), &Device)| {
        if device.kind == DeviceKind::NetworkInterface {
            return Ok(None);
        }
        let table = element.table()?;
        let field = table.required("switch", "switch = \"left\"")?;
        switch(&field, names).map(Some)
    };
    elements.iter().zip(devices).map(attached).collect()
}

fn interface(devices: &[Device]) -> Option<u32> {
    let is_it = |device: &&Device| device.kind == DeviceKind::NetworkInterface;
    devices.iter().find(is_it).map(|device| device.range.base)
}

fn check_attached(field: &Field, cores: &Cores, devices: &[Device]) -> Result<(), PlatformError> {
    if cores.bus_windows.is_some() {
        return Err(field.error(
            "and cores.data_memory.bus_base are both there; behind switches, data memories are private: remove bus_base",
        ));
    }
    if devices.len() > MAX_DEVICES {
        return Err(field.error(format!(
            "is there with {} devices; the interfaces have registers for {MAX_DEVICES}",
            devices.len()
        )));
    }
    Ok(())
}

/// A controller has a port for what is asked of it and one for what it asks.
fn check_ports(
    field: &Field,
    switches: &Switches,
    devices: &[Device],
) -> Result<(), PlatformError> {
    let channels = switches.channels().count();
    let possible = MAX_PORTS.min(MAX_CHANNELS / channels);
    for (number, name) in switches.names.iter().enumerate() {
        let links = switches.links.iter();
        let linked = links.filter(|(one, other)| *one == number || *other == number);
        let cores = switches.cores.iter().filter(|switch| **switch == number);
        let attached = devices.iter().zip(&switches.devices);
        let attached = attached.filter(|(_, switch)| **switch == Some(number));
        let of_devices = attached.map(|(device, _)| 1 + usize::from(device.kind.is_master()));
        let ports = linked.count() + cores.count() + of_devices.sum::<usize>();
        if ports > possible {
            return Err(field.error(format!(
                "gives switch \"{name}\" {ports} ports of {channels} virtual channels; {possible} are possible: \
                 add a switch, or, with channel_for_each_priority, lower priorities"
            )));
        }
    }
    Ok(())
}

fn check_ways(table: &Table, switches: &Switches, devices: &[Device]) -> Result<(), PlatformError> {
    let Err(unusable) = switches.topology(devices, 1) else {
        return Ok(());
    };
    let field = table
        .optional("links")
        .map_or_else(|| table.required("names", ""), Ok)?;
    let name = |switch: usize| &switches.names[switch];
    Err(match unusable {
        Unusable::Apart(one, other) => field.error(format!(
            "leave no way from switch \"{}\" to \"{}\"; link them",
            name(one),
            name(other)
        )),
        Unusable::OneWay(one, other) => field.error(format!(
            "lead from switch \"{}\" to \"{}\" over other switches than back; of ways of equal length, that over the link named first is taken",
            name(one),
            name(other)
        )),
        Unusable::Ring(one, other) => field.error(format!(
            "let packets wait for each other in a ring, of which the link from \"{}\" to \"{}\" is a part; remove a link of the ring or add one across",
            name(one),
            name(other)
        )),
    })
}
