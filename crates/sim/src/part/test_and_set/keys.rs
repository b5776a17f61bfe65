//! The keys of the test-and-set registers.

use crate::platform::device::{BusDevice, DeviceFacts};
use crate::platform::keys::{keys, Count};

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
    /// A waiting list with a bit for each core.
    const MOST_CORES: usize = 64;
}

impl DeviceFacts for TestAndSetKeys {
    fn text(&self, _: u32) -> String {
        format!("{} registers", self.registers)
    }

    fn sources(&self, cores: usize) -> usize {
        cores
    }

    fn locks(&self) -> usize {
        self.registers
    }
}
