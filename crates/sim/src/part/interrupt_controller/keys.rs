//! The keys of the interrupt controller.

use crate::description::keys::keys;
use crate::description::DeviceFacts;

keys! {
    /// RISC-V platform-level interrupt controller (PLIC); context c is core c's external interrupt.
    #[derive(Copy, Eq)]
    pub struct InterruptControllerKeys in "interrupt-controller" {
    }
}

impl DeviceFacts for InterruptControllerKeys {
    fn text(&self, _: u32) -> String {
        String::from("RISC-V PLIC")
    }

    fn most_cores(&self) -> Option<usize> {
        Some(64)
    }

    fn takes_sources(&self) -> bool {
        true
    }
}
