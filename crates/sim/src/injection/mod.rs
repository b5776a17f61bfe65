//! Descriptions of hardware faults, as data and as text. They name no part; the machine finds the component concerned.
//!
//! `docs/guides/faults.md` has the grammar for users. A fault is injected between two cycles: its effect is visible from cycle `at` on.

mod grammar;
mod words;

use crate::units::Cycle;
use serde::{Deserialize, Serialize};

pub use grammar::parse;
pub use words::Mistake;

/// A fault, and when it is injected.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Injection {
    /// The first cycle in which the effect is visible. Faults of links last from this cycle on.
    pub at: Cycle,
    /// The fault.
    pub what: What,
}

/// A fault.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum What {
    /// A core stops issuing for good.
    Dies { core: usize },
    /// A core stops issuing for a number of cycles.
    Stalls { core: usize, cycles: u64 },
    /// A bit flips.
    Flip { place: Cell, bit: u32 },
    /// The next access of a core to the bus with this name is answered with an error.
    Error { bus: String },
    /// The first core that holds a lock of the synchronization controller stops issuing for good.
    HolderStops,
    /// A bit flips in the next word that the network with this name carries from core to core.
    Word { network: String },
    /// Links corrupt, alter, discard or duplicate packets at a rate.
    Link {
        link: LinkName,
        harm: Harm,
        rate: f64,
        seed: u64,
    },
    /// The sender of a link loses a credit.
    Credit { link: LinkName },
    /// A link loses the tail flit of the next packet with several flits.
    Tail { link: LinkName },
}

/// A memory cell of the chip.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Cell {
    /// A byte of a core's data memory, by its address.
    Data { core: usize, address: u32 },
    /// A byte of a core's program memory.
    Program { core: usize, address: u32 },
    /// A register of a core, 1 to 31.
    Register { core: usize, number: u8 },
    /// A byte of a memory that cores share, by the memory's name and the address.
    Shared { name: String, address: u32 },
}

/// A link, or all of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum LinkName {
    /// From one router to the next, by their coordinates.
    Between([usize; 3], [usize; 3]),
    /// Every link between two routers.
    Every,
}

/// The places on a chip that faults can hit, for tools that choose faults at random.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Places {
    pub cores: usize,
    /// Base address and size of a core's data memory, and of its program memory.
    pub data: (u32, u32),
    pub program: (u32, u32),
    /// Shared memories: name, base address, size.
    pub memories: Vec<(String, u32, u32)>,
    pub buses: Vec<String>,
    /// Networks that carry words from core to core.
    pub networks: Vec<String>,
    /// Does a synchronization controller have locks?
    pub has_locks: bool,
    /// Links between routers, named as in descriptions.
    pub links: Vec<String>,
}

/// What a link does to a packet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Harm {
    /// A bit flips in transit; the interface at the destination detects it and discards the packet.
    Corrupts,
    /// A bit flips in transit, and this is not detected.
    Alters,
    /// The packet is lost.
    Discards,
    /// The packet arrives twice.
    Duplicates,
}
