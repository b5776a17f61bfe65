//! Start, hold and release of the cores: until it is released, a core stays at its first instruction.
//!
//! Source: J. Joven et al. 2013, section III: the host loads the images and starts the cores through such a device in each cluster. Writing
//! bits to RELEASE lets the cores of the device's group go, reading it says which have been. The host writes it, in the cycle that the
//! platform gives, or a program does: a processor that has written the programs of the others into their memories.

pub mod keys;

use crate::description::{BusDevice, Facts};
use crate::port::signal::Visitor;
use crate::port::{Accessor, Peripheral};
use crate::units::Cycle;
use keys::CoreControlKeys;
use serde::{Deserialize, Serialize};

/// The one register, at offset 0: a bit for each core.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CoreControl {
    /// The cores that have been released, of all the chip, one bit each.
    released: u64,
    /// Those that the host releases, and when it does; then never again.
    by_host: u64,
    start: Cycle,
}

impl BusDevice for CoreControl {
    type Keys = CoreControlKeys;
    const REGISTERS: Option<u32> = Some(8);

    /// All cores are held; the host releases those that the keys name at the end of cycle `start`, unless that is left to a program.
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
