//! What a core in a network of tiles has between itself and the network. Its keys are a table under that of the network.

use super::drawing::Row;
use super::keys::{Macro, ReadKeys};
use super::Range;

/// The keys of a core's interface to the network.
pub trait TileKeys: ReadKeys {
    /// The registers that each core accesses.
    fn registers(&self) -> Range;

    /// What C programs see of it.
    fn all_macros(&self) -> Vec<Macro>;

    /// Its row in the map of a core's addresses.
    fn row(&self) -> Row;
}
