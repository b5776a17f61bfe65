//! The keys of the software interrupts.

use crate::description::keys::keys;
use crate::description::DeviceFacts;

keys! {
    /// A word for each core that raises its software interrupt, as in the CLINT.
    #[derive(Copy, Eq)]
    pub struct SoftwareInterruptKeys in "software-interrupt" {
    }
}

impl DeviceFacts for SoftwareInterruptKeys {
    fn text(&self, _: u32) -> String {
        String::from("a word a core")
    }

    /// The registers have 256 bytes: a word for each of 64 cores.
    fn most_cores(&self) -> Option<usize> {
        Some(64)
    }

    fn interrupts_cores(&self) -> bool {
        true
    }
}
