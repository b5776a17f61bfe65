//! The keys of the DMA controller.

use crate::description::keys::keys;
use crate::description::DeviceFacts;

keys! {
    /// ARM PL080, DMA controller of 8 channels; a chip may have several.
    #[derive(Copy, Eq)]
    pub struct DmaKeys in "dma" {
    }
}

impl DeviceFacts for DmaKeys {
    fn text(&self, _: u32) -> String {
        String::from("PL080, 8 channels")
    }

    fn sources(&self, _: usize) -> usize {
        1
    }

    fn is_master(&self) -> bool {
        true
    }
}
