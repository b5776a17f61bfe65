//! Fault injection: what can be said of a fault of the hardware, as data and as text. It knows no part; the machine finds the places.
//!
//! `docs/guides/faults.md` has the grammar for users. A fault strikes between two cycles: what it changes is seen from the cycle `at` on.

mod grammar;
mod words;

use crate::units::Cycle;
use serde::{Deserialize, Serialize};

pub use grammar::parse;
pub use words::Mistake;

/// A fault, and when it strikes.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Injection {
    /// The first cycle that sees it. A fault of a link is there from this cycle on.
    pub at: Cycle,
    /// What breaks.
    pub what: What,
}

/// What breaks.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum What {
    /// A core issues nothing any more.
    Dies { core: usize },
    /// A core issues nothing for a number of cycles.
    Stalls { core: usize, cycles: u64 },
    /// A bit changes.
    Flip { place: Cell, bit: u32 },
    /// The next access of a core to the bus of this name is answered with an error.
    Error { bus: String },
    /// The first core that holds a lock of the synchronization controller issues nothing any more.
    HolderStops,
    /// The next word that the network of this name carries from core to core has a bit changed.
    Word { network: String },
    /// Links harm packets.
    Link {
        link: LinkName,
        harm: Harm,
        rate: f64,
        seed: u64,
    },
    /// The sender of a link loses a credit.
    Credit { link: LinkName },
    /// A link loses the last flit of the next packet that has several.
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
    /// A byte of a memory that cores share, by its name and address.
    Shared { name: String, address: u32 },
}

/// A link, or all of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum LinkName {
    /// From one router to the next, by their coordinates.
    Between([usize; 3], [usize; 3]),
    /// Each one between two routers.
    Every,
}

/// What of a chip faults can strike, for those who draw faults.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Places {
    pub cores: usize,
    /// First address and bytes of a core's data memory, and of its program memory.
    pub data: (u32, u32),
    pub program: (u32, u32),
    /// Shared memories: name, first address, bytes.
    pub memories: Vec<(String, u32, u32)>,
    pub buses: Vec<String>,
    /// Networks that carry words from core to core.
    pub networks: Vec<String>,
    /// Does a synchronization controller have locks?
    pub has_locks: bool,
    /// Links between routers, as descriptions name them.
    pub links: Vec<String>,
}

/// What a link does to a packet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Harm {
    /// A bit changes on the way; the interface at the end sees that, and discards the packet.
    Corrupts,
    /// A bit changes on the way, and nothing notices.
    Alters,
    /// The packet is lost.
    Discards,
    /// The packet comes twice.
    Duplicates,
}
