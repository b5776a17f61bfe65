//! The choice of drivers that a platform's programs are built with, and the check that the chip has the hardware that they drive.

use super::linker::MUTEX_BASE;
use super::{Link, Platform, Threads};
use crate::description::header::{address, constant};
use crate::description::keys::{keys, Key, Macro};
use crate::description::{Facts, Part, PlatformError, Reading, Result, Section, Table};

keys! {
    /// The link and the threads that programs are built with. The chip must have the hardware that they use.
    #[derive(Copy, Eq)]
    pub struct Library in "library" {
        /// How bytes reach another core.
        link: Link = Link::Msgunit,
        /// How locks and barriers are implemented.
        threads: Threads = Threads::Message,
    }
}

impl Section for Library {
    const KEY: Key = Key::table::<Library>();

    fn read(reading: &mut Reading) -> Result<Self> {
        reading.section()
    }
}

impl Part for Library {
    fn macros(&self, _: &Facts) -> Vec<Macro> {
        vec![constant("WEFT_MUTEX_BASE", address(MUTEX_BASE))]
    }
}

impl Library {
    /// Checks that the chip has the hardware that the chosen drivers need.
    ///
    /// # Errors
    /// If some is missing.
    pub(super) fn is_possible(&self, root: &Table, chip: &Platform) -> Result<()> {
        let missing = [
            ("link", self.link.name(), self.link.missing(chip)),
            ("threads", self.threads.name(), self.threads.missing(chip)),
        ];
        for (key, value, needed) in missing {
            if let Some(needed) = needed {
                return Err(complaint(root, key, value, needed)?);
            }
        }
        Ok(())
    }
}

/// Returns the error: at the key if the file has it, otherwise at the cores.
fn complaint(root: &Table, key: &str, value: &str, needed: &str) -> Result<PlatformError> {
    match root.optional_table("library")?.optional(key) {
        Some(field) => Ok(field.error(format!("is \"{value}\", which needs {needed}"))),
        None => Ok(root.required("cores", "[[cores]]")?.error(format!(
            "run programs built with library.{key} = \"{value}\", the default, which needs {needed}"
        ))),
    }
}

impl Platform {
    /// Returns the number of mutexes that the library has on this chip: the locks of the synchronization controller, or one half of the test-and-set
    /// registers. (The other half guards barriers.)
    pub fn mutexes(&self) -> usize {
        match self.library.threads {
            Threads::Message => self.sync.locks,
            Threads::Polling | Threads::Interrupt => self.locks() / 2,
            Threads::None => 0,
        }
    }
}
