//! The keys of the console.

use crate::description::device::{BusDevice, DeviceFacts};
use crate::description::keys::keys;

keys! {
    /// Characters written to it appear on the terminal.
    #[derive(Copy, Eq)]
    pub struct ConsoleKeys in "console" {
    }
}

impl BusDevice for ConsoleKeys {
    const REGISTERS: Option<u32> = Some(16);
}

impl DeviceFacts for ConsoleKeys {
    fn text(&self, _: u32) -> String {
        String::from("console")
    }

    fn takes_bytes(&self) -> bool {
        true
    }
}
