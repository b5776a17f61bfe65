//! Which parts of the library the programs of a platform are built with, and whether the chip has what these drive.

use super::linker::MUTEX_BASE;
use super::Platform;
use crate::description::header::{address, constant};
use crate::description::keys::{choice, keys, Key, Macro};
use crate::description::map::on_link;
use crate::description::part::{Part, Section};
use crate::description::reader::Table;
use crate::description::reading::Reading;
use crate::description::{Facts, PlatformError};

keys! {
    /// What programs are built with; the chip must have the hardware that it drives.
    #[derive(Copy, Eq)]
    pub struct Library in "library" {
        /// How bytes reach another core.
        link: Link = Link::Msgunit,
        /// What locks and barriers are made of.
        threads: Threads = Threads::Message,
    }
}

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
    /// What locks and barriers are made of.
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

impl Section for Library {
    const KEY: Key = Key::table::<Library>();

    fn read(reading: &mut Reading) -> Result<Self, PlatformError> {
        reading.section()
    }
}

impl Part for Library {
    fn macros(&self, _: &Facts) -> Vec<Macro> {
        vec![constant("WEFT_MUTEX_BASE", address(MUTEX_BASE))]
    }
}

impl Library {
    /// Checks that the chip has the hardware that the chosen parts drive.
    ///
    /// # Errors
    /// It lacks some.
    pub(super) fn is_possible(&self, root: &Table, chip: &Platform) -> Result<(), PlatformError> {
        let missing = [
            ("link", self.link.name(), missing_for_link(chip)),
            ("threads", self.threads.name(), missing_for_threads(chip)),
        ];
        for (key, value, needed) in missing {
            if let Some(needed) = needed {
                return Err(complaint(root, key, value, needed)?);
            }
        }
        Ok(())
    }
}

/// At the key if the file has it, otherwise at the cores.
fn complaint(
    root: &Table,
    key: &str,
    value: &str,
    needed: &str,
) -> Result<PlatformError, PlatformError> {
    match root.optional_table("library")?.optional(key) {
        Some(field) => Ok(field.error(format!("is \"{value}\", which needs {needed}"))),
        None => Ok(root.required("cores", "[[cores]]")?.error(format!(
            "run programs built with library.{key} = \"{value}\", the default, which needs {needed}"
        ))),
    }
}

fn missing_for_link(chip: &Platform) -> Option<&'static str> {
    let (present, needed) = match chip.library.link {
        Link::Msgunit => (
            chip.cores.message_unit,
            "cores.message_unit = true; choose another link, or give the cores message units",
        ),
        Link::Ipcm => (
            chip.has_device("mailbox"),
            "a [[device]] of kind \"mailbox\"; add one, or choose another link",
        ),
        Link::Dma if !chip.has_device("dma") => (
            false,
            "a [[device]] of kind \"dma\"; add one, or choose another link",
        ),
        Link::Dma => (
            chip.cores.bus_windows.is_some(),
            "cores.data_memory.bus_base, so that the controller reaches the data memories; add it",
        ),
        Link::Mpb => (
            chip.mesh.is_some(),
            "a [mesh], whose tiles have message buffers; add one, or choose another link",
        ),
        Link::Scratchpad | Link::Rendezvous => return chip.clusters().err(),
        Link::Hibi => return missing_for_hibi(chip),
    };
    (!present).then_some(needed)
}

/// The link has a stream and a packet channel for each peer.
fn missing_for_hibi(chip: &Platform) -> Option<&'static str> {
    let Some(hibi) = &chip.hibi else {
        return Some(
            "[hibi], the bus between the cores' DMA controllers; add it, or choose another link",
        );
    };
    let channels = hibi.dma.streams.min(hibi.dma.packets);
    (channels < on_link(&chip.facts()).len()).then_some(
        "a stream and a packet channel of the [[device]] of kind \"hibi-dma\" for each core and each other node; give it more",
    )
}

fn missing_for_threads(chip: &Platform) -> Option<&'static str> {
    match chip.library.threads {
        Threads::Message => (!chip.cores.message_unit).then_some(
            "cores.message_unit = true; choose other threads, or give the cores message units",
        ),
        Threads::Polling | Threads::Interrupt if chip.locks() == 0 => {
            Some("a [[device]] of kind \"test-and-set\"; add one, or choose other threads")
        }
        Threads::Interrupt if !chip.facts().has_interrupt_controller() => {
            Some("a [[device]] of kind \"interrupt-controller\"; add one, or choose other threads")
        }
        Threads::Polling | Threads::Interrupt | Threads::None => None,
    }
}

impl Platform {
    /// The mutexes that the library's threads have on this chip: locks of the synchronization controller, or one half of the
    /// test-and-set registers (the other half guards barriers).
    pub fn mutexes(&self) -> usize {
        match self.library.threads {
            Threads::Message => self.sync.locks,
            Threads::Polling | Threads::Interrupt => self.locks() / 2,
            Threads::None => 0,
        }
    }
}
