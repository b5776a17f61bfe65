//! `[[device]]`: what all kinds of device have in common. Each kind has a folder of its own, which declares its keys.

pub mod agent;
mod boxes;
mod facts;
mod kinds;

use super::error::Result;
use super::keys::{keys, Address, Bytes, Key, Keys, Line, ReadKeys, TableShape};
use super::reader::{Field, Table};
use super::{Facts, Range};
use crate::port::Peripheral;
pub use boxes::boxes;
pub use facts::DeviceFacts;
pub use kinds::Kinds;
pub(crate) use kinds::{device_kinds, devices};

/// A device, as a file describes it.
pub struct Attached<'a> {
    /// Its name, unique among all devices.
    pub name: String,
    /// Kind of the device.
    pub kind: &'static DeviceType,
    /// Its table, laid over the inherited one of the same name that it changes.
    pub field: Field<'a>,
}

/// A kind of device.
#[derive(Clone, Copy)]
pub struct DeviceType {
    /// Its name in platform files.
    pub name: &'static str,
    /// The keys of such a device.
    pub table: TableShape,
    /// Is it on the bus, or on what replaces it? Otherwise it is an agent.
    pub is_on_bus: bool,
    /// Size of the registers' address range; None for a memory, which has a key `size`.
    pub registers: Option<u32>,
    /// Can a chip have one only?
    pub single: bool,
    /// How it is attached to switches.
    pub at_switch: AtSwitch,
}

/// How a device is attached if switches replace the bus.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum AtSwitch {
    /// To the switch that it names.
    One,
    /// To none: each core has one of its own.
    None,
    /// Not possible.
    Impossible,
}

keys! {
    /// What each device says.
    pub struct AnyDevice {
        /// Kind of the device.
        kind: Line => "\"sram\"",
        /// Name that `--set`, `[map]` and C programs (`WEFT_<NAME>_BASE`, `WEFT_<NAME>_SIZE`) use: lower-case letters, digits, `_`.
        name: Option<Line> => "the kind, with `_` for `-`",
    }
}

keys! {
    /// What each device on the bus or at a switch says.
    pub struct OnBus {
        /// With `[switches]`: the switch to which it is attached.
        switch: Option<Line> => "none",
        /// With `[[bus.segment]]`: the bus to which it is attached.
        bus: Option<Line> => "\"bus\", which is `[bus]`",
        /// Address of the first byte, of a device on the bus or at a switch.
        base: Address => "0x9000_0000",
    }
}

keys! {
    /// What a memory says.
    pub struct MemorySize {
        /// Size in bytes.
        size: Bytes => "\"256 KiB\"",
    }
}

/// A kind of device on the bus.
pub trait BusDevice: Peripheral + Sized {
    /// Its keys in a platform file.
    type Keys: ReadKeys + DeviceFacts;
    /// Size of the registers' address range; None for a memory, which has a key `size`.
    const REGISTERS: Option<u32>;
    /// Can a chip have one only?
    const SINGLE: bool = false;
    /// How it is attached to switches.
    const AT_SWITCH: AtSwitch = AtSwitch::One;
    /// The keys of a device with registers.
    const WITH_REGISTERS: &'static [&'static [Key]] =
        &[AnyDevice::KEYS, OnBus::KEYS, Self::Keys::KEYS];
    /// The keys of a memory.
    const WITH_SIZE: &'static [&'static [Key]] = &[
        AnyDevice::KEYS,
        OnBus::KEYS,
        MemorySize::KEYS,
        Self::Keys::KEYS,
    ];
    /// The kind.
    const TYPE: DeviceType = DeviceType {
        name: Self::Keys::NAME,
        table: TableShape {
            help: Self::Keys::HELP,
            keys: match Self::REGISTERS {
                Some(_) => Self::WITH_REGISTERS,
                None => Self::WITH_SIZE,
            },
        },
        is_on_bus: true,
        registers: Self::REGISTERS,
        single: Self::SINGLE,
        at_switch: Self::AT_SWITCH,
    };

    /// Returns the device in its reset state, with an address range of `bytes`.
    fn new(keys: Self::Keys, bytes: u32, chip: &Facts) -> Self;
}

/// Returns the range of a memory, if it is within the address space.
///
/// # Errors
/// An error at the key `size`, if it is not.
pub fn within(range: Range, table: &Table) -> Result<Range> {
    match table.optional("size") {
        Some(field) if range.end() > 1 << 32 => Err(field.error(format!(
            "reaches to {:#x}, beyond the 32-bit address space; lower the base or the size",
            range.end()
        ))),
        _ => Ok(range),
    }
}
