//! The registers of the cores' network interfaces, as a device of the platform. Each core's interface serves them itself; no packet is sent.

use super::registers;
use crate::description::keys::keys;
use crate::description::{AtSwitch, BusDevice, DeviceFacts, Facts};
use crate::port::Peripheral;
use serde::{Deserialize, Serialize};

/// Has no state: the registers are in the interfaces ([`super`]).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct NetworkInterface;

impl Peripheral for NetworkInterface {}

keys! {
    /// The registers of each core's interface to the switches.
    #[derive(Copy, Eq)]
    pub struct NetworkInterfaceKeys in "network-interface" {
    }
}

impl BusDevice for NetworkInterface {
    type Keys = NetworkInterfaceKeys;
    const REGISTERS: Option<u32> = Some(registers::BYTES);
    const SINGLE: bool = true;
    const AT_SWITCH: AtSwitch = AtSwitch::None;

    fn new(_: NetworkInterfaceKeys, _: u32, _: &Facts) -> Self {
        NetworkInterface
    }
}

impl DeviceFacts for NetworkInterfaceKeys {
    fn text(&self, _: u32) -> String {
        String::from("of each core")
    }
}
