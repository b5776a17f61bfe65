//! The console: characters written to its one register go to the host's terminal.

pub mod keys;

use crate::description::{BusDevice, Facts};
use crate::port::Peripheral;
use keys::ConsoleKeys;
use serde::{Deserialize, Serialize};

/// The console has no state.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Console;

impl BusDevice for Console {
    type Keys = ConsoleKeys;
    const REGISTERS: Option<u32> = Some(16);

    fn new(_: ConsoleKeys, _: u32, _: &Facts) -> Self {
        Console
    }
}

impl Peripheral for Console {
    fn printed(&self, offset: u32, value: u32) -> Option<u8> {
        (offset == 0).then_some(value as u8)
    }
}
