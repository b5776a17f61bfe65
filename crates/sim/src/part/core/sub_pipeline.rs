//! The sub-pipeline: carries the core's accesses to other components, which it selects by address.
//!
//! ```text
//!                 +--> the core's own memories and timer (main pipeline)
//!   load, store --+--> a register window: registers of this core's own in its message buffers or its DMA controller
//!                 +--> the bus or switches: one posted store; everything else waits for it
//! ```
//!
//! Source: H. Xiao et al. 2012, section 4.2; timing: docs/contract/bus.md.

use crate::port::{Accepts, AddressMap, Range, Target};
use crate::units::Cycle;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// An access that was answered with an error.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct FailedAccess {
    pub address: u32,
    pub is_load: bool,
}

/// The sub-pipeline of a core.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct SubPipeline {
    /// The cycle from which on the sub-pipeline is free of the posted store, which it carries out while the main pipeline goes on. None until the bus
    /// has served the store.
    pub free_from: Option<Cycle>,
    /// The word reserved by the last `lr.w`, in whichever memory. A trap, or the return from one, ends the reservation.
    pub reservation: Option<u32>,
    /// The access that the bus has answered with an error, until the core takes the exception.
    pub failed: Option<FailedAccess>,
    bus_map: Arc<AddressMap>,
    windows: Vec<Range>,
    /// The window that has been accessed last.
    pub window: usize,
}

impl SubPipeline {
    /// An idle sub-pipeline that leads to these components.
    pub fn new(bus_map: Arc<AddressMap>, windows: Vec<Range>) -> Self {
        SubPipeline {
            free_from: Some(Cycle(0)),
            reservation: None,
            failed: None,
            bus_map,
            windows,
            window: 0,
        }
    }

    /// The component on the bus that answers at all of these bytes.
    #[inline]
    pub fn target(&self, address: u32, bytes: u32) -> Option<Target> {
        self.bus_map.target(address, bytes)
    }

    /// Which accesses the component at these addresses accepts; None if there is none.
    pub fn accepts(&self, address: u32, bytes: u32) -> Option<Accepts> {
        let window = self.in_window(address).map(|_| Accepts::Words);
        window.or_else(|| self.bus_map.accepts(address, bytes))
    }

    /// The window that contains an address, and the offset in it.
    pub fn in_window(&self, address: u32) -> Option<(usize, u32)> {
        let mut windows = self.windows.iter();
        let window = windows.position(|range| range.contains(address, 1))?;
        Some((window, address - self.windows[window].base))
    }

    /// Ends the reservation, as `sc.w` does; true if it was of this word.
    pub fn take_reservation(&mut self, address: u32) -> bool {
        self.reservation.take() == Some(address)
    }

    /// Another master has written the aligned word at `address`: a reservation of it ends.
    pub fn written_by_other(&mut self, address: u32) {
        if self.reservation == Some(address) {
            self.reservation = None;
        }
    }
}
