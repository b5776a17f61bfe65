//! The keys of the software interrupts.

use crate::platform::device::{BusDevice, DeviceFacts};
use crate::platform::keys::keys;

keys! {
    /// A word for each core that raises its software interrupt, as in the CLINT.
    #[derive(Copy, Eq)]
    pub struct SoftwareInterruptKeys in "software-interrupt" {
    }
}

impl BusDevice for SoftwareInterruptKeys {
    const REGISTERS: Option<u32> = Some(0x100);
    /// A word for each core in 256 bytes.
    const MOST_CORES: usize = 64;
    const SINGLE: bool = true;
}

impl DeviceFacts for SoftwareInterruptKeys {
    fn text(&self, _: u32) -> String {
        String::from("a word a core")
    }

    fn interrupts_cores(&self) -> bool {
        true
    }
}
