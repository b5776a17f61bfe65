//! The keys of the interrupt controller.

use crate::platform::device::{BusDevice, DeviceFacts};
use crate::platform::keys::keys;

keys! {
    /// RISC-V platform-level interrupt controller (PLIC); context c is core c's external interrupt.
    #[derive(Copy, Eq)]
    pub struct InterruptControllerKeys in "interrupt-controller" {
    }
}

impl BusDevice for InterruptControllerKeys {
    const REGISTERS: Option<u32> = Some(0x40_0000);
    /// A page of 4 KiB for each context in the last 2 MiB.
    const MOST_CORES: usize = 512;
    const SINGLE: bool = true;
}

impl DeviceFacts for InterruptControllerKeys {
    fn text(&self, _: u32) -> String {
        String::from("RISC-V PLIC")
    }

    fn takes_sources(&self) -> bool {
        true
    }
}
