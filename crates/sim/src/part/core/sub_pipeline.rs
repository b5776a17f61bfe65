//! The sub-pipeline: what leads from the core to other components by address.
//!
//! ```text
//!                 +--> the core's own memories and timer (main pipeline)
//!   load, store --+--> a window: registers that the core has for itself, of message buffers or of a DMA controller
//!                 +--> the bus: one posted store; everything else waits for it
//! ```
//!
//! Source: H. Xiao et al. 2012, section 4.2; timing: docs/contract/timing.md, section 2.

use crate::port::{Accepts, AddressMap, Range, Target};
use crate::units::Cycle;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// The one store that the sub-pipeline carries out while the main pipeline goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
enum PostedStore {
    /// The sub-pipeline is free from this cycle on.
    FreeFrom(Cycle),
    /// The bus has not served it yet.
    Pending,
}

/// The sub-pipeline of a core.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct SubPipeline {
    store: PostedStore,
    /// The word reserved by the last `lr.w`, in whichever memory.
    reservation: Option<u32>,
    bus_map: Arc<AddressMap>,
    windows: Vec<Range>,
    /// The window that has been accessed last.
    pub window: usize,
}

impl SubPipeline {
    /// A free sub-pipeline that leads to these components.
    pub fn new(bus_map: Arc<AddressMap>, windows: Vec<Range>) -> Self {
        SubPipeline {
            store: PostedStore::FreeFrom(Cycle(0)),
            reservation: None,
            bus_map,
            windows,
            window: 0,
        }
    }

    /// What answers on the bus at all of these bytes.
    #[inline]
    pub fn target(&self, address: u32, bytes: u32) -> Option<Target> {
        self.bus_map.target(address, bytes)
    }

    /// Which accesses the component at these addresses takes; None if there is none.
    pub fn accepts(&self, address: u32, bytes: u32) -> Option<Accepts> {
        let window = self.in_window(address).map(|_| Accepts::Words);
        window.or_else(|| self.bus_map.accepts(address, bytes))
    }

    /// The window that an address is in, and the offset in it.
    pub fn in_window(&self, address: u32) -> Option<(usize, u32)> {
        let mut windows = self.windows.iter();
        let window = windows.position(|range| range.contains(address, 1))?;
        Some((window, address - self.windows[window].base))
    }

    /// The cycle from which on the sub-pipeline is free; None while the bus has not served the posted store.
    pub fn free_from(&self) -> Option<Cycle> {
        match self.store {
            PostedStore::FreeFrom(free) => Some(free),
            PostedStore::Pending => None,
        }
    }

    /// A store issues on the bus.
    pub fn post_store(&mut self) {
        self.store = PostedStore::Pending;
    }

    /// The bus has served the posted store: the sub-pipeline is free from cycle `free` on.
    pub fn store_served(&mut self, free: Cycle) {
        self.store = PostedStore::FreeFrom(free);
    }

    /// `lr.w` reserves a word.
    pub fn reserve(&mut self, address: u32) {
        self.reservation = Some(address);
    }

    /// `sc.w` ends the reservation. True if it was of this word.
    pub fn take_reservation(&mut self, address: u32) -> bool {
        self.reservation.take() == Some(address)
    }

    /// A trap, or the return from one, ends the reservation.
    pub fn end_reservation(&mut self) {
        self.reservation = None;
    }

    /// Another master has written the aligned word `address`.
    pub fn written_by_other(&mut self, address: u32) {
        if self.reservation == Some(address) {
            self.reservation = None;
        }
    }
}
