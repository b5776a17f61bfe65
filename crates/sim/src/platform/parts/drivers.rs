//! The library's drivers that programs can be built with, and the hardware that each needs: one line for each.

use super::Platform;
use crate::description::keys::choice;
use crate::description::on_link;
use crate::part::switches::clusters::Clusters;

choice! {
    /// How bytes reach another core.
    pub enum Link {
        /// Message instructions.
        Msgunit = "msgunit",
        /// A mailbox with interrupts.
        Ipcm = "ipcm",
        /// A DMA controller that reaches the cores' data memories.
        Dma = "dma",
        /// The message buffers of a mesh's tiles.
        Mpb = "mpb",
        /// Memories that the cores of a cluster share, and one between the clusters.
        Scratchpad = "scratchpad",
        /// The same memories, by the rendezvous that ocmpi publishes.
        Rendezvous = "rendezvous",
        /// DMA controllers at HIBI.
        Hibi = "hibi",
    }
}

choice! {
    /// How locks and barriers are implemented.
    pub enum Threads {
        /// The synchronization controller, asked by message instructions.
        Message = "message",
        /// Test-and-set registers that are read until they are free.
        Polling = "polling",
        /// Test-and-set registers that notify the next core by an interrupt.
        Interrupt = "interrupt",
        /// Nothing: the chip has no locks, and programs that ask for them do not compile.
        None = "none",
    }
}

impl Link {
    /// Returns what a chip lacks for programs that use this link; None if it lacks nothing.
    pub fn missing(self, chip: &Platform) -> Option<&'static str> {
        match self {
            Link::Msgunit => unless(
                chip.cores.messages,
                "cores.message_unit = true; choose another link, or give the cores message units",
            ),
            Link::Ipcm => unless(
                chip.has_device("mailbox"),
                "a [[device]] of kind \"mailbox\"; add one, or choose another link",
            ),
            Link::Dma if !chip.has_device("dma") => {
                Some("a [[device]] of kind \"dma\"; add one, or choose another link")
            }
            Link::Dma => unless(
                chip.cores.bus_windows.is_some(),
                "cores.data_memory.bus_base, so that the controller reaches the data memories; add it",
            ),
            Link::Mpb => unless(
                chip.mesh.is_some(),
                "a [mesh], whose tiles have message buffers; add one, or choose another link",
            ),
            Link::Scratchpad | Link::Rendezvous => {
                Clusters::of(chip.switches.as_ref(), &chip.facts()).err()
            }
            Link::Hibi => match &chip.hibi {
                Some(hibi) => unless(
                    hibi.dma.streams.min(hibi.dma.packets) >= on_link(&chip.facts()).len(),
                    "a stream and a packet channel of the [[device]] of kind \"hibi-dma\" for each core and each other node; give it more",
                ),
                None => Some("[hibi], the bus between the cores' DMA controllers; add it, or choose another link"),
            },
        }
    }
}

impl Threads {
    /// Returns what a chip lacks for programs that use these locks and barriers; None if it lacks nothing.
    pub fn missing(self, chip: &Platform) -> Option<&'static str> {
        match self {
            Threads::Message => unless(
                chip.cores.messages,
                "cores.message_unit = true; choose other threads, or give the cores message units",
            ),
            Threads::Polling | Threads::Interrupt if chip.locks() == 0 => {
                Some("a [[device]] of kind \"test-and-set\"; add one, or choose other threads")
            }
            Threads::Interrupt => unless(
                chip.facts().has_interrupt_controller(),
                "a [[device]] of kind \"interrupt-controller\"; add one, or choose other threads",
            ),
            Threads::Polling | Threads::None => None,
        }
    }
}

/// Returns `needed`, unless it is there.
fn unless(is_there: bool, needed: &'static str) -> Option<&'static str> {
    (!is_there).then_some(needed)
}
