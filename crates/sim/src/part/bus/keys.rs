//! `[bus]`: the keys of the shared bus.

use crate::platform::keys::{keys, Clock, Cycles};

/// The most cores and controllers together that the bus arbitrates between.
pub const MAX_MASTERS: usize = 64;

keys! {
    /// The bus that all cores share.
    #[derive(Eq)]
    pub struct Bus in "bus" {
        /// Frequency of the bus's clock, slower than the chip's by a whole factor or not at all.
        period as "clock": Clock = 1 => "the chip's",
        /// From an uncontended request to its answer, without wait states.
        single_access: Cycles<4, 1000> = 4,
    } without {
        arbitration => "the bus arbitrates round robin; remove it",
    }
}
