//! `[[device]]`: what is attached to the bus (those at HIBI are read in `hibi`).
//!
//! The devices of a platform that is extended come first; one of the same name replaces its forerunner.

use super::super::address_map::Placed;
use super::super::error::PlatformError;
use super::super::hibi::KINDS;
use super::super::reader::{Field, Table};
use super::super::{Cores, Device, DeviceKind, Range, Rows, MAX_MASTERS};
use super::{base_of, count_or, memory_range, size_of, MAX_LATENCY};
use crate::port::transfer::MAX_BEATS;

/// Mailboxes and channels of a PL320 at most (ARM DDI 0306B, 3.1).
const MAX_MAILBOXES: u64 = 32;
/// Lock variables of a device of test-and-set registers.
const MAX_TEST_AND_SET_REGISTERS: u64 = 256;
/// Banks of an SDRAM at most: DDR4 has 16.
const MAX_BANKS: u64 = 16;

pub fn devices<'a>(
    root: &Table<'a>,
    cores: &Cores,
    placed: &mut Vec<Placed<'a>>,
) -> Result<Vec<Device>, PlatformError> {
    let mut devices: Vec<Device> = Vec::new();
    for (name, element) in elements(root)? {
        if KINDS.contains(&kind_of(&element.table()?)?) {
            continue;
        }
        let device = device(name, &element.table()?, cores, placed)?;
        check_single(&element, &device, &devices)?;
        devices.push(device);
    }
    check_masters(root, cores, &devices)?;
    Ok(devices)
}

/// The devices with their names, those of extended platforms first.
pub fn elements<'a>(root: &Table<'a>) -> Result<Vec<(String, Field<'a>)>, PlatformError> {
    let mut all: Vec<(String, Field)> = Vec::new();
    let layers = root.optional("device").map(|field| field.layers());
    for layer in layers.into_iter().flatten().rev() {
        let mut own: Vec<(String, Field)> = Vec::new();
        for element in layer.elements("[[device]]: devices are a list")? {
            let name = name_of(&element.table()?)?;
            if own.iter().any(|(other, _)| *other == name) {
                return Err(element.error(format!(
                    "`{name}` is there twice; give each device a `name` of its own"
                )));
            }
            own.push((name, element));
        }
        for (name, element) in own {
            match all.iter_mut().find(|(other, _)| *other == name) {
                Some(replaced) => replaced.1 = element,
                None => all.push((name, element)),
            }
        }
    }
    Ok(all)
}

pub fn name_of(table: &Table) -> Result<String, PlatformError> {
    let kind = kind_of(table)?;
    match table.optional("name") {
        Some(field) => device_name(&field),
        None => Ok(kind.replace('-', "_")),
    }
}

pub fn kind_of(table: &Table) -> Result<&'static str, PlatformError> {
    let known: Vec<&str> = DeviceKind::NAMES.into_iter().chain(KINDS).collect();
    Ok(known[table.required("kind", "kind = \"sram\"")?.choice(&known)?])
}

fn device<'a>(
    name: String,
    table: &Table<'a>,
    cores: &Cores,
    placed: &mut Vec<Placed<'a>>,
) -> Result<Device, PlatformError> {
    let (kind, range) = match kind_of(table)? {
        "sram" => sram(table)?,
        "sdram" => sdram(table)?,
        "console" => plain(table, DeviceKind::Console)?,
        "mailbox" => mailbox(table, cores)?,
        "dma" => plain(table, DeviceKind::Dma)?,
        "interrupt-controller" => plain(table, DeviceKind::InterruptController)?,
        "software-interrupt" => plain(table, DeviceKind::SoftwareInterrupt)?,
        "test-and-set" => test_and_set(table)?,
        "core-control" => core_control(table, cores)?,
        "network-interface" => plain(table, DeviceKind::NetworkInterface)?,
        _ => mac(table)?,
    };
    placed.push(Placed::new(
        &format!("device `{name}`"),
        range,
        table.place(),
    ));
    Ok(Device { name, range, kind })
}

fn sram(table: &Table) -> Result<(DeviceKind, Range), PlatformError> {
    table.expect_only(&["kind", "name", "switch", "base", "size", "wait_states"])?;
    let wait_states = table.integer_or("wait_states", 0, 0..=MAX_LATENCY)?;
    Ok((DeviceKind::Sram { wait_states }, memory_range(table)?))
}

