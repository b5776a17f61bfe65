//! The keys of the test-and-set registers.

use crate::description::device::{BusDevice, DeviceFacts};
use crate::description::keys::{keys, Count};

keys! {
    /// Lock variables that are taken by a read.
    #[derive(Copy, Eq)]
    pub struct TestAndSetKeys in "test-and-set" {
        /// Lock variables.
        #[header = "WEFT_<NAME>_COUNT"]
        registers: Count<1, 256> = 32,
    }
}

impl BusDevice for TestAndSetKeys {
    const REGISTERS: Option<u32> = Some(0x3000);
}

impl DeviceFacts for TestAndSetKeys {
    fn text(&self, _: u32) -> String {
        format!("{} registers", self.registers)
    }

    fn sources(&self, cores: usize) -> usize {
        cores
    }

    fn most_cores(&self) -> Option<usize> {
        Some(64)
    }

    fn locks(&self) -> usize {
        self.registers
    }
}
