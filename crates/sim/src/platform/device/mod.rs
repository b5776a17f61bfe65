//! `[[device]]`: what is attached to the bus, to switches or to HIBI. Each kind has a room of its own, which declares its keys.
//!
//! The devices of a platform that is extended come first. One of the same name replaces its forerunner; one of the same name without a `kind`
//! changes some keys of it.

mod elements;
mod facts;
mod kinds;
mod rows;

use serde::{Deserialize, Serialize};

use super::error::PlatformError;
use super::keys::{
    keys, Address, Bytes, Key, Keys, Line, ReadKeys, Setting, Shape, TableShape, Value,
};
use super::part::Section;
use super::reader::Table;
use super::reading::Reading;
use super::Range;
use crate::machine::parts::{device_types, DeviceKind};
pub use elements::Attached;
pub use facts::DeviceFacts;
pub(crate) use kinds::device_kinds;
pub use rows::boxes;

/// The table of the bus, and of what takes its place.
const ON_BUS: &str = "bus";

/// Something on the bus or at a switch that answers at a range of addresses.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Device {
    /// Unique among the devices; an identifier in lower case.
    pub name: String,
    /// The addresses that it answers.
    pub range: Range,
    /// What it is.
    pub kind: DeviceKind,
}

/// A kind of device, as platform files have it.
#[derive(Clone, Copy)]
pub struct DeviceType {
    /// As `kind` has it.
    pub name: &'static str,
    /// The keys of such a device.
    pub table: TableShape,
    /// The table of the fabric that it is attached to.
    pub fabric: &'static str,
    /// Bytes of addresses of its registers; None for a memory, whose `size` says it.
    pub registers: Option<u32>,
    /// Whether a chip has one at most.
    pub single: bool,
    /// The most cores that it serves.
    pub most_cores: usize,
    /// How it is attached to switches.
    pub at_switch: AtSwitch,
}

impl DeviceType {
    /// Whether it is on the bus, or on what takes its place.
    pub fn is_on_bus(&self) -> bool {
        self.fabric == ON_BUS
    }
}

/// How a device is attached where switches take the place of the bus.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum AtSwitch {
    /// It is at the switch that it names.
    One,
    /// It is at none: each core has its own.
    None,
    /// It cannot be.
    Impossible,
}

keys! {
    /// What each device says.
    pub struct AnyDevice {
        /// What it is.
        kind: Line => "\"sram\"",
        /// By which `--set`, `[map]` and C programs (`WEFT_<NAME>_BASE`) know it.
        name: Option<Line> => "the kind, with `_` for `-`",
    }
}

keys! {
    /// What each device on the bus or at a switch says.
    pub struct OnBus {
        /// With `[switches]`: the switch that it is at.
        switch: Option<Line> => "none",
        /// With `[[bus.segment]]`: the bus that it is on.
        bus: Option<Line> => "\"bus\", which is `[bus]`",
        /// Address of the first byte.
        base: Address => "0x9000_0000",
    }
}

keys! {
    /// What a memory says.
    pub struct MemorySize {
        /// Its bytes.
        size: Bytes => "\"256 KiB\"",
    }
}

/// The keys of a kind of device on the bus.
pub trait BusDevice: ReadKeys + DeviceFacts {
    /// Bytes of addresses of its registers; None for a memory, whose `size` says it.
    const REGISTERS: Option<u32>;
    /// Whether a chip has one at most.
    const SINGLE: bool = false;
    /// The most cores that it serves, where its registers have a place for each.
    const MOST_CORES: usize = usize::MAX;
    /// How it is attached to switches.
    const AT_SWITCH: AtSwitch = AtSwitch::One;
    /// The keys of one with registers.
    const WITH_REGISTERS: &'static [&'static [Key]] = &[AnyDevice::KEYS, OnBus::KEYS, Self::KEYS];
    /// The keys of a memory.
    const WITH_SIZE: &'static [&'static [Key]] =
        &[AnyDevice::KEYS, OnBus::KEYS, MemorySize::KEYS, Self::KEYS];
    /// The kind.
    const TYPE: DeviceType = DeviceType {
        name: Self::NAME,
        table: TableShape {
            help: Self::HELP,
            keys: match Self::REGISTERS {
                Some(_) => Self::WITH_REGISTERS,
                None => Self::WITH_SIZE,
            },
        },
        fabric: ON_BUS,
        registers: Self::REGISTERS,
        single: Self::SINGLE,
        most_cores: Self::MOST_CORES,
        at_switch: Self::AT_SWITCH,
    };
}

impl DeviceKind {
    /// Whether programs may access it as memory: any width, atomic operations.
    pub fn is_memory(&self) -> bool {
        self.of_type().registers.is_none()
    }

    /// Whether its registers are accessed as whole words only.
    pub fn takes_words_only(&self) -> bool {
        !self.is_memory() && !self.takes_bytes()
    }
}

impl Section for Vec<Device> {
    const KEY: Key = Key::of(
        "device",
        "What is attached to the bus, to switches or to HIBI.",
        Shape::Devices(tables),
    );

    fn read(reading: &mut Reading) -> Result<Self, PlatformError> {
        let mut devices = Vec::new();
        for attached in elements::all(&reading.root)? {
            attached.check(reading)?;
            if attached.kind.is_on_bus() {
                devices.push(device(&attached, reading)?);
            }
            reading.attached.push(attached);
        }
        reading.places = devices.iter().map(|device| device.name.clone()).collect();
        Ok(devices)
    }
}

fn tables() -> Vec<(&'static str, TableShape)> {
    device_types().map(|kind| (kind.name, kind.table)).collect()
}

fn device<'a>(attached: &Attached<'a>, reading: &mut Reading<'a>) -> Result<Device, PlatformError> {
    let table = attached.field.table()?;
    table.expect_keys(&attached.kind.table)?;
    let name = attached.name.clone();
    let kind = DeviceKind::read(attached.kind.name, &table, &reading.chip)?;
    let kind = kind.ok_or_else(|| attached.field.error("is of a kind that is not on the bus"))?;
    let OnBus { base, bus, .. } = OnBus::take(&table, &reading.chip)?;
    let mut settings = vec![setting(&name, "base", Address::write(&base))];
    settings.extend(bus.map(|bus| setting(&name, "bus", Line::write(&bus))));
    let size = match kind.of_type().registers {
        Some(size) => size,
        None => {
            let size = MemorySize::take(&table, &reading.chip)?;
            settings.extend(size.settings(&name, &reading.chip));
            size.size
        }
    };
    settings.extend(kind.settings(&name, &reading.chip));
    let range = within(Range { base, size }, &table)?;
    reading.place(&format!("device `{name}`"), range, table.place());
    reading.settings.extend(settings);
    Ok(Device { name, range, kind })
}

fn setting(table: &str, key: &str, value: String) -> Setting {
    Setting {
        table: table.to_string(),
        key: key.to_string(),
        value,
    }
}

/// The range of a memory, if it ends within the address space.
///
/// # Errors
/// It does not: at the key `size`.
pub fn within(range: Range, table: &Table) -> Result<Range, PlatformError> {
    match table.optional("size") {
        Some(field) if range.end() > 1 << 32 => Err(field.error(format!(
            "reaches to {:#x}, beyond the 32-bit address space; lower the base or the size",
            range.end()
        ))),
        _ => Ok(range),
    }
}
