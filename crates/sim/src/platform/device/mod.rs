//! `[[device]]`: the devices on the bus or another interconnect. Each kind has a folder of its own, which declares its keys.
//!
//! The devices of an extended platform come first. A device with the same name and a `kind` replaces the extended platform's; one without a `kind`
//! changes some of its keys.

mod elements;
mod rows;

use serde::{Deserialize, Serialize};

use super::parts::device_types;
use crate::description::keys::{Address, Key, Keys, Line, Setting, Shape, TableShape, Value};
use crate::description::{
    within, AnyDevice, Attached, Kinds, MemorySize, Neighbour, OnBus, Range, Reading, Result,
    Section,
};
use crate::part::DeviceKind;

/// A device on the bus or at a switch, with its address range.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Device {
    /// Unique among the devices; an identifier in lower case.
    pub name: String,
    /// The addresses that it answers.
    pub range: Range,
    /// Its kind, with the keys of that kind.
    pub kind: DeviceKind,
}

impl Device {
    /// Returns the device as other parts see it.
    pub fn as_neighbour<'a>(&'a self, bus: Option<&'a str>, single_access: u64) -> Neighbour<'a> {
        Neighbour {
            name: &self.name,
            range: self.range,
            is_memory: self.kind.is_memory(),
            bus,
            single_access,
            kind: &*self.kind,
        }
    }
}

impl DeviceKind {
    /// Can programs access it as memory: in any width, with atomic operations?
    pub fn is_memory(&self) -> bool {
        self.of_type().registers.is_none()
    }

    /// Do its registers accept whole words only?
    pub fn takes_words_only(&self) -> bool {
        !self.is_memory() && !self.takes_bytes()
    }
}

/// The keys that all kinds of device have.
const EVERY: TableShape = TableShape {
    help: "Keys that all devices have. Each kind has further keys of its own.",
    keys: &[AnyDevice::KEYS, OnBus::KEYS],
};

impl Section for Vec<Device> {
    const KEY: Key = Key::of(
        "device",
        "What is attached to the bus or to another interconnect.",
        Shape::Devices {
            every: EVERY,
            kinds: tables,
        },
    );

    fn read(reading: &mut Reading) -> Result<Self> {
        let mut devices = Vec::new();
        for attached in elements::all(&reading.root)? {
            elements::check(&attached, reading)?;
            if attached.kind.is_on_bus {
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

fn device<'a>(attached: &Attached<'a>, reading: &mut Reading<'a>) -> Result<Device> {
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
    reading.place(&format!("device `{name}`"), range, table.place);
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
