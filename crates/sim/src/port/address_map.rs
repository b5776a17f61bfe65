//! The address decoder of the interconnect: which device, or which core's memory, is at an address.
//!
//! The address space is divided into pages of 1 MiB. A table of pages decides most accesses with one look-up; only in a page with more than one
//! target are the ranges compared.

use super::access::{Accepts, Target};
use super::range::{BusWindows, Range};
use serde::{Deserialize, Serialize};

/// The targets with addresses in a page of 1 MiB.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
enum Page {
    Empty,
    /// One device, which has some or all of the page's addresses.
    Device(u16),
    /// Memories of cores, or more than one target.
    Mixed,
}

const PAGE_SHIFT: u32 = 20;

/// The address range of a device.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Place {
    pub range: Range,
    /// Do its registers accept whole words only?
    pub takes_words_only: bool,
}

/// The address decoder.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct AddressMap {
    devices: Vec<Place>,
    pub windows: Option<BusWindows>,
    /// The windows of the program memories.
    programs: Option<BusWindows>,
    /// The targets in each page of the address space.
    pages: Vec<Page>,
}

impl AddressMap {
    /// Returns the decoder for these devices, and for the windows of the data and program memories if the platform attaches them.
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

    /// Returns the target that has all of the `bytes` bytes from `address` on.
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

    /// Returns the address of an offset in a device.
    pub fn address_of(&self, index: usize, offset: u32) -> u32 {
        self.devices[index].range.base.wrapping_add(offset)
    }

    /// Returns the core whose data memory has all of these bytes, and their offset in it.
    pub fn data_memory(&self, address: u32, bytes: u32) -> Option<(usize, u32)> {
        match self.target(address, bytes)? {
            Target::DataMemory { core, offset } => Some((core, offset)),
            Target::Device { .. } | Target::ProgramMemory { .. } => None,
        }
    }

    /// Returns the kinds of access that the target at these addresses accepts; None if there is no target.
    pub fn accepts(&self, address: u32, bytes: u32) -> Option<Accepts> {
        Some(match self.target(address, bytes)? {
            Target::DataMemory { .. } => Accepts::LoadsAndStores,
            Target::ProgramMemory { .. } => Accepts::Words,
            Target::Device { index, .. } if self.devices[index].takes_words_only => Accepts::Words,
            Target::Device { .. } => Accepts::All,
        })
    }
}

/// Returns the pages with addresses in `base..end`.
fn pages_of(pages: &mut [Page], base: u32, end: u64) -> &mut [Page] {
    let last = (end - 1) >> PAGE_SHIFT;
    &mut pages[(base >> PAGE_SHIFT) as usize..=last as usize]
}
