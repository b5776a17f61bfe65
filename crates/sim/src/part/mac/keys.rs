//! The keys of the MAC unit.

use crate::description::keys::{keys, Words32};
use crate::description::DeviceFacts;
use crate::port::MAX_BEATS;

keys! {
    /// The MAC unit of an ultra-wideband device.
    #[derive(Copy, Eq)]
    pub struct MacKeys in "mac" {
        /// Maximum number of words that it moves in one bus transfer.
        burst: Words32<1, { MAX_BEATS as u64 }> = 4,
    }
}

impl DeviceFacts for MacKeys {
    fn text(&self, _: u32) -> String {
        String::from("WiMedia MAC unit")
    }

    fn sources(&self, _: usize) -> usize {
        1
    }

    fn is_master(&self) -> bool {
        true
    }
}
