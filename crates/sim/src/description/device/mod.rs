//! What `[[device]]` has in common for all kinds: each has a room of its own, which declares its keys.

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

/// A device as a file describes it.
pub struct Attached<'a> {
    /// Unique among all.
    pub name: String,
    /// What it is.
    pub kind: &'static DeviceType,
    /// Its table, laid over the one of the same name that it changes.
    pub field: Field<'a>,
}

/// A kind of device, as platform files have it.
#[derive(Clone, Copy)]
pub struct DeviceType {
    /// As `kind` has it.
    pub name: &'static str,
    /// The keys of such a device.
    pub table: TableShape,
    /// Whether it is on the bus, or on what takes its place; if not, it is an agent.
    pub is_on_bus: bool,
    /// Bytes of addresses of its registers; None for a memory, whose `size` says it.
    pub registers: Option<u32>,
    /// Whether a chip has one at most.
    pub single: bool,
    /// How it is attached to switches.
    pub at_switch: AtSwitch,
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
        /// By which `--set`, `[map]` and C programs (`WEFT_<NAME>_BASE`, `WEFT_<NAME>_SIZE`) know it: lower-case letters, digits, `_`.
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
        /// Address of the first byte, of a device on the bus or at a switch.
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

/// What the room of a kind of device on the bus has.
pub trait BusDevice: Peripheral + Sized {
    /// Its keys in a platform file.
    type Keys: ReadKeys + DeviceFacts;
    /// Bytes of addresses of its registers; None for a memory, whose `size` says it.
    const REGISTERS: Option<u32>;
    /// Whether a chip has one at most.
    const SINGLE: bool = false;
    /// How it is attached to switches.
    const AT_SWITCH: AtSwitch = AtSwitch::One;
    /// The keys of one with registers.
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

    /// The device as after reset, with `bytes` of addresses.
    fn new(keys: Self::Keys, bytes: u32, chip: &Facts) -> Self;
}

/// The range of a memory, if it ends within the address space.
///
/// # Errors
/// It does not: at the key `size`.
pub fn within(range: Range, table: &Table) -> Result<Range> {
    match table.optional("size") {
        Some(field) if range.end() > 1 << 32 => Err(field.error(format!(
            "reaches to {:#x}, beyond the 32-bit address space; lower the base or the size",
            range.end()
        ))),
        _ => Ok(range),
    }
}
