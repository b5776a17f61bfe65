//! What answers at which addresses of the bus: devices, and the memories of the cores where they are attached to it.

use super::access::{Accepts, Target};
use super::range::{BusWindows, Range};
use serde::{Deserialize, Serialize};

/// What begins to answer in a page of 1 MiB.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
enum Page {
    Empty,
    /// One device, in some or all of the page.
    Device(u16),
    /// Memories of cores, or more than one thing.
    Mixed,
}

const PAGE_SHIFT: u32 = 20;

/// Where a device answers.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Place {
    pub range: Range,
    /// Whether its registers are accessed as whole words only.
    pub takes_words_only: bool,
}

/// The address decoder.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct AddressMap {
    devices: Vec<Place>,
    pub windows: Option<BusWindows>,
    /// Those of the program memories.
    programs: Option<BusWindows>,
    /// What to look at first, for each page of the address space.
    pages: Vec<Page>,
}

impl AddressMap {
    /// The decoder of these devices and of the windows at which the data memories and the program memories answer, if they do.
    pub fn new(
        devices: Vec<Place>,
        windows: Option<BusWindows>,
        programs: Option<BusWindows>,
    ) -> Self {
        let mut pages = vec![Page::Empty; 1 << (32 - PAGE_SHIFT)];
        for (index, device) in devices.iter().enumerate() {
            for page in pages_of(&mut pages, device.range.base, device.range.end()) {
                *page = match *page {
                    Page::Empty => Page::Device(index as u16),
                    _ => Page::Mixed,
                };
            }
        }
        for windows in windows.iter().chain(&programs) {
            pages_of(&mut pages, windows.base, windows.end()).fill(Page::Mixed);
        }
        AddressMap {
            devices,
            windows,
            programs,
            pages,
        }
    }

    /// What answers at all of the `bytes` bytes from `address` on.
    #[inline]
    pub fn target(&self, address: u32, bytes: u32) -> Option<Target> {
        match self.pages[(address >> PAGE_SHIFT) as usize] {
            Page::Empty => None,
            Page::Device(index) => self.in_device(index.into(), address, bytes),
            Page::Mixed => self.in_any(address, bytes),
        }
    }

    fn in_device(&self, index: usize, address: u32, bytes: u32) -> Option<Target> {
        let range = self.devices[index].range;
        let offset = address.wrapping_sub(range.base);
        range
            .contains(address, bytes)
            .then_some(Target::Device { index, offset })
    }

    fn in_any(&self, address: u32, bytes: u32) -> Option<Target> {
        let mut devices = 0..self.devices.len();
        let device = devices.find_map(|index| self.in_device(index, address, bytes));
        device.or_else(|| self.in_core(address, bytes))
    }

    fn in_core(&self, address: u32, bytes: u32) -> Option<Target> {
        let find = |windows: Option<BusWindows>| windows?.find(address, bytes);
        let data = find(self.windows).map(|(core, offset)| Target::DataMemory { core, offset });
        data.or_else(|| {
            let (core, offset) = find(self.programs)?;
            Some(Target::ProgramMemory { core, offset })
        })
    }

    /// The address at an offset from the base of a device.
    pub fn address_of(&self, index: usize, offset: u32) -> u32 {
        self.devices[index].range.base.wrapping_add(offset)
    }

    /// The core whose data memory answers at all of these bytes, and the offset in it.
    pub fn data_memory(&self, address: u32, bytes: u32) -> Option<(usize, u32)> {
        match self.target(address, bytes)? {
            Target::DataMemory { core, offset } => Some((core, offset)),
            Target::Device { .. } | Target::ProgramMemory { .. } => None,
        }
    }

    /// Which accesses the thing at these addresses takes; None if there is none.
    pub fn accepts(&self, address: u32, bytes: u32) -> Option<Accepts> {
        Some(match self.target(address, bytes)? {
            Target::DataMemory { .. } => Accepts::LoadsAndStores,
            Target::ProgramMemory { .. } => Accepts::Words,
            Target::Device { index, .. } if self.devices[index].takes_words_only => Accepts::Words,
            Target::Device { .. } => Accepts::All,
        })
    }
}

/// The pages that hold the addresses from `base` to below `end`.
fn pages_of(pages: &mut [Page], base: u32, end: u64) -> &mut [Page] {
    let last = (end - 1) >> PAGE_SHIFT;
    &mut pages[(base >> PAGE_SHIFT) as usize..=last as usize]
}
