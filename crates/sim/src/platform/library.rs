//! Which parts of the library the programs of a platform are built with.

use serde::{Deserialize, Serialize};

/// The choices of `[library]`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Library {
    /// How bytes reach another core.
    pub link: Link,
    /// What locks and barriers are made of.
    pub threads: Threads,
}

/// How bytes reach another core.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Link {
    /// Message instructions.
    Msgunit,
    /// A mailbox with interrupts.
    Ipcm,
    /// A DMA controller that reaches the cores' data memories.
    Dma,
    /// The message buffers of a mesh's tiles.
    Mpb,
    /// Memories that the cores of a cluster share, and one between the clusters.
    Scratchpad,
    /// The same memories, by the rendezvous that ocmpi publishes.
    Rendezvous,
    /// DMA controllers at HIBI.
    Hibi,
}

impl Link {
    /// All links, in the order of the documentation.
    pub const ALL: [Link; 7] = [
        Link::Msgunit,
        Link::Ipcm,
        Link::Dma,
        Link::Mpb,
        Link::Scratchpad,
        Link::Rendezvous,
        Link::Hibi,
    ];

    /// The name in platform files and recipes.
    pub fn name(self) -> &'static str {
        match self {
            Link::Msgunit => "msgunit",
            Link::Ipcm => "ipcm",
            Link::Dma => "dma",
            Link::Mpb => "mpb",
            Link::Scratchpad => "scratchpad",
            Link::Rendezvous => "rendezvous",
            Link::Hibi => "hibi",
        }
    }
}

/// What locks and barriers are made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Threads {
    /// The synchronization controller, asked by message instructions.
    Message,
    /// Test-and-set registers that are read until they are free.
    Polling,
    /// Test-and-set registers that notify the next core by an interrupt.
    Interrupt,
    /// Nothing: the chip has no locks, and programs that ask for them do not compile.
    None,
}

impl Threads {
    /// All kinds, in the order of the documentation.
    pub const ALL: [Threads; 4] = [
        Threads::Message,
        Threads::Polling,
        Threads::Interrupt,
        Threads::None,
    ];

    /// The name in platform files and recipes.
    pub fn name(self) -> &'static str {
        match self {
            Threads::Message => "message",
            Threads::Polling => "polling",
            Threads::Interrupt => "interrupt",
            Threads::None => "none",
        }
    }
}
