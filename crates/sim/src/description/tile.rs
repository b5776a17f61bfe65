//! The interface between a core and a network of tiles. Its keys are in a table under that of the network.

use super::drawing::Row;
use super::keys::{Macro, ReadKeys};
use super::Range;

/// The keys of a core's network interface.
pub trait TileKeys: ReadKeys {
    /// Returns the address range of the registers, the same for each core.
    fn registers(&self) -> Range;

    /// Returns the macros that C programs see.
    fn all_macros(&self) -> Vec<Macro>;

    /// Returns its row in a core's address map.
    fn row(&self) -> Row;
}
