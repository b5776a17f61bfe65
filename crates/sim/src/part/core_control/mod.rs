//! Core control: holds cores at their first instruction, and releases them.
//!
//! ```text
//!   offset 0: cores 0 to 31    offset 4: cores 32 to 63     written: 1 releases a core; read: the cores that have been released
//! ```
//!
//! Source: J. Joven et al. 2013, section III: the host loads the images and starts the cores through such a device in each cluster; defined in
//! docs/contract/devices.md, "Core control". The host releases the cores of the device's group in the cycle that the platform gives, or a program
//! does: one that has written the programs of other cores into their memories.

pub mod keys;

use crate::description::{BusDevice, Facts};
use crate::port::signal::Visitor;
use crate::port::{Accessor, Peripheral};
use crate::units::Cycle;
use keys::CoreControlKeys;
use serde::{Deserialize, Serialize};

/// The device: one bit for each core.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CoreControl {
    /// The cores of the chip that have been released, one bit each.
    released: u64,
    /// The cores that the host releases, and in which cycle; NEVER after that.
    by_host: u64,
    start: Cycle,
}

impl BusDevice for CoreControl {
    type Keys = CoreControlKeys;
    const REGISTERS: Option<u32> = Some(8);

    /// All cores are held. The host releases those that the keys name at the end of cycle `start`, unless a program does.
    fn new(keys: CoreControlKeys, _: u32, _: &Facts) -> Self {
        let (by_host, start) = match keys.host {
            true => (keys.mask(), Cycle(keys.start)),
            false => (0, Cycle::NEVER),
        };
        CoreControl {
            released: 0,
            by_host,
            start,
        }
    }
}

impl Peripheral for CoreControl {
    fn read(&mut self, offset: u32, _: Accessor) -> u32 {
        match offset {
            0 => self.released as u32,
            4 => (self.released >> 32) as u32,
            _ => 0,
        }
    }

    fn write(&mut self, offset: u32, value: u32, _: Accessor) {
        match offset {
            0 => self.released |= u64::from(value),
            4 => self.released |= u64::from(value) << 32,
            _ => {}
        }
    }

    fn next_event(&self) -> Cycle {
        self.start
    }

    fn advance(&mut self, _: Cycle) {
        self.released |= self.by_host;
        self.start = Cycle::NEVER;
    }

    fn signals(&self, visit: &mut Visitor) {
        visit(format_args!("released"), 64, self.released);
    }

    fn releases(&self, core: usize) -> bool {
        self.released >> core & 1 != 0
    }

    fn outputs(&self) -> (u64, Cycle, bool) {
        (self.released, self.start, false)
    }
}
