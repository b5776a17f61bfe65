//! Static memory (SRAM) shared by all masters: one read port, one write port, the same wait states for each access (docs/contract/devices.md,
//! "Sram").

pub mod keys;

use crate::description::{BusDevice, Facts};
use crate::port::Peripheral;
use keys::SramKeys;
use serde::{Deserialize, Serialize};

/// The memory with its wait states.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sram {
    bytes: Vec<u8>,
    wait_states: u64,
}

impl BusDevice for Sram {
    type Keys = SramKeys;
    const REGISTERS: Option<u32> = None;

    fn new(keys: SramKeys, bytes: u32, _: &Facts) -> Self {
        Sram {
            bytes: vec![0; bytes as usize],
            wait_states: keys.wait_states,
        }
    }
}

impl Peripheral for Sram {
    fn memory(&self) -> Option<&[u8]> {
        Some(&self.bytes)
    }

    fn memory_mut(&mut self) -> Option<&mut [u8]> {
        Some(&mut self.bytes)
    }

    fn wait_states(&mut self, _: u32) -> u64 {
        self.wait_states
    }

    fn burst_wait_states(&mut self, _: u32, _: u32) -> (u64, u64) {
        (self.wait_states, self.wait_states)
    }
}
