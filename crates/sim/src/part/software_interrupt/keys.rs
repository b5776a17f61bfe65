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

    /// A word for each core in 256 bytes.
    fn most_cores(&self) -> Option<usize> {
        Some(64)
    }

    fn interrupts_cores(&self) -> bool {
        true
    }
}
