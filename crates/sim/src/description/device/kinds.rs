//! The declarations of kinds of device: `device_kinds!` for their keys in platform files, `devices!` for the complete devices on the bus.

use super::DeviceType;
use crate::description::keys::{Chip, Macro, Setting};
use crate::description::{Result, Table};

/// An enumeration of kinds of device, each variant with the keys of one kind.
pub trait Kinds: Sized {
    /// Returns what all devices of the kind have in common.
    fn of_type(&self) -> DeviceType;

    /// Reads the keys of the kind with this name; None if there is no such kind.
    ///
    /// # Errors
    /// If a key is missing, or has an invalid value.
    fn read(name: &str, table: &Table, chip: &Chip) -> Result<Option<Self>>;

    /// Returns the keys with their values.
    fn settings(&self, table: &str, chip: &Chip) -> Vec<Setting>;

    /// Returns the macros for C programs.
    fn macros(&self, name: &str) -> Vec<Macro>;
}

/// Declares an enumeration of kinds of device from the keys in their folders. `$facts` is the trait that describes a device to other parts.
macro_rules! device_kinds {
    (
        $(#[doc = $about:literal])+
        pub enum $name:ident of $facts:path {
            $($(#[doc = $note:literal])* $(#[cfg($when:meta)])? $variant:ident($keys:ty) = $type:expr,)+
        }
    ) => {
        $(#[doc = $about])+
        #[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
        #[serde(rename_all = "kebab-case", tag = "kind")]
        pub enum $name {
            $($(#[doc = $note])* $(#[cfg($when)])? $variant($keys),)+
        }

        impl $name {
            /// The kinds.
            pub const TYPES: &'static [$crate::description::device::DeviceType] = &[$($(#[cfg($when)])? $type),+];

            /// The name of the kind, as platform files write it.
            pub fn name(&self) -> &'static str {
                $crate::description::device::Kinds::of_type(self).name
            }
        }

        impl $crate::description::device::Kinds for $name {
            fn of_type(&self) -> $crate::description::device::DeviceType {
                match self {
                    $($(#[cfg($when)])? $name::$variant(_) => $type,)+
                }
            }

            fn read(
                name: &str,
                table: &$crate::description::reader::Table,
                chip: &$crate::description::keys::Chip,
            ) -> $crate::description::Result<Option<$name>> {
                use $crate::description::keys::{Keys, ReadKeys};
                $($(#[cfg($when)])? if name == <$keys as Keys>::NAME {
                    return <$keys as ReadKeys>::take_checked(table, chip).map($name::$variant).map(Some);
                })+
                Ok(None)
            }

            fn settings(
                &self,
                table: &str,
                chip: &$crate::description::keys::Chip,
            ) -> Vec<$crate::description::keys::Setting> {
                match self {
                    $($(#[cfg($when)])? $name::$variant(keys) => $crate::description::keys::Keys::settings(keys, table, chip),)+
                }
            }

            fn macros(&self, name: &str) -> Vec<$crate::description::keys::Macro> {
                match self {
                    $($(#[cfg($when)])? $name::$variant(keys) => $crate::description::keys::Keys::macros(keys, name),)+
                }
            }
        }

        impl std::ops::Deref for $name {
            type Target = dyn $facts;

            fn deref(&self) -> &Self::Target {
                match self {
                    $($(#[cfg($when)])? $name::$variant(keys) => keys,)+
                }
            }
        }
    };
}
pub(crate) use device_kinds;

/// Declares the devices on the bus: their modules, `DeviceKind` with their keys, and `Device` with their state. The line `Sram in sram` declares the
/// type `sram::Sram`, a [`BusDevice`](super::BusDevice).
macro_rules! devices {
    ($($(#[cfg($when:meta)])? $variant:ident in $room:ident $(:: $inner:ident)?,)+) => {
        $($(#[cfg($when)])? pub mod $room;)+

        $crate::description::device::device_kinds! {
            /// The kinds of device on the bus or at switches, with their keys.
            pub enum DeviceKind of $crate::description::device::DeviceFacts {
                $(
                    $(#[cfg($when)])?
                    $variant(<$room::$($inner::)?$variant as $crate::description::device::BusDevice>::Keys)
                        = <$room::$($inner::)?$variant as $crate::description::device::BusDevice>::TYPE,
                )+
            }
        }

        impl DeviceKind {
            /// Returns the device in its reset state, with an address range of `bytes`.
            pub fn device(&self, bytes: u32, chip: &$crate::description::Facts) -> Device {
                use $crate::description::device::BusDevice;
                match *self {
                    $($(#[cfg($when)])? DeviceKind::$variant(keys) => Device::$variant(BusDevice::new(keys, bytes, chip)),)+
                }
            }
        }

        /// A device on the bus or at a switch.
        #[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
        pub enum Device {
            $($(#[cfg($when)])? $variant($room::$($inner::)?$variant),)+
        }

        impl std::ops::Deref for Device {
            type Target = dyn $crate::port::device::Peripheral;

            #[inline]
            fn deref(&self) -> &Self::Target {
                match self {
                    $($(#[cfg($when)])? Device::$variant(device) => device,)+
                }
            }
        }

        impl std::ops::DerefMut for Device {
            #[inline]
            fn deref_mut(&mut self) -> &mut Self::Target {
                match self {
                    $($(#[cfg($when)])? Device::$variant(device) => device,)+
                }
            }
        }
    };
}
pub(crate) use devices;
