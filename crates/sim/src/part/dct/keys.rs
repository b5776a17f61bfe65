//! The keys of the accelerator for the discrete cosine transform.

use super::BYTES;
use crate::description::device::agent::{AgentDevice, AgentFacts};
use crate::description::keys::{keys, Cycles};

keys! {
    /// The accelerator for the discrete cosine transform of 8 x 8 samples.
    #[derive(Copy, Eq)]
    pub struct DctKeys in "dct" {
        /// A transform.
        cycles: Cycles<1, 1000> = 64,
    }
}

impl AgentDevice for DctKeys {}

impl AgentFacts for DctKeys {
    fn text(&self) -> String {
        format!("8 x 8, {} cycles", self.cycles)
    }

    fn bytes(&self) -> Option<u32> {
        Some(BYTES)
    }

    fn is_accelerator(&self) -> bool {
        true
    }
}
