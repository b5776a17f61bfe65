//! The keys of the registers of the interface to the switches.

use crate::part::switches::registers;
use crate::platform::device::{AtSwitch, BusDevice, DeviceFacts};
use crate::platform::keys::keys;

keys! {
    /// Each core's own registers of its interface to the switches.
    #[derive(Copy, Eq)]
    pub struct NetworkInterfaceKeys in "network-interface" {
    }
}

impl BusDevice for NetworkInterfaceKeys {
    const REGISTERS: Option<u32> = Some(registers::BYTES);
    const SINGLE: bool = true;
    const AT_SWITCH: AtSwitch = AtSwitch::None;
}

impl DeviceFacts for NetworkInterfaceKeys {
    fn text(&self, _: u32) -> String {
        String::from("of each core")
    }
}
