//! What the room of a part tells about it: the table that it has in a platform file, and what of it a program, a drawing, a map of addresses
//! shows.

use super::drawing::Row;
use super::error::Result;
use super::keys::{Key, Macro};
use super::reader::Table;
use super::reading::Reading;
use super::{Facts, Range};

/// A table of the top level of a platform file.
pub trait Section: Sized {
    /// The key of the top level, with the keys under it.
    const KEY: Key;

    /// Reads the table.
    ///
    /// # Errors
    /// The first thing that is wrong, with its place in the text.
    fn read(reading: &mut Reading) -> Result<Self>;
}

/// What a part is among the others.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Role {
    /// Nothing that the others must know.
    Other,
    /// A network between the cores: with one, a chip does without a bus to which nothing is attached.
    Network,
    /// A network whose picture has the cores in it.
    NetworkOfTiles,
    /// It takes the place of the bus.
    InsteadOfBus,
}

/// A part of a chip.
pub trait Part {
    /// Itself, if the chip has it.
    fn if_there(&self) -> Option<&dyn Part>
    where
        Self: Sized,
    {
        Some(self)
    }

    /// What it is among the others.
    fn role(&self) -> Role {
        Role::Other
    }

    /// Checks what concerns several parts.
    ///
    /// # Errors
    /// Something does not go together, or something is missing.
    fn check(&self, _root: &Table, _chip: &Facts) -> Result<()> {
        Ok(())
    }

    /// What C programs see of it.
    fn macros(&self, _chip: &Facts) -> Vec<Macro> {
        Vec::new()
    }

    /// What programs of the PC that the chip is attached to see of it.
    fn macros_for_pc(&self, _chip: &Facts) -> Vec<Macro> {
        Vec::new()
    }

    /// Its lines in the picture of the chip.
    fn picture(&self, _chip: &Facts) -> Vec<String> {
        Vec::new()
    }

    /// Its table, if its keys mean nothing on this chip: then they are not shown.
    fn unused_table(&self, _chip: &Facts) -> Option<&'static str> {
        None
    }

    /// The addresses of a core at which it answers.
    fn rows(&self, _chip: &Facts) -> Vec<Row> {
        Vec::new()
    }

    /// The registers that each core has for itself, if it gives the cores such.
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
