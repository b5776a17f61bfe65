//! What is attached to the bus: the kinds of device and their parameters.

use serde::{Deserialize, Serialize};

use super::Range;
use crate::part::switches::registers;

/// Something on the bus that answers at a range of addresses.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Device {
    /// Unique among the devices; an identifier in lower case.
    pub name: String,
    /// The addresses that it answers.
    pub range: Range,
    /// What it is.
    pub kind: DeviceKind,
}

/// The kinds of device, with the parameters of each.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", tag = "kind")]
pub enum DeviceKind {
    /// Memory shared by all cores.
    Sram {
        /// Cycles added to each access.
        wait_states: u64,
    },
    /// The same, of an SDRAM.
    Sdram(Rows),
    /// Characters written to it appear on the terminal.
    Console,
    /// ARM PL320, inter-processor communications module.
    Mailbox {
        /// Mailboxes, 1 to 32.
        mailboxes: usize,
        /// Interrupt outputs, 1 to 32.
        channels: usize,
    },
    /// ARM PL080, DMA controller.
    Dma,
    /// RISC-V platform-level interrupt controller; context c is core c's external interrupt.
    InterruptController,
    /// One word a core that raises its software interrupt.
    SoftwareInterrupt,
    /// Lock variables that are taken by a read.
    TestAndSet {
        /// Lock variables, 1 to 256.
        registers: usize,
    },
    /// Start, hold and release of cores.
    CoreControl {
        /// The cores that the host releases, one bit each.
        cores: u64,
        /// The cycle at whose end it does.
        start: u64,
    },
    /// Each core's own registers of its interface to the switches.
    NetworkInterface,
    /// The MAC unit of an ultra-wideband device.
    Mac {
        /// Words that it moves in a transfer of the bus at most, 1 to 16.
        burst: u32,
    },
}

/// The rows of an SDRAM.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Rows {
    /// Bytes of a row; rows that follow each other lie in different banks.
    pub row_bytes: u32,
    /// Banks, each of which keeps a row open.
    pub banks: usize,
    /// Cycles added to an access to an open row.
    pub hit: u64,
    /// Cycles added to any other.
    pub miss: u64,
}

impl DeviceKind {
    /// The names of all kinds, as platform files write them.
    pub const NAMES: [&'static str; 11] = [
        "sram",
        "sdram",
        "console",
        "mailbox",
        "dma",
        "interrupt-controller",
        "software-interrupt",
        "test-and-set",
        "core-control",
        "network-interface",
        "mac",
    ];

    /// The name of the kind, as platform files write it.
    pub fn name(self) -> &'static str {
        match self {
            DeviceKind::Sram { .. } => "sram",
            DeviceKind::Sdram(_) => "sdram",
            DeviceKind::Console => "console",
            DeviceKind::Mailbox { .. } => "mailbox",
            DeviceKind::Dma => "dma",
            DeviceKind::InterruptController => "interrupt-controller",
            DeviceKind::SoftwareInterrupt => "software-interrupt",
            DeviceKind::TestAndSet { .. } => "test-and-set",
            DeviceKind::CoreControl { .. } => "core-control",
            DeviceKind::NetworkInterface => "network-interface",
            DeviceKind::Mac { .. } => "mac",
        }
    }

    /// Bytes of addresses that the registers take; of a memory, which has none, 0.
    pub fn register_bytes(self) -> u32 {
        match self {
            DeviceKind::Sram { .. } | DeviceKind::Sdram(_) => 0,
            DeviceKind::Console => 16,
            DeviceKind::Mailbox { .. } | DeviceKind::Dma => 0x1000,
            DeviceKind::InterruptController => 0x40_0000,
            DeviceKind::SoftwareInterrupt => 0x100,
            DeviceKind::TestAndSet { .. } => 0x3000,
            DeviceKind::CoreControl { .. } => 8,
            DeviceKind::NetworkInterface => registers::BYTES,
            DeviceKind::Mac { .. } => 0x2000,
        }
    }

    /// Interrupt sources of the device on a chip of so many cores.
    pub fn sources(self, cores: usize) -> usize {
        match self {
            DeviceKind::Mailbox { channels, .. } => channels,
            DeviceKind::Dma | DeviceKind::Mac { .. } => 1,
            DeviceKind::TestAndSet { .. } => cores,
            DeviceKind::Sram { .. }
            | DeviceKind::Sdram(_)
            | DeviceKind::Console
            | DeviceKind::InterruptController
            | DeviceKind::SoftwareInterrupt
            | DeviceKind::CoreControl { .. }
            | DeviceKind::NetworkInterface => 0,
        }
    }

    /// Whether the device asks for the bus by itself.
    pub fn is_master(self) -> bool {
        matches!(self, DeviceKind::Dma | DeviceKind::Mac { .. })
    }

    /// Whether programs may access it as memory: any width, atomic operations.
    pub fn is_memory(self) -> bool {
        matches!(self, DeviceKind::Sram { .. } | DeviceKind::Sdram(_))
    }

    /// Whether its registers are accessed as whole words only.
    pub fn takes_words_only(self) -> bool {
        !self.is_memory() && self != DeviceKind::Console
    }

    /// Cycles added to each access; at least.
    pub fn wait_states(self) -> u64 {
        match self {
            DeviceKind::Sram { wait_states } => wait_states,
            DeviceKind::Sdram(rows) => rows.hit,
            _ => 0,
        }
    }
}
