//! The keys of the accelerator for the discrete cosine transform.

use super::{BLOCK_WORDS, BYTES, SAMPLES};
use crate::description::device::agent::{AgentDevice, AgentFacts};
use crate::description::header::{constant, size};
use crate::description::keys::{keys, Cycles, Macro};

keys! {
    /// The accelerator for the discrete cosine transform of 8 x 8 samples.
    #[derive(Copy, Eq)]
    pub struct DctKeys in "dct" {
        /// Duration of a transform.
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

    fn constants_of_kind(&self) -> Vec<Macro> {
        vec![
            constant("DCT_SAMPLES", size(SAMPLES)),
            constant("DCT_BLOCK", 4 * BLOCK_WORDS),
        ]
    }

    fn is_accelerator(&self) -> bool {
        true
    }
}
