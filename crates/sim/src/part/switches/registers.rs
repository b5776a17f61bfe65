//! The registers of a core's network interface: priorities of its accesses, and its circuits.
//!
//! Their numbers are defined here alone; the platform's C header is generated from them. docs/contract/switches.md describes the registers.

/// Size of a register. There is one of each kind for each device of the platform, in the order of the devices.
pub const REGISTER_BYTES: u32 = 4;
/// Priority of the core's accesses to a device.
pub const PRIORITY: u32 = 0x000;
/// Written: one of `CLOSE`, `OPEN_ONE_WAY`, `OPEN_BOTH_WAYS`; read: one of the states.
pub const CHANNEL: u32 = 0x200;
/// Bytes of all registers.
pub const BYTES: u32 = 0x400;
/// Maximum number of devices.
pub const MAX_DEVICES: usize = ((CHANNEL - PRIORITY) / REGISTER_BYTES) as usize;

pub const CLOSE: u32 = 0;
/// Reserves the path of requests, not that of answers.
pub const OPEN_ONE_WAY: u32 = 1;
pub const OPEN_BOTH_WAYS: u32 = 2;

/// States of a circuit, as C programs read them.
pub const CLOSED: u32 = 0;
pub const OPENING: u32 = 1;
pub const OPEN: u32 = 2;
/// An output on the path is reserved for another core. The program may try again later.
pub const REFUSED: u32 = 3;

/// The names and values that the C header defines.
pub const NAMES: [(&str, u32); 9] = [
    ("PRIORITY", PRIORITY),
    ("CHANNEL", CHANNEL),
    ("CLOSE", CLOSE),
    ("OPEN_ONE_WAY", OPEN_ONE_WAY),
    ("OPEN_BOTH_WAYS", OPEN_BOTH_WAYS),
    ("CHANNEL_CLOSED", CLOSED),
    ("CHANNEL_OPENING", OPENING),
    ("CHANNEL_OPEN", OPEN),
    ("CHANNEL_REFUSED", REFUSED),
];
