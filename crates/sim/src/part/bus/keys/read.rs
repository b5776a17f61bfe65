//! Reads `[bus]`: resolves the names of buses to numbers.

use super::{Bridge, BridgeKeys, Bus, Segment, Wiring};
use crate::description::keys::{Key, Keys, Shape, TableShape};
use crate::description::{Attached, Reading, Result, Section, Spot};

const TABLE: TableShape = TableShape {
    help: Bus::HELP,
    keys: &[Bus::KEYS, Wiring::KEYS],
};

impl Section for Bus {
    const KEY: Key = Key::of(Bus::NAME, Bus::HELP, Shape::Table(TABLE));

    fn read(reading: &mut Reading) -> Result<Self> {
        let table = reading.root.optional_table(Bus::NAME)?;
        table.expect_keys(&TABLE)?;
        let wiring = Wiring::take(&table, &reading.chip)?;
        check_segments(&wiring.segments, reading)?;
        let segments = wiring.segments.iter().map(|it| it.value.clone());
        let segments: Vec<Segment> = segments.collect();
        let names = segments.iter().map(|segment| segment.name.as_str());
        let names: Vec<&str> = std::iter::once(Bus::NAME).chain(names).collect();
        let bridges = bridges(&wiring.bridges, &names)?;
        let devices = devices(&reading.attached, &names)?;
        let bus = Bus::take(&table, &reading.chip, segments, bridges, devices)?;
        reading.record(Bus::NAME, &bus);
        for segment in &bus.segments {
            reading.record(&format!("bus.segment.{}", segment.name), segment);
        }
        for (bridge, keys) in bus.bridges.iter().zip(&wiring.bridges) {
            let name = bus.bridge_name(bridge);
            reading.record(&format!("bus.bridge {name}"), &keys.value);
        }
        Ok(bus)
    }
}

/// Checks that each name is new, and that each core is the master of one bus.
fn check_segments(segments: &[Spot<Segment>], reading: &Reading) -> Result<()> {
    for (number, spot) in segments.iter().enumerate() {
        let (segment, cores) = (&spot.value, reading.chip.cores);
        check_name(spot)?;
        let mut devices = reading.attached.iter();
        let mut others = segments[..number].iter();
        let is_taken = segment.name == Bus::NAME
            || devices.any(|device| device.name == segment.name)
            || others.any(|other| other.value.name == segment.name);
        if is_taken {
            return Err(spot.error(format!(
                "is called \"{}\", as another bus or a device is; choose another name",
                segment.name
            )));
        }
        if segment.cores().end > cores {
            return Err(spot.error(format!(
                "has cores {} to {}, but there are {cores}; lower `first` or `count`",
                segment.first,
                segment.cores().end - 1
            )));
        }
        check_masters(spot, &segments[..number])?;
    }
    Ok(())
}

/// Checks the form of a name, which becomes part of the names of signals.
fn check_name(spot: &Spot<Segment>) -> Result<()> {
    let name = &spot.value.name;
    let letters = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_';
    match name.starts_with(|c: char| c.is_ascii_lowercase()) && name.chars().all(letters) {
        true => Ok(()),
        false => Err(spot.error(format!(
            "is called \"{name}\"; a name is lower-case letters, digits and _, beginning with a letter"
        ))),
    }
}

fn check_masters(spot: &Spot<Segment>, others: &[Spot<Segment>]) -> Result<()> {
    for other in others {
        if let Some(core) = spot
            .value
            .cores()
            .find(|core| other.value.cores().contains(core))
        {
            return Err(spot.error(format!(
                "has core {core}, which is a master of \"{}\" already; a core has one bus",
                other.value.name
            )));
        }
    }
    Ok(())
}

fn bridges(bridges: &[Spot<BridgeKeys>], names: &[&str]) -> Result<Vec<Bridge>> {
    let mut read: Vec<Bridge> = Vec::new();
    for BridgeKeys { between, latency } in bridges.iter().map(|spot| &spot.value) {
        let [one, other] = &between.value;
        let buses = [one.choice(names)?, other.choice(names)?];
        let is_there = |bridge: &Bridge| buses.iter().all(|bus| bridge.buses.contains(bus));
        if buses[0] == buses[1] || read.iter().any(is_there) {
            return Err(between.error(
                "joins a bus with itself, or two that another bridge joins already; remove it",
            ));
        }
        read.push(Bridge {
            buses,
            latency: *latency,
        });
    }
    Ok(read)
}

/// The bus of each device, if there are several.
fn devices(attached: &[Attached], names: &[&str]) -> Result<Vec<usize>> {
    let bus = |device: &Attached| match device.field.table()?.optional("bus") {
        Some(field) => field.choice(names),
        None => Ok(0),
    };
    let on_bus = attached.iter().filter(|device| device.kind.is_on_bus);
    let devices = on_bus.map(bus).collect::<Result<Vec<_>, _>>()?;
    match names.len() {
        1 => Ok(Vec::new()),
        _ => Ok(devices),
    }
}
