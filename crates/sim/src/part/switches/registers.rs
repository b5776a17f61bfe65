//! The registers of a core's network interface: how urgent its accesses are, and its circuits.
//!
//! The one place of their numbers: the platform's C header is generated from it. `docs/contract/switches.md` describes them.

/// Registers of a kind: one for each device of the platform, in their order.
pub const REGISTER_BYTES: u32 = 4;
/// Priority of the core's accesses to a device.
pub const PRIORITY: u32 = 0x000;
/// Written: one of `CLOSE`, `OPEN_ONE_WAY`, `OPEN_BOTH_WAYS`; read: one of the states.
pub const CHANNEL: u32 = 0x200;
/// Bytes of all registers.
pub const BYTES: u32 = 0x400;
/// Devices at most.
pub const MAX_DEVICES: usize = ((CHANNEL - PRIORITY) / REGISTER_BYTES) as usize;

pub const CLOSE: u32 = 0;
/// The way of requests is kept, that of answers is not.
pub const OPEN_ONE_WAY: u32 = 1;
pub const OPEN_BOTH_WAYS: u32 = 2;

/// States of a channel, and the commands, as C programs see them.
pub const CLOSED: u32 = 0;
pub const OPENING: u32 = 1;
pub const OPEN: u32 = 2;
/// Another core's circuit is in the way; ask again later.
pub const REFUSED: u32 = 3;

/// The names and values that programs need.
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
