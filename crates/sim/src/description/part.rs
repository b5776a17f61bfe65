//! How the folder of a part describes it: its table in a platform file, its macros for programs, its picture, and its rows in the address map.

use super::drawing::Row;
use super::error::Result;
use super::keys::{Key, Macro};
use super::reader::Table;
use super::reading::Reading;
use super::{Facts, Range};

/// A top-level table of a platform file.
pub trait Section: Sized {
    /// The top-level key, with the keys under it.
    const KEY: Key;

    /// Reads the table.
    ///
    /// # Errors
    /// The first error, with its place in the text.
    fn read(reading: &mut Reading) -> Result<Self>;
}

/// The role of a part in the chip.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Role {
    /// None that other parts must know.
    Other,
    /// A network between the cores. A chip with one needs no bus unless a device is attached to the bus.
    Network,
    /// A network whose picture includes the cores.
    NetworkOfTiles,
    /// It replaces the bus.
    InsteadOfBus,
}

/// A part of a chip.
pub trait Part {
    /// Returns the part, if the chip has it.
    fn if_there(&self) -> Option<&dyn Part>
    where
        Self: Sized,
    {
        Some(self)
    }

    /// Returns its role.
    fn role(&self) -> Role {
        Role::Other
    }

    /// Performs the checks that concern several parts.
    ///
    /// # Errors
    /// If parts contradict each other, or something is missing.
    fn check(&self, _root: &Table, _chip: &Facts) -> Result<()> {
        Ok(())
    }

    /// Returns the macros for C programs.
    fn macros(&self, _chip: &Facts) -> Vec<Macro> {
        Vec::new()
    }

    /// Returns the macros for programs on the PC that the chip is attached to.
    fn macros_for_pc(&self, _chip: &Facts) -> Vec<Macro> {
        Vec::new()
    }

    /// Returns its lines in the picture of the chip.
    fn picture(&self, _chip: &Facts) -> Vec<String> {
        Vec::new()
    }

    /// Returns its table, if the keys of the table have no meaning on this chip; they are then not shown.
    fn unused_table(&self, _chip: &Facts) -> Option<&'static str> {
        None
    }

    /// Returns its rows in a core's address map.
    fn rows(&self, _chip: &Facts) -> Vec<Row> {
        Vec::new()
    }

    /// Returns the address range of the private registers that it gives each core, if it does.
    fn private_registers(&self) -> Option<Range> {
        None
    }
}

impl<P: Section> Section for Option<P> {
    const KEY: Key = P::KEY;

    fn read(reading: &mut Reading) -> Result<Self> {
        match reading.root.optional(P::KEY.name) {
            Some(_) => P::read(reading).map(Some),
            None => Ok(None),
        }
    }
}

impl<P: Part> Part for Option<P> {
    fn if_there(&self) -> Option<&dyn Part> {
        self.as_ref().map(|part| part as &dyn Part)
    }
}