fn sdram(table: &Table) -> Result<(DeviceKind, Range), PlatformError> {
    table.expect_only(&[
        "kind", "name", "base", "size", "row", "banks", "hit", "miss",
    ])?;
    let row = table.required("row", "row = \"2 KiB\"")?;
    let row_bytes = size_of(&row)?;
    if !row_bytes.is_power_of_two() {
        return Err(row.error(format!(
            "is {row_bytes} bytes; a row of an SDRAM has a power of two, for example \"2 KiB\""
        )));
    }
    let hit = table.integer_or("hit", 0, 0..=MAX_LATENCY)?;
    let rows = Rows {
        row_bytes,
        banks: count_or(table, "banks", 4, MAX_BANKS)?,
        hit,
        miss: table.integer_or("miss", hit, hit..=MAX_LATENCY)?,
    };
    Ok((DeviceKind::Sdram(rows), memory_range(table)?))
}

fn mailbox(table: &Table, cores: &Cores) -> Result<(DeviceKind, Range), PlatformError> {
    table.expect_only(&["kind", "name", "switch", "base", "mailboxes", "channels"])?;
    let most = MAX_MAILBOXES as usize;
    let kind = DeviceKind::Mailbox {
        mailboxes: count_or(table, "mailboxes", most, MAX_MAILBOXES)?,
        channels: count_or(table, "channels", cores.count.min(most), MAX_MAILBOXES)?,
    };
    Ok((kind, registers_at(table, kind)?))
}

fn test_and_set(table: &Table) -> Result<(DeviceKind, Range), PlatformError> {
    table.expect_only(&["kind", "name", "switch", "base", "registers"])?;
    let registers = count_or(table, "registers", 32, MAX_TEST_AND_SET_REGISTERS)?;
    let kind = DeviceKind::TestAndSet { registers };
    Ok((kind, registers_at(table, kind)?))
}

/// Held are the cores of a group, which may be all; the host starts them early or never.
fn core_control(table: &Table, cores: &Cores) -> Result<(DeviceKind, Range), PlatformError> {
    table.expect_only(&["kind", "name", "switch", "base", "first", "count", "start"])?;
    let last = cores.count as u64 - 1;
    let first = table.integer_or("first", 0, 0..=last)?;
    let most = cores.count as u64 - first;
    let count = table.integer_or("count", most, 1..=most)?;
    let kind = DeviceKind::CoreControl {
        cores: (u64::MAX >> (64 - count)) << first,
        start: table.integer_or("start", 0, 0..=u64::from(u32::MAX))?,
    };
    Ok((kind, registers_at(table, kind)?))
}

fn mac(table: &Table) -> Result<(DeviceKind, Range), PlatformError> {
    table.expect_only(&["kind", "name", "switch", "base", "burst"])?;
    let burst = table.integer_or("burst", 4, 1..=u64::from(MAX_BEATS))? as u32;
    let kind = DeviceKind::Mac { burst };
    Ok((kind, registers_at(table, kind)?))
}

/// A device without parameters.
fn plain(table: &Table, kind: DeviceKind) -> Result<(DeviceKind, Range), PlatformError> {
    table.expect_only(&["kind", "name", "switch", "base"])?;
    Ok((kind, registers_at(table, kind)?))
}

fn registers_at(table: &Table, kind: DeviceKind) -> Result<Range, PlatformError> {
    let base = base_of(&table.required("base", "base = 0x9000_0000")?)?;
    let size = kind.register_bytes();
    Ok(Range { base, size })
}

/// A core has one external and one software interrupt input.
fn check_single(field: &Field, new: &Device, others: &[Device]) -> Result<(), PlatformError> {
    let single = matches!(
        new.kind,
        DeviceKind::InterruptController
            | DeviceKind::SoftwareInterrupt
            | DeviceKind::NetworkInterface
    );
    match others.iter().find(|other| single && other.kind == new.kind) {
        Some(other) => Err(field.error(format!(
            "`{}` is of the same kind as `{}`; a chip has one {}",
            new.name,
            other.name,
            new.kind.name()
        ))),
        None => Ok(()),
    }
}

fn check_masters(root: &Table, cores: &Cores, devices: &[Device]) -> Result<(), PlatformError> {
    let masters = devices
        .iter()
        .filter(|device| device.kind.is_master())
        .count();
    match root.optional("device") {
        Some(field) if cores.count + masters > MAX_MASTERS => Err(field.error(format!(
            "has {masters} controllers that want the bus beside {} cores; it has at most {MAX_MASTERS} masters",
            cores.count
        ))),
        _ => Ok(()),
    }
}

fn device_name(field: &Field) -> Result<String, PlatformError> {
    let name = field.text()?;
    let letters = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_';
    if !name.starts_with(|c: char| c.is_ascii_lowercase()) || !name.chars().all(letters) {
        return Err(field.error(
            "must be lower-case letters, digits and _, beginning with a letter: C programs see it as WEFT_<NAME>_BASE",
        ));
    }
    if ["pmem", "dmem", "dmem_bus", "shared", "stack"].contains(&name) {
        return Err(field.error(format!(
            "is \"{name}\", which has a meaning of its own in programs; choose another"
        )));
    }
    Ok(name.to_string())
}
