//! The keys of the test-and-set registers.

use crate::description::keys::{keys, Count};
use crate::description::DeviceFacts;

keys! {
    /// Lock variables that a read acquires.
    #[derive(Copy, Eq)]
    pub struct TestAndSetKeys in "test-and-set" {
        /// Lock variables.
        #[header = "WEFT_<NAME>_COUNT"]
        registers: Count<1, 256> = 32,
    }
}

impl DeviceFacts for TestAndSetKeys {
    fn text(&self, _: u32) -> String {
        format!("{} registers", self.registers)
    }

    fn sources(&self, cores: usize) -> usize {
        cores
    }

    fn registers(&self) -> &'static [(&'static str, u32)] {
        &[("WAITING", super::WAITING), ("NOTIFIED", super::NOTIFIED)]
    }

    fn most_cores(&self) -> Option<usize> {
        Some(64)
    }

    fn locks(&self) -> usize {
        self.registers
    }
}
