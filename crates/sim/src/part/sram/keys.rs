//! The keys of static memory.

use crate::description::keys::{keys, Cycles};
use crate::description::{quantity, DeviceFacts};

keys! {
    /// Memory shared by all masters.
    #[derive(Copy, Eq)]
    pub struct SramKeys in "sram" {
        /// Added to each access.
        wait_states: Cycles<0, 1000> = 0,
    }
}

impl DeviceFacts for SramKeys {
    fn text(&self, size: u32) -> String {
        quantity::bytes(size)
    }

    fn called(&self) -> Option<&'static str> {
        Some("shared memory")
    }

    fn wait_states(&self) -> u64 {
        self.wait_states
    }
}
